import PlayCore
import TestSupport
import Testing

@testable import WebRTC

@Suite("Jitter buffer")
struct JitterBufferTests {
    private static func packet(_ sequence: UInt16) -> RTPPacket {
        RTPPacket(payloadType: 96, sequence: sequence, timestamp: 0, source: 1, payload: [1])
    }

    private static func output(_ buffer: inout JitterBuffer, at now: Int) -> [String] {
        var output: [String] = []
        while let next = buffer.next(at: .milliseconds(now)) {
            switch next {
            case .packet(let packet): output.append("\(packet.sequence)")
            case .lost(let count): output.append("lost \(count)")
            }
        }
        return output
    }

    @Test func wrappedSequenceNumbersAreUnwrapped() {
        var unwrapper = NumberUnwrapper(bits: 16)
        let numbers: [UInt16] = [65_534, 65_535, 0, 1, 65_535, 40_000, 1]
        let unwrapped = numbers.map { unwrapper.unwrap($0) }
        expect(unwrapped, is: [65_534, 65_535, 65_536, 65_537, 65_535, 40_000, 65_537])
    }

    @Test func packetsComeOutInOrderAcrossTheSequenceWrap() {
        var buffer = JitterBuffer()
        var output: [String] = []
        for sequence in [65_533, 65_535, 65_534, 1, 0, 0, 65_535, 2] as [UInt16] {
            _ = buffer.insert(Self.packet(sequence), at: .milliseconds(1))
            output += Self.output(&buffer, at: 1)
        }
        expect(output, is: ["65533", "65534", "65535", "0", "1", "2"])
    }

    @Test func duplicatePacketsAreRecognized() {
        var buffer = JitterBuffer()
        expect(buffer.insert(Self.packet(5), at: .zero), is: .new)
        expect(buffer.insert(Self.packet(7), at: .zero), is: .new)
        expect(buffer.insert(Self.packet(7), at: .zero), is: .duplicate)
        expect(Self.output(&buffer, at: 0), is: ["5"])
        expect(buffer.insert(Self.packet(5), at: .zero), is: .duplicate)
    }

    @Test func aGapIsRequestedRepeatedlyAndThenGivenUp() {
        var buffer = JitterBuffer()
        buffer.patience.roundTrip = .milliseconds(40)
        _ = buffer.insert(Self.packet(10), at: .zero)
        _ = buffer.insert(Self.packet(13), at: .zero)
        expect(Self.output(&buffer, at: 0), is: ["10"])
        expect(buffer.due(at: .milliseconds(4)), is: [], "packets overtake each other")
        expect(buffer.deadline(at: .milliseconds(4)), is: .milliseconds(5))
        expect(buffer.due(at: .milliseconds(5)), is: [11, 12])
        expect(buffer.due(at: .milliseconds(54)), is: [])
        expect(buffer.due(at: .milliseconds(55)), is: [11, 12], "after a quarter more than there and back")
        // The longest time that a repeated packet can take.
        expect(Self.output(&buffer, at: 249), is: [])
        expect(Self.output(&buffer, at: 250), is: ["lost 2", "13"])
        expect(buffer.deadline(at: .milliseconds(250)), is: nil)
    }

    @Test func aRetransmittedPacketFillsTheGap() {
        var buffer = JitterBuffer()
        for sequence in [1, 3, 4] as [UInt16] { _ = buffer.insert(Self.packet(sequence), at: .zero) }
        expect(Self.output(&buffer, at: 0), is: ["1"])
        expect(buffer.insert(Self.packet(2), at: .milliseconds(30)), is: .new)
        expect(Self.output(&buffer, at: 30), is: ["2", "3", "4"])
        expect(buffer.due(at: .milliseconds(99)), is: [])
    }

    @Test func aLatePacketExtendsTheWait() {
        var buffer = JitterBuffer(asks: false)
        expect(buffer.patience.length(at: .zero), is: .milliseconds(20))
        for sequence in [1, 3] as [UInt16] { _ = buffer.insert(Self.packet(sequence), at: .zero) }
        expect(Self.output(&buffer, at: 40), is: ["1", "lost 1", "3"])
        expect(buffer.insert(Self.packet(2), at: .milliseconds(80)), is: .late)
        expect(buffer.patience.length(at: .milliseconds(80)), is: .milliseconds(110))
        expect(buffer.patience.length(at: .seconds(100)), is: .milliseconds(20), "it fades")
    }

    @Test func theWaitForAGapIsBounded() {
        var patience = HolePatience()
        expect(patience.length(at: .zero), is: .milliseconds(250))
        patience.roundTrip = .seconds(3)
        expect(patience.length(at: .zero), is: .milliseconds(250))
        patience.roundTrip = .milliseconds(10)
        expect(patience.length(at: .zero), is: .milliseconds(230))
        expect(HolePatience(asks: false).length(at: .zero), is: .milliseconds(20))
    }

    @Test func soundWaitsAtMost80MillisecondsForAPacket() {
        var patience = HolePatience(isSound: true)
        expect(patience.length(at: .zero), is: .milliseconds(80))
        patience.roundTrip = .milliseconds(20)
        expect(patience.length(at: .zero), is: .milliseconds(50), "asked for once, after 20 ms")
        patience.note(late: .milliseconds(48), at: .zero)
        expect(patience.length(at: .zero), is: .milliseconds(70))
        patience.note(late: .milliseconds(75), at: .zero)
        expect(patience.length(at: .zero), is: .milliseconds(80))
        patience = HolePatience(isSound: true)
        patience.roundTrip = .milliseconds(20)
        patience.note(late: .milliseconds(190), at: .zero)
        expect(patience.length(at: .zero), is: .milliseconds(50), "nobody would have waited for it")
    }

    @Test func aRestartedStreamIsFollowed() {
        var buffer = JitterBuffer()
        _ = buffer.insert(Self.packet(1), at: .zero)
        expect(buffer.insert(Self.packet(30_000), at: .zero), is: .restart)
        expect(Self.output(&buffer, at: 0), is: ["lost 1", "30000"])
    }

    @Test func anUnreadBufferIsBounded() {
        var buffer = JitterBuffer()
        for number in 0..<10_000 where number != 1 { _ = buffer.insert(Self.packet(UInt16(number)), at: .zero) }
        var count = 0
        while buffer.next(at: .zero) != nil { count += 1 }
        #expect(count <= JitterBuffer.packetLimit + 1)
    }

    /// Random loss, duplicates and reordering, with requested packets sent again. In the end none is missing.
    @Test(arguments: 1...5)
    func retransmissionsRecoverNearlyAllLostPackets(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var buffer = JitterBuffer()
        buffer.patience.roundTrip = .milliseconds(40)
        // Packets by arrival.
        var onTheWay: [(at: Int, sequence: UInt16)] = []
        var output: [String] = []
        let first: UInt16 = 65_000
        for now in 0..<2300 {
            if now < 2000 {
                let sequence = first &+ UInt16(now)
                let roll = Int.random(in: 0..<100, using: &random)
                if roll >= 5 || now == 0 {
                    onTheWay.append((now + 20 + (now == 0 ? 0 : Int.random(in: 0..<6, using: &random)), sequence))
                }
                if roll > 95 { onTheWay.append((now + 28, sequence)) }
            }
            for arrived in onTheWay.filter({ $0.at == now }) {
                _ = buffer.insert(Self.packet(arrived.sequence), at: .milliseconds(now))
            }
            onTheWay.removeAll { $0.at <= now }
            output += Self.output(&buffer, at: now)
            for asked in buffer.due(at: .milliseconds(now)) where Int.random(in: 0..<100, using: &random) >= 5 {
                onTheWay.append((now + 40, asked))
            }
        }
        // Of two thousand packets, five are lost twice at five percent loss, and a few three times.
        let lost = output.filter { $0.hasPrefix("lost") }.count
        #expect(lost <= 2)
        let numbers = output.compactMap { UInt16($0) }.map { $0 &- first }
        expect(numbers, is: numbers.sorted())
        #expect(numbers.count >= 1990)
    }
}
