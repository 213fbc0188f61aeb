import Media
import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite("Encoding of sound to packets of Opus")
struct OpusPacketsTests {
    private static func encode(_ coder: OpusPackets, at time: MediaTime) -> [MediaTime] {
        var times: [MediaTime] = []
        let block = [Float](repeating: 0.1, count: 1024)
        block.withUnsafeBufferPointer { coder.encode($0, at: time) { times.append($1) } }
        return times
    }

    @Test func packetTimesAreTwentyMillisecondsApart() {
        let coder = OpusPackets()
        var times: [MediaTime] = []
        for block in 0..<100 {
            // Arrivals are uneven.
            let unrest = MediaTime.milliseconds(block % 3)
            times += Self.encode(
                coder, at: MediaTime(nanoseconds: Int64(block) * 1024 * 1_000_000_000 / 48_000) + unrest)
        }
        #expect(times.count > 100)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(20) })
        // The first packet starts with the codec's look-ahead.
        #expect(abs(times[0].nanoseconds) < 10_000_000)
    }

    @Test func lostSoundLeavesAGapInTheTimes() {
        let coder = OpusPackets()
        for block in 0..<10 { _ = Self.encode(coder, at: MediaTime(nanoseconds: Int64(block) * 21_333_333)) }
        let later = (0..<3).flatMap { Self.encode(coder, at: .seconds(5) + MediaTime(nanoseconds: $0 * 21_333_333)) }
        expect(later.first.map { abs(($0 - .seconds(5)).nanoseconds) < 10_000_000 }, is: true)
    }

    @Test func packetsAfterARestStartAtTheNewTime() {
        let coder = OpusPackets()
        _ = Self.encode(coder, at: .zero)
        coder.rest()
        let later = (0..<3).flatMap { Self.encode(coder, at: .seconds(1) + MediaTime(nanoseconds: $0 * 21_333_333)) }
        expect(later.first.map { abs(($0 - .seconds(1)).nanoseconds) < 10_000_000 }, is: true)
    }
}
