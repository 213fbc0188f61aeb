import PlayCore
import TestSupport
import Testing

@testable import WebRTC

@Suite("RTP packets")
struct RTPPacketTests {
    @Test func aPacketIsReadAsWritten() throws {
        var packet = RTPPacket(
            payloadType: 96, sequence: 65_535, timestamp: 4_000_000_000, source: 0xDEAD_BEEF, payload: [1, 2, 3])
        packet.isMarked = true
        try expect(#require(RTPPacket(packet.bytes)), is: packet)
    }

    @Test func sourcesExtensionsAndPaddingAreSkipped() throws {
        // One contributing source, an extension of one word, two bytes of padding.
        let bytes: [UInt8] =
            [0xB1, 111, 0, 7, 0, 0, 0, 9, 0, 0, 0, 5, 1, 1, 1, 1] + [0xBE, 0xDE, 0, 1, 0x10, 0xFF, 0, 0]
            + [42, 43, 0, 2]
        let packet = try #require(RTPPacket(bytes))
        expect(Array(packet.payload), is: [42, 43])
        #expect(packet.payloadType == 111 && packet.sequence == 7 && packet.source == 5)
    }

    @Test(
        arguments: [
            [], [0x80], [UInt8](repeating: 0, count: 40),
            [0x90, 96, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0xBE, 0xDE, 0xFF, 0xFF],
            [0xA0, 96, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 200], [0xA0, 96, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0],
        ] as [[UInt8]])
    func malformedPacketsAreRefused(_ bytes: [UInt8]) { expect(RTPPacket(bytes), is: nil) }
}

@Suite("RTCP messages")
struct RTCPMessageTests {
    private static let block = ReportBlock(
        source: 7, fractionLost: 12, lost: -3, highestSequence: 70_000, jitter: 90, lastReport: 0x1234_5678,
        delay: 65_536)

    @Test(
        arguments: [
            .senderReport(
                SenderReport(
                    source: 1, networkTime: 0xE000_0000_8000_0000, timestamp: 5, packets: 6, octets: 7, blocks: [block])
            ),
            .receiverReport(source: 1, blocks: [block, block]), .goodbye([1, 2]),
            .missing(sender: 1, media: 2, sequences: [65_534, 65_535, 0, 14, 15, 400]),
            .pictureLoss(sender: 1, media: 2),
        ] as [RTCPMessage])
    func aMessageIsReadAsWritten(_ message: RTCPMessage) { expect(RTCPMessage.read(message.bytes), is: [message]) }

    @Test(arguments: [0, 1, 262_143, 1_500_000, 40_000_000] as [UInt64])
    func anEstimateKeepsEighteenBits(_ bits: UInt64) throws {
        let messages = RTCPMessage.read(RTCPMessage.estimate(sender: 1, bitsPerSecond: bits).bytes)
        guard case .estimate(1, let read)? = messages.first else { return #expect(Bool(false), "\(messages)") }
        #expect(read <= bits && Double(read) >= Double(bits) * 0.9999)
    }

    @Test func aCompoundIsReadUpToItsFirstDamagedMessage() {
        let goodbye = RTCPMessage.goodbye([9])
        let name = RTCPMessage.description(source: 1, name: "name")
        expect(name.bytes.count % 4, is: 0)
        let bytes = RTCPMessage.receiverReport(source: 1, blocks: []).bytes + name.bytes + goodbye.bytes
        expect(RTCPMessage.read(bytes), is: [.receiverReport(source: 1, blocks: []), goodbye])
        expect(RTCPMessage.read(bytes.dropLast()), is: [.receiverReport(source: 1, blocks: [])])
    }

    @Test func aKeyFrameRequestIsReadForTheListedStream() {
        let bytes: [UInt8] = [0x84, 206, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 77, 1, 0, 0, 0]
        expect(RTCPMessage.read(bytes), is: [.pictureLoss(sender: 1, media: 77)])
    }
}

@Suite("Parsers of network input")
struct HostileDatagramTests {
    /// Twenty thousand datagrams: random ones, and valid ones with a few changed bytes.
    @Test func randomDatagramsNeverStopTheParsers() {
        var random = SeededGenerator(seed: 7)
        let seeds: [[UInt8]] = [
            RTPPacket(payloadType: 96, sequence: 1, timestamp: 2, source: 3, payload: [0x78, 0, 2, 1, 1, 0, 9]).bytes,
            RTPPacket(payloadType: 96, sequence: 1, timestamp: 2, source: 3, payload: [0x7C, 0x85, 1, 1]).bytes,
            RTCPMessage.missing(sender: 1, media: 3, sequences: [1, 5, 90]).bytes,
            RTCPMessage.senderReport(
                SenderReport(source: 3, networkTime: 1, timestamp: 2, packets: 3, octets: 4, blocks: [])
            ).bytes, StunMessage(.request, transaction: Array(0..<12)).bytes { _ in [UInt8](repeating: 0, count: 20) },
        ]
        var assembler = H264Assembler()
        var buffer = JitterBuffer()
        var parsed = 0
        for round in 0..<Rounds.of(20_000) {
            var bytes = seeds[round % seeds.count]
            if round % 3 == 0 {
                bytes = (0..<Int.random(in: 0..<64, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            }
            for _ in 0..<Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            }
            parsed += RTCPMessage.read(bytes).count
            parsed += StunMessage(bytes) { _ in [UInt8](repeating: 0, count: 20) } == nil ? 0 : 1
            guard let packet = RTPPacket(bytes) else { continue }
            parsed += assembler.add(packet).count
            _ = buffer.insert(packet, at: .milliseconds(round))
            while buffer.next(at: .milliseconds(round)) != nil { parsed += 1 }
            _ = buffer.due(at: .milliseconds(round))
        }
        #expect(parsed > 1000, "the fuzz reached nothing: \(parsed)")
    }
}
