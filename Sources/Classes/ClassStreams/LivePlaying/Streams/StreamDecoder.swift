import Media
import PlayCore

struct StreamDecoder {
    private enum Decoder {
        case audio(AudioDecoder)
        case video(VideoDecoder)
    }

    private let target: LiveReceiver.Target
    private let mostPixels: Int
    private var track: Int?
    private var decoder: Decoder?
    private var parameters: CodecParameters?
    private var isDecoding = false
    private(set) var hasBegun = false
    private(set) var aspect: Double?
    private(set) var newlyDecoded = 0
    private(set) var newlySkipped = 0

    init(_ target: LiveReceiver.Target, mostPixels: Int) {
        self.target = target
        self.mostPixels = mostPixels
    }

    mutating func decode(
        _ packet: Packet, _ input: some LivePacketSource, isShown: Bool, axis: (MediaTime) -> MediaTime
    ) throws(MediaError) {
        (newlyDecoded, newlySkipped) = (0, 0)
        switch target {
        case .sound(let deliver):
            guard input.kind(of: packet.track) == .audio, case .audio(let decoder)? = try decoder(packet, input)
            else { return }
            var count = 0
            try decoder.decode(packet) { samples, start in
                deliver(samples, axis(start))
                count += 1
                return true
            }
            newlyDecoded = count
        case .pictures(let deliver):
            guard input.kind(of: packet.track) == .video, case .video(let decoder)? = try decoder(packet, input)
            else { return }
            if packet.isKeyframe { isDecoding = isShown }
            guard isDecoding else {
                newlySkipped = 1
                return
            }
            var (count, shape) = (0, aspect)
            try decoder.decode(packet) { frame in
                deliver(frame, axis(frame.time))
                shape = frame.displayAspect
                count += 1
                return true
            }
            (newlyDecoded, aspect) = (count, shape)
        case .packets(let deliver):
            guard input.kind(of: packet.track) == .video, let parameters = coding(packet, input),
                let time = packet.time
            else { return }
            deliver(packet, parameters, axis(time))
            newlyDecoded = 1
        }
        if newlyDecoded > 0 { hasBegun = true }
    }

    private mutating func coding(_ packet: Packet, _ input: some LivePacketSource) -> CodecParameters? {
        if track != packet.track { (track, parameters) = (packet.track, input.parameters(of: packet.track)) }
        return parameters
    }

    /// Returns the decoder of a packet's track. A new track replaces the previous one, because its coding differs.
    private mutating func decoder(_ packet: Packet, _ input: some LivePacketSource) throws(MediaError) -> Decoder? {
        if let decoder, track == packet.track { return decoder }
        guard let parameters = input.parameters(of: packet.track) else { return nil }
        let new: Decoder =
            switch target {
            case .sound: .audio(try AudioDecoder(parameters: parameters, format: SoundMixer.format))
            case .pictures, .packets:
                .video(
                    try VideoDecoder(
                        parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none,
                        mostPixels: mostPixels))
            }
        (decoder, track, isDecoding) = (new, packet.track, false)
        return new
    }
}
