import Media
package import PlayCore
package import PreparedFilms
import Transport

/// What a film is, as far as preparing it matters. A value.
package struct FilmInfo: Sendable, Equatable {
    package let track: Int
    package let duration: MediaTime
    /// With square pixels, as coded.
    package let width: Int
    package let height: Int
    let framesPerSecond: Double?
    let timescale: Int32
    package let plan: RenditionPlan
}

/// How it stands with a film. A value.
package enum FilmState: Sendable, Equatable {
    /// Its renditions are there.
    case ready(bytes: Int64)
    /// Nothing is there, or not all: a share of it (0 … 1) is done.
    case wanted(FilmInfo, done: Double)
    /// It was changed since its renditions were made.
    case outdated(FilmInfo)
    /// It is small itself.
    case small
    /// It has no moving pictures.
    case noPicture
    case failed(PreparationError)
}

/// Looks at films. Blocks as the disk does; one thread.
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

    /// Nil: it has no moving pictures.
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

    /// The container's ticks, or a multiple, so that times are the same and what is rounded is not seen.
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

    /// Until a decoder gives its first picture.
    private static let mostPackets = 300
}

extension VideoFrame {
    /// Square pixels, so many as the coded picture has rows.
    fileprivate var codedSize: (width: Int, height: Int) {
        // The frame's own turn was left out.
        (Int((Double(height) * displayAspect).rounded()), height)
    }
}

extension TrackInfo {
    fileprivate var isMovie: Bool { if case .video = kind { true } else { false } }
}
