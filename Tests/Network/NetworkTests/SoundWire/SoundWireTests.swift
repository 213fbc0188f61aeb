import Foundation
import PlayCore
import TestSupport
import Testing

@testable import SoundWire

@Suite("Protocol of sound over SSH")
struct SoundWireTests {
    static let playerMessages: [PlayerMessage] = [
        .hello(SoundHello(secret: Array(1...16))),
        .sound(SoundPacket(generation: 7, time: -6500, marker: .max, data: [0xFC, 1, 2])),
        .sound(SoundPacket(generation: .max, time: 0, marker: 0, data: [UInt8](repeating: 9, count: 1275))),
        .flush(generation: 3), .pause, .resume, .mix(SoundMix(volume: 1300, isMuted: true, output: .right)),
        .marker(99), .finish(generation: 4),
    ]

    static let listenerMessages: [ListenerMessage] = [
        .hello(SoundHello()),
        .report(
            SoundReport(
                generation: 2, state: .running, position: 1_234_567, marker: 5, markerAge: 60_000_000,
                queued: .max, underruns: 3)), .refusal(.takenOver),
    ]

    @Test("Messages are read as they were written, in pieces of any size")
    func roundTrip() throws {
        try expect(read(Self.playerMessages, piece: 1), is: Self.playerMessages)
        try expect(read(Self.playerMessages, piece: 1000), is: Self.playerMessages)
        try expect(read(Self.listenerMessages, piece: 7), is: Self.listenerMessages)
    }

    @Test("Bytes that a later version appends to a hello are ignored")
    func laterHello() throws {
        var message = PlayerMessage.hello(SoundHello(version: 9)).bytes
        message += [1, 2, 3]
        message[2] += 3
        var reader = SoundMessageReader<PlayerMessage>()
        reader.append(message)
        try expect(reader.next(), is: .hello(SoundHello(version: 9)))
    }

    @Test("Another protocol is refused at its first byte")
    func otherProtocol() {
        var reader = SoundMessageReader<PlayerMessage>()
        reader.append(Array("GET / HTTP/1.1\r\n".utf8))
        #expect(throws: SoundWireError.notThisProtocol) { try reader.next() }
        var second = SoundMessageReader<PlayerMessage>()
        second.append([1, 0, 29] + Array("tvSOUND".utf8) + [UInt8](repeating: 0, count: 22))
        #expect(throws: SoundWireError.notThisProtocol) { try second.next() }
    }

    @Test(
        "Values outside their bounds are refused",
        arguments: [
            [2, 0, 20], [3, 0, 3, 0, 0, 0], [6, 0, 4, 0x05, 0x15, 0, 0], [6, 0, 4, 0, 0, 2, 0], [6, 0, 4, 0, 0, 0, 3],
            [4, 0, 1, 0], [9, 0, 0], [2, 0xFF, 0xFF], [1, 0, 0],
        ] as [[UInt8]])
    func bounds(_ bytes: [UInt8]) {
        var reader = SoundMessageReader<PlayerMessage>()
        reader.append(PlayerMessage.hello(SoundHello()).bytes)
        reader.append(bytes + [UInt8](repeating: 0, count: 20))
        #expect(throws: SoundWireError.self) { while try reader.next() != nil {} }
    }

    @Test("A hello is accepted only with the right secret")
    func secret() {
        let hello = SoundHello(secret: Array(1...16))
        #expect(hello.hasSecret(Array(1...16)))
        #expect(!hello.hasSecret(Array(2...17)))
        #expect(!hello.hasSecret([]))
        #expect(SoundHello().hasSecret([UInt8](repeating: 0, count: 16)))
    }

    /// Messages without the longest packet, which would take most of the mutations.
    private static let shortMessages = playerMessages.filter { $0.bytes.count < 100 }

    private static let fuzzCount = Rounds.of(20_000)

    @Test("Damaged and random bytes end in messages or an error, within the memory of one message")
    func fuzz() {
        var random = SeededGenerator(seed: Rounds.seed(18))
        var refused = 0
        for round in 0..<Self.fuzzCount {
            let isPlayer = round & 1 == 0
            var bytes =
                isPlayer
                ? (round % 8 == 0 ? Self.playerMessages : Self.shortMessages).flatMap(\.bytes)
                : Self.listenerMessages.flatMap(\.bytes)
            if round % 5 == 0 { bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in random.byte() } }
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = random.byte()
                case 1: bytes.remove(at: place)
                default: bytes.insert(random.byte(), at: place)
                }
            }
            let isRefused =
                isPlayer ? feed(bytes, as: PlayerMessage.self) : feed(bytes, as: ListenerMessage.self)
            if isRefused { refused += 1 }
        }
        #expect(refused > Self.fuzzCount / 4)
    }

    /// - Returns: Whether the bytes were refused.
    private func feed<Message: SoundMessage>(_ bytes: [UInt8], as: Message.Type) -> Bool {
        var reader = SoundMessageReader<Message>()
        reader.append(bytes)
        do {
            while let message = try reader.next() {
                // A message that was read is the same after it is written and read again.
                if try Message(kind: message.kind, body: message.body) != message { Issue.record("\(message)") }
            }
        } catch {
            return true
        }
        if reader.waiting > SoundWire.maximumBody + 3 { Issue.record("\(reader.waiting) bytes are kept") }
        return false
    }

    private func read<Message: SoundMessage>(_ messages: [Message], piece: Int) throws -> [Message] {
        var reader = SoundMessageReader<Message>()
        var found: [Message] = []
        var rest = messages.flatMap(\.bytes)[...]
        while !rest.isEmpty {
            reader.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            while let message = try reader.next() { found.append(message) }
        }
        return found
    }
}

extension SeededGenerator {
    fileprivate mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &self) }
}
