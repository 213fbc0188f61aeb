import Media
import PlayCore
import TestSupport
import Testing

@testable import Playback

@Suite("Skipped silence")
struct SilenceCutterTests {
    private let format = AudioFormat(sampleRate: 8000, channelCount: 2)

    private func sound(_ milliseconds: Int, _ level: Float) -> [Float] {
        (0..<milliseconds * 16).map { $0 % 4 < 2 ? level : -level }
    }

    private func cut(_ samples: [Float], block: Int, _ rule: SilenceRule = SilenceRule()) -> [SilenceCutter.Piece] {
        var cutter = SilenceCutter(rule, format: format)
        var pieces: [SilenceCutter.Piece] = []
        for start in stride(from: 0, to: samples.count, by: block) {
            pieces += cutter.process(Array(samples[start..<min(start + block, samples.count)]))
            let gone = pieces.map(\.samples.count).reduce(0, +)
            expect(cutter.heldCount, is: min(start + block, samples.count) - gone)
        }
        pieces += cutter.finish()
        return pieces.reduce(into: []) { joined, piece in
            if joined.last?.isQuiet == piece.isQuiet {
                joined[joined.count - 1].samples += piece.samples
            } else {
                joined.append(piece)
            }
        }
    }

    @Test(
        "the first half second and the last tenth of a silence play unchanged, and the middle is marked as quiet",
        arguments: [14, 200, 100_000])
    func passages(block: Int) {
        let samples = sound(300, 0.5) + sound(2000, 0.001) + sound(400, 0.5) + sound(500, 0) + sound(100, 0.5)
        let pieces = cut(samples, block: block)
        expect(pieces.map(\.isQuiet), is: [false, true, false])
        expect(pieces.map { $0.samples.count / 16 }, is: [800, 1400, 1100])
        expect(pieces.flatMap(\.samples), is: samples, "nothing is lost")
    }

    @Test("the rule sets the threshold and the length")
    func rule() {
        var rule = SilenceRule()
        rule.threshold = -20
        rule.length = .zero
        let samples = sound(100, 0.5) + sound(300, 0.09) + sound(100, 0.5)
        expect(cut(samples, block: 20, rule).map { $0.samples.count / 16 }, is: [100, 200, 200])
        rule.threshold = -30
        expect(cut(samples, block: 20, rule).map(\.isQuiet), is: [false])
    }

    @Test("all samples pass complete and in order, for random sound in random block sizes")
    func whole() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let samples = (0..<Int.random(in: 1...20, using: &random)).flatMap { _ in
                sound(
                    Int.random(in: 1...900, using: &random),
                    [0, 0.001, 0.02, 0.5][Int.random(in: 0..<4, using: &random)])
            }
            expect(cut(samples, block: 2 * Int.random(in: 1...700, using: &random)).flatMap(\.samples), is: samples)
        }
    }
}
