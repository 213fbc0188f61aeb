import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("Preloading")
struct PreloadTests {
    @Test("ADV-66: the k-th neighbour gets max(0, base − (k − 1) × offset)")
    func amounts() {
        let amounts = PreloadAmounts()
        let milliseconds = (1...7).map { amounts.amount(ofNeighbour: $0) }
        expect(milliseconds, is: [1000, 800, 600, 400, 200, 0, 0].map { MediaTime.milliseconds($0) })
    }

    @Test("ADV-66: the default plan preloads one previous and three next items, the nearest first")
    func plan() {
        expect(PreloadAmounts().plan.map(\.offset), is: [1, -1, 2, 3])
        expect(PreloadAmounts().plan.map(\.amount), is: [1000, 1000, 800, 600].map { MediaTime.milliseconds($0) })
        let short = PreloadAmounts(base: .milliseconds(500), decrease: .milliseconds(300), previous: 5, next: 0)
        expect(short.plan.map(\.offset), is: [-1, -2])
        #expect(PreloadAmounts(previous: 0, next: 0).plan.isEmpty)
        #expect(PreloadAmounts(base: .milliseconds(-1), previous: -3, next: 2).plan.isEmpty)
    }

    private struct Case {
        let mode: MultiRateMode
        /// The start indices: with and without preloaded data, and without a previous item.
        let loaded: Int
        let unloaded: Int
        let alone: Int
        let preload: Int
    }

    @Test("ADV-67: each mode starts with the default, the preloaded or the previous rendition")
    func modes() throws {
        let ladder = try Ladders.four()
        let previous = Ladders.rung(9, 1920, 1080)
        let cases = [
            Case(mode: .standard, loaded: 1, unloaded: 1, alone: 1, preload: 1),
            Case(mode: .firstFrame, loaded: 0, unloaded: 1, alone: 1, preload: 1),
            Case(mode: .firstFrameAndSmooth, loaded: 0, unloaded: 3, alone: 1, preload: 3),
            Case(mode: .smooth, loaded: 3, unloaded: 3, alone: 1, preload: 3),
        ]
        for item in cases {
            let mode = item.mode
            let loaded = ladder[0].key
            expect(
                mode.startIndex(in: ladder, preloaded: loaded, previous: previous, standard: 1), is: item.loaded)
            expect(mode.startIndex(in: ladder, preloaded: nil, previous: previous, standard: 1), is: item.unloaded)
            expect(mode.startIndex(in: ladder, preloaded: nil, previous: nil, standard: 1), is: item.alone)
            expect(mode.preloadIndex(in: ladder, previous: previous, standard: 1), is: item.preload)
            expect(mode.preloadIndex(in: ladder, previous: nil, standard: 1), is: 1)
        }
        expect(MultiRateMode.allCases.map(\.rawValue), is: [0, 1, 2, 3])
    }
}
