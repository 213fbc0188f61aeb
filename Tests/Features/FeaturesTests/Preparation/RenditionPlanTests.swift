import PlayCore
import TestSupport
import Testing

@testable import Preparation

@Suite("Renditions of a film")
struct RenditionPlanTests {
    private func sizes(_ width: Int, _ height: Int) -> [String] {
        RenditionPlan(width: width, height: height).sizes.map { "\($0.name) \($0.width)x\($0.height)" }
    }

    @Test("large films get 240p and 480p, medium ones get 240p, and small ones get nothing")
    func sizes() {
        expect(sizes(1920, 1080), is: ["240p 426x240", "480p 854x480"])
        expect(sizes(1280, 720), is: ["240p 426x240", "480p 854x480"])
        expect(sizes(854, 480), is: ["240p 428x240"])
        expect(sizes(640, 360), is: [])
        expect(sizes(128, 32), is: [])
        // The shorter side decides, and all lengths are even.
        expect(sizes(1080, 1920), is: ["240p 240x426", "480p 480x854"])
        #expect(sizes(1001, 999).allSatisfy { !$0.isEmpty })
    }

    @Test("key frames are those of the film, at most 5 seconds and at least 2 seconds apart")
    func keyframes() {
        var plan = KeyframePlan()
        var keys: [Int] = []
        // The film's key frames are at 0, 1, 3 and 20 seconds.
        for second in 0..<24 where plan.isKey(at: .seconds(second), isKeyframe: [0, 1, 3, 20].contains(second)) {
            keys.append(second)
        }
        expect(keys, is: [0, 3, 8, 13, 18, 20])
    }

    @Test("the progress line shows film, percentage and remaining time within the given columns")
    func progress() {
        let info = FilmInfo(
            track: 0, duration: .seconds(100), width: 1280, height: 720, framesPerSecond: 25, timescale: 12_800,
            plan: RenditionPlan(width: 1280, height: 720))
        var progress = PreparationProgress([(info, 0), (info, 0)], at: .zero)
        progress.begin(0, name: "Big\u{1B}[31m Buck.mp4")
        expect(progress.timeLeft(at: .seconds(10)), is: nil)
        progress.advance(to: 0.5)
        // A quarter of the whole took ten seconds.
        expect(progress.timeLeft(at: .seconds(10)), is: .seconds(30))
        let line = progress.line(columns: 80, isUTF8: true, at: .seconds(10))
        #expect(line.hasPrefix("1/2  Big") && line.hasSuffix(" 50 %  00:30 to go"))
        #expect(line.contains("█░") && !line.contains("\u{1B}") && line.count < 80)
        #expect(!progress.line(columns: 80, isUTF8: false, at: .seconds(10)).unicodeScalars.contains { !$0.isASCII })
        for columns in 1..<120 {
            #expect(progress.line(columns: columns, isUTF8: true, at: .seconds(10)).count < max(2, columns))
        }
        // A failed film counts neither as remaining nor as completed work.
        progress.end()
        progress.begin(1, name: "second")
        expect(progress.timeLeft(at: .seconds(10)), is: .seconds(20))
    }
}
