import CPlatform
import Glibc
import Media
import PlayCore
import Transport

struct Clip {
    let path: String
    let name: String

    init(path: String) {
        self.path = path
        let file = path.split(separator: "/").last.map(String.init) ?? path
        name = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    }

    /// The frames used from the start of a clip: ten seconds at 30 a second.
    static let frameCount = 300

    private static let shared = "../shared/media/video/bbb_720p30_36s_h264_aac.mp4"

    /// Returns the named clips, else the demo and the shared one; reports missing ones.
    static func choose(_ named: [String], demo: String?, notice: (String) -> Void) -> [Clip] {
        if !named.isEmpty { return named.map(Clip.init) }
        var paths: [String] = []
        if let demo = [demo, "Assets/demo/tvplay-demo.mp4"].compactMap({ $0 }).first(where: Self.isReadable) {
            paths.append(demo)
        } else {
            notice("The demo is not there (make stage): no case measures with it.\n")
        }
        if isReadable(shared) {
            paths.append(shared)
        } else {
            notice("\(shared) is not there: measured with the demo only.\n")
        }
        return paths.map(Clip.init)
    }

    private static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// - Parameters:
    ///   - shownHeight: as the player sets it for its decoder, or `nil` for all rows of pixels.
    ///   - body: returns `false` to stop.
    func decode(shownHeight: Int? = nil, _ body: (VideoFrame) throws -> Bool) throws {
        let demuxer = try openDemuxer()
        guard let track = demuxer.tracks.first(where: \.isVideo), let parameters = demuxer.parameters(of: track.id)
        else { throw BenchError("\(path) has no picture") }
        demuxer.select([track.id])
        let decoder = try VideoDecoder(
            parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track.id), hardware: .none)
        if let shownHeight {
            decoder.skipDeblocking(SkippedDeblocking(sourceHeight: parameters.height, shownHeight: shownHeight))
        }
        var failure: (any Error)?
        var wantsMore = true
        while wantsMore {
            let packet = try demuxer.read()
            try decoder.decode(packet) { frame in
                do {
                    wantsMore = try body(frame)
                } catch {
                    (failure, wantsMore) = (error, false)
                }
                return wantsMore
            }
            if packet == nil { break }
        }
        if let failure { throw failure }
    }

    func openDemuxer() throws -> Demuxer {
        let cancel = CancelToken()
        return try Demuxer(source: FileByteSource(path: path, cancel: cancel), nameHint: path, cancel: cancel)
    }

    func sampleFrames() throws -> [VideoFrame] {
        var frames: [VideoFrame] = []
        var count = 0
        try decode { frame in
            if count % 6 == 0 { frames.append(frame) }
            count += 1
            return count < Self.frameCount
        }
        return frames
    }
}

extension TrackInfo {
    fileprivate var isVideo: Bool {
        if case .video = kind { return true }
        return false
    }
}
