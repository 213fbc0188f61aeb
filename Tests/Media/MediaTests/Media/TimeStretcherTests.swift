import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("Time stretching")
struct TimeStretcherTests {
    private static let rates = [0.25, 0.5, 0.8, 1.1, 1.5, 2, 3, 4]
    private let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    private func stretched(_ samples: [Float], _ rate: Double, block: Int = 2048) -> [Float] {
        let stretcher = TimeStretcher(format: format, rate: PlaybackRate(rate))
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: block) {
            output += stretcher.process(Array(samples[start..<min(start + block, samples.count)]))
        }
        return output + stretcher.finish()
    }

    /// Returns a tone that is the same in both channels.
    private func tone(_ seconds: Double, _ frequency: Double) -> [Float] {
        (0..<Int(seconds * 48_000) * 2).map { Float(0.5 * sin(Double($0 / 2) / 48_000 * frequency * 2 * .pi)) }
    }

    @Test(
        "PLAY-11: from a quarter to four times the speed, sound has the right length and keeps its pitch and level",
        arguments: rates)
    func tones(rate: Double) {
        for frequency in [110.0, 440, 2500] {
            let output = stretched(tone(1, frequency), rate)
            expect(output.count, is: 2 * Int((48_000 / rate).rounded()))
            let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
            let middle = left.dropFirst(2400).dropLast(2400)
            let crossings = zip(middle, middle.dropFirst()).count { ($0 < 0) != ($1 < 0) }
            let found = Double(crossings) / 2 / (Double(middle.count) / 48_000)
            #expect(abs(found - frequency) < frequency * 0.02 + 2, "\(frequency): \(found)")
            let level = (middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)).squareRoot()
            #expect(abs(level - 0.3536) < 0.02, "\(frequency): \(level)")
        }
    }

    @Test("PLAY-11: a stretched tone has no clicks", arguments: rates)
    func clicks(rate: Double) {
        let left = stretched(tone(1, 440), rate).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        let steps = zip(left.dropFirst(), left).map { abs($0 - $1) }
        // The steepest step of the tone itself is 0.0288.
        #expect((steps.max() ?? 1) < 0.035, "\(steps.max() ?? 1)")
    }

    @Test("PLAY-11: a stretched sound is heard at its scaled time, and the last sample stays last", arguments: rates)
    func places(rate: Double) {
        var samples = [Float](repeating: 0, count: 48_000 * 2 * 2)
        for frame in 48_000..<48_240 { (samples[frame * 2], samples[frame * 2 + 1]) = (0.8, 0.8) }
        samples[samples.count - 1] = 0.7
        let output = stretched(samples, rate)
        let first = (output.firstIndex { $0 > 0.1 } ?? 0) / 2
        #expect(abs(Double(first) - 48_000 / rate) < 48_000 * 0.02 / min(1, rate), "\(first)")
        expect(output.last, is: 0.7)
    }

    @Test("PLAY-11: the block size changes nothing, silence stays silent, and short sound has the right length")
    func blocks() {
        var random = SeededGenerator(seed: 9)
        let noise = (0..<60_000).map { _ in Float.random(in: -0.5...0.5, using: &random) }
        for rate in Self.rates {
            let whole = stretched(noise, rate, block: 60_000)
            expect(stretched(noise, rate, block: 34), is: whole)
            #expect(stretched([Float](repeating: 0, count: 20_000), rate).allSatisfy { $0 == 0 })
            for count in [0, 1, 2, 100, 959, 960, 961, 1500] {
                let few = stretched(Array(noise.prefix(count * 2)), rate)
                expect(few.count, is: 2 * Int((Double(count) / rate).rounded()), "\(count)")
            }
        }
    }
}
