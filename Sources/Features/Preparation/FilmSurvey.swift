import Media
package import PlayCore
package import Streaming
import Transport

package struct FilmInfo: Sendable, Equatable {
    package let track: Int
    package let duration: MediaTime
    /// The coded size, converted to square pixels.
    package let width: Int
    package let height: Int
    let framesPerSecond: Double?
    let timescale: Int32
    package let plan: RenditionPlan
}

package enum FilmState: Sendable, Equatable {
    case ready(bytes: Int64)
    /// The copy is missing or incomplete. `done` is the finished share, 0 to 1.
    case wanted(FilmInfo, done: Double)
    case outdated(FilmInfo)
    /// The film itself is already small.
    case small
    case noPicture
    case failed(PreparationError)
}

/// Examines a film and its copy. Blocks for the disk; for one thread.
package enum FilmSurvey {
    package static func state(of place: PreparedPlace, cancel: CancelToken) -> FilmState {
        if let film = PreparedFilm.find(place.film) {
            return .ready(bytes: film.record.renditions.reduce(0) { $0 + $1.size })
        }
        do throws(PreparationError) {
            guard let info = try info(of: place.film, cancel: cancel) else { return .noPicture }
            if info.plan.sizes.isEmpty { return .small }
            if PreparedRecord.read(place) != nil { return .outdated(info) }
            return .wanted(info, done: PreparationDraft.share(done: place, info))
        } catch {
            return .failed(error)
        }
    }

    /// Returns `nil` if the film has no moving pictures.
    static func info(of path: String, cancel: CancelToken) throws(PreparationError) -> FilmInfo? {
        let demuxer = try open(path, cancel: cancel)
        guard !demuxer.isStillImage, let track = demuxer.tracks.first(where: { $0.isMovie && $0.isDecodable }),
            case .video(_, _, let rate) = track.kind
        else { return nil }
        guard demuxer.canSeek, let duration = demuxer.duration, !demuxer.isDurationGuessed else {
            throw .unseekable
        }
        let first = try PreparationError.ofMedia { () throws(MediaError) in
            try firstFrame(demuxer, track.id, cancel)
        }
        guard let size = first?.codedSize else { return nil }
        return FilmInfo(
            track: track.id, duration: duration, width: size.width, height: size.height, framesPerSecond: rate,
            timescale: timescale(demuxer.ticksPerSecond(of: track.id)),
            plan: RenditionPlan(width: size.width, height: size.height))
    }

    static func open(_ path: String, cancel: CancelToken) throws(PreparationError) -> Demuxer {
        try PreparationError.ofMedia { () throws(MediaError) in
            let bytes: FileByteSource
            do throws(ByteSourceError) {
                bytes = try FileByteSource(path: path, cancel: cancel)
            } catch {
                throw MediaError(.source(error), operation: "open")
            }
            return try Demuxer(source: bytes, nameHint: path, cancel: cancel)
        }
    }

    /// Returns the container's timescale or a multiple of it, so that times stay exact.
    private static func timescale(_ ticks: Int32?) -> Int32 {
        guard var scale = ticks, scale <= 1_000_000 else { return 90_000 }
        while scale < 10_000 { scale *= 2 }
        return scale
    }

    private static func firstFrame(
        _ demuxer: Demuxer, _ track: Int, _ cancel: CancelToken
    ) throws(MediaError) -> VideoFrame? {
        guard let parameters = demuxer.parameters(of: track) else { return nil }
        demuxer.select([track])
        let decoder = try VideoDecoder(
            parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none)
        var found: VideoFrame?
        for _ in 0..<mostPackets where found == nil && !cancel.isCancelled {
            let packet = try demuxer.read()
            try decoder.decode(packet) {
                found = $0
                return false
            }
            if packet == nil { break }
        }
        if cancel.isCancelled { throw MediaError(.cancelled, operation: "read") }
        return found
    }

    /// The limit of packets before a decoder's first picture.
    private static let mostPackets = 300
}

extension VideoFrame {
    /// In square pixels at the coded height, without rotation.
    fileprivate var codedSize: (width: Int, height: Int) {
        (Int((Double(height) * displayAspect).rounded()), height)
    }
}

extension TrackInfo {
    fileprivate var isMovie: Bool { if case .video = kind { true } else { false } }
}
