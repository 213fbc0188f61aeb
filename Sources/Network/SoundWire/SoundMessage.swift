package import PlayCore

/// A message: a byte for its kind, two bytes for the length of its body, the body.
package protocol SoundMessage: Sendable, Equatable {
    static var helloKind: UInt8 { get }

    init(kind: UInt8, body: [UInt8]) throws(SoundWireError)

    var kind: UInt8 { get }
    var body: [UInt8] { get }
}

extension SoundMessage {
    package var bytes: [UInt8] {
        let body = body
        var writer = ByteWriter()
        writer.add(kind)
        writer.add(UInt16(body.count))
        writer.add(body)
        return writer.bytes
    }
}

package struct SoundPacket: Sendable, Equatable {
    package var generation: UInt32
    /// Microseconds from the generation's beginning to the first sample. Negative for the codec's look-ahead.
    package var time: Int64
    /// The player's clock at sending, which the listener returns (``SoundReport/marker``).
    package var marker: UInt64
    /// Opus data; 1 … ``SoundWire/maximumPacket`` bytes.
    package var data: [UInt8]

    package init(generation: UInt32, time: Int64, marker: UInt64, data: [UInt8]) {
        self.generation = generation
        self.time = time
        self.marker = marker
        self.data = data
    }

    /// The times on the axis of a generation. None lasts a month.
    static let times: ClosedRange<Int64> = -1_000_000...2_592_000_000_000
}

package struct SoundMix: Sendable, Equatable {
    /// Per mille, 0 … 1300.
    package var volume: UInt16
    package var isMuted: Bool
    package var output: ChannelOutput

    package init(volume: UInt16 = 1000, isMuted: Bool = false, output: ChannelOutput = .both) {
        self.volume = volume
        self.isMuted = isMuted
        self.output = output
    }
}

package enum PlayerMessage: SoundMessage {
    case hello(SoundHello)
    case sound(SoundPacket)
    /// Discards all earlier sound and begins this generation.
    case flush(generation: UInt32)
    case pause
    case resume
    case mix(SoundMix)
    /// The player's clock, sent after every order, and periodically if no packets are sent.
    case marker(UInt64)
    /// The last packet of this generation was sent, so running out of packets is no underrun.
    case finish(generation: UInt32)

    package static let helloKind: UInt8 = 1

    package var kind: UInt8 {
        switch self {
        case .hello: 1
        case .sound: 2
        case .flush: 3
        case .pause: 4
        case .resume: 5
        case .mix: 6
        case .marker: 7
        case .finish: 8
        }
    }

    package var body: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .hello(let hello): return hello.body
        case .sound(let packet):
            writer.add(packet.generation)
            writer.add(packet.time)
            writer.add(packet.marker)
            writer.add(packet.data)
        case .flush(let generation), .finish(let generation): writer.add(generation)
        case .pause, .resume: break
        case .mix(let mix):
            writer.add(mix.volume)
            writer.add(UInt8(mix.isMuted ? 1 : 0))
            writer.add(UInt8(ChannelOutput.allCases.firstIndex(of: mix.output) ?? 0))
        case .marker(let marker): writer.add(marker)
        }
        return writer.bytes
    }

    package init(kind: UInt8, body: [UInt8]) throws(SoundWireError) {
        var reader = BigEndianReader(body)
        func number(_ length: Int) throws(SoundWireError) -> UInt64 {
            guard let number = reader.number(length) else { throw .badLength(kind: kind) }
            return number
        }
        switch kind {
        case 1:
            self = .hello(try SoundHello(kind: kind, body: body))
            return
        case 2:
            let generation = UInt32(try number(4))
            let time = Int64(bitPattern: try number(8))
            let marker = try number(8)
            guard (1...SoundWire.maximumPacket).contains(reader.left), let data = reader.rest(reader.left) else {
                throw .badLength(kind: kind)
            }
            guard SoundPacket.times.contains(time) else { throw .badValue(kind: kind) }
            self = .sound(SoundPacket(generation: generation, time: time, marker: marker, data: data))
            return
        case 3: self = .flush(generation: UInt32(try number(4)))
        case 4: self = .pause
        case 5: self = .resume
        case 6:
            let (volume, muted, output) = (try number(2), try number(1), try number(1))
            guard volume <= 1300, muted <= 1, output < UInt64(ChannelOutput.allCases.count) else {
                throw .badValue(kind: kind)
            }
            self = .mix(
                SoundMix(
                    volume: UInt16(volume), isMuted: muted == 1, output: ChannelOutput.allCases[Int(output)]))
        case 7: self = .marker(try number(8))
        case 8: self = .finish(generation: UInt32(try number(4)))
        default: throw .unknownMessage(kind: kind)
        }
        if reader.left > 0 { throw .badLength(kind: kind) }
    }
}
