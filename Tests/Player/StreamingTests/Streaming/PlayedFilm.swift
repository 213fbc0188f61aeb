import Media
import MediaSources
import PlayCore
import Playback

/// The pictures of a stream from beginning to end, without a jump: the reference for jumps.
struct PlayedFilm {
    struct Picture {
        let time: MediaTime
        let fingerprint: [UInt8]
    }

    /// The pictures in the order of their times.
    private(set) var pictures: [Picture] = []
    private(set) var end = MediaTime.zero

    init(_ player: StreamPlayer) throws {
        guard let video = player.video else { return }
        player.source.select([video])
        var decoder: VideoDecoder?
        var failure: (any Error)?
        func add(_ frame: VideoFrame) -> Bool {
            do {
                pictures.append(Picture(time: frame.time, fingerprint: try Self.fingerprint(frame)))
                end = max(end, frame.time)
            } catch {
                failure = error
            }
            return failure == nil
        }
        while failure == nil, let item = try player.source.read() {
            if case .change = item {
                try decoder?.decode(nil, add)
                decoder = nil
            }
            guard case .packet(let packet) = item, packet.track == video else { continue }
            if decoder == nil, let parameters = player.source.parameters(of: video) {
                decoder = try VideoDecoder(
                    parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none)
            }
            try decoder?.decode(packet, add)
        }
        try decoder?.decode(nil, add)
        if let failure { throw failure }
        pictures.sort { $0.time < $1.time }
    }

    /// Returns the pictures that may be on show: the last that has begun, and in a gap of more than half a second also
    /// the next.
    func expected(at time: MediaTime) -> [Picture] {
        let next = pictures.firstIndex { $0.time > time + .milliseconds(1) } ?? pictures.count
        guard next > 0 else { return Array(pictures.prefix(1)) }
        let last = pictures[next - 1]
        let isGap = next < pictures.count && time - last.time > .milliseconds(500)
        return isGap ? [last, pictures[next]] : [last]
    }

    /// Returns sixteen by nine pixels: enough to tell pictures apart, too few for rounding errors of decoders.
    static func fingerprint(_ frame: VideoFrame) throws -> [UInt8] {
        let picture = try Scaler().scale(frame, to: 16, 9, crop: .none)
        return (0..<9).flatMap { y in
            (0..<16).flatMap { x in
                let pixel = picture.rgb(x: x, y: y)
                return [pixel.red, pixel.green, pixel.blue]
            }
        }
    }

    /// Returns the mean difference of a sample.
    static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / max(1, one.count)
    }
}
