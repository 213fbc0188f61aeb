import Media
import MediaSources
import PlayCore
import Playback

/// What a stream shows from beginning to end, without a jump: the truth that jumps are held against.
struct PlayedFilm {
    struct Picture {
        let time: MediaTime
        let fingerprint: [UInt8]
    }

    /// In the order of their times.
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

    /// What may be on show: the last picture that has begun, and where nothing came for half a second (a gap), the next.
    func expected(at time: MediaTime) -> [Picture] {
        let next = pictures.firstIndex { $0.time > time + .milliseconds(1) } ?? pictures.count
        guard next > 0 else { return Array(pictures.prefix(1)) }
        let last = pictures[next - 1]
        let isGap = next < pictures.count && time - last.time > .milliseconds(500)
        return isGap ? [last, pictures[next]] : [last]
    }

    /// Sixteen by nine pixels: enough to tell one picture from another, too little for what decoders round.
    static func fingerprint(_ frame: VideoFrame) throws -> [UInt8] {
        let picture = try Scaler().scale(frame, to: 16, 9, crop: .none)
        return (0..<9).flatMap { y in
            (0..<16).flatMap { x in
                let pixel = picture.rgb(x: x, y: y)
                return [pixel.red, pixel.green, pixel.blue]
            }
        }
    }

    /// Mean difference of a sample.
    static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / max(1, one.count)
    }
}
