import Cells
import PlayCore
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Laws of the control layout")
struct ControlLayoutLawTests {
    private static let widths = 20...500

    // MARK: Random rows

    @Test("UI-13, UI-24: random rows obey the layout's laws at every width from 20 to 500")
    func everyWidth() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<100 {
            let views = Self.views(&random)
            let row = RowLaws(views, spacing: Int.random(in: 0...3, using: &random)) { _ in 4 }
            for width in Self.widths { row.check(width) }
        }
    }

    @Test("UI-11, UI-13, UI-21: rows with any elasticities and removed views obey the layout's laws")
    func manyRows() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let views = Self.views(&random)
            let row = RowLaws(views, spacing: Int.random(in: 0...3, using: &random)) { $0 == .volume ? 0 : 5 }
            for _ in 0..<6 { row.check(Int.random(in: Self.widths, using: &random)) }
        }
    }

    private static func views(_ random: inout SeededGenerator) -> [LayoutView] {
        (0..<Int.random(in: 1...16, using: &random)).map { number in
            let tag = ControlTag.allCases.randomElement(using: &random) ?? .empty
            let width = Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: 0...14, using: &random)
            return LayoutView(
                number, tag, width: width.map { .columns($0) } ?? .standard, elasticity: elasticity(&random),
                isRemoved: Int.random(in: 0..<5, using: &random) == 0)
        }
    }

    /// Returns a fixed or an ordinary elasticity, or the worst that a file can contain.
    private static func elasticity(_ random: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2: 0
        case 3: 1
        case 4: Double.random(in: 0...3, using: &random)
        case 5: Double.random(in: 0...1000, using: &random)
        case 6: [0.001, 0.0004, 0.3, 7.5, 24, 999.999, 1e9][Int.random(in: 0..<7, using: &random)]
        default: [-1, .nan, .infinity, -.infinity][Int.random(in: 0..<4, using: &random)]
        }
    }

    // MARK: The supplied rows

    /// Returns the states that decide the widths of controls, in the current language.
    private static func states() -> [AppState] {
        var long = Samples.rich()
        (long.bar.showsMilliseconds, long.bar.showsRemaining) = (true, true)
        var ascii = Samples.rich()
        ascii.terminal.isASCII = true
        return [
            Samples.playing(), Samples.rich(isChinese: true), long, ascii, Samples.live(behind: 42, window: 1800),
            Samples.live(behind: 0, window: 0),
        ]
    }

    private static func inBothLanguages(_ body: () -> Void) {
        body()
        ChineseCatalogue.use(body)
    }

    @Test("UI-08, UI-13, UI-21: the supplied rows obey the layout's laws, in English and Chinese")
    func suppliedRows() {
        var random = SeededGenerator(seed: 13)
        let rows = LayoutLibrary.supplied.flatMap { $0.layout.rows(.standard) + $0.layout.rows(.compact) }
        Self.inBothLanguages {
            for metrics in Self.states().map(ControlMetrics.init) {
                for row in rows {
                    for _ in 0..<120 {
                        let keeps = Int.random(in: 0..<2, using: &random) == 0
                        let views = row.enumerated().map { number, view in
                            LayoutView(
                                number, view.tag, width: view.width,
                                elasticity: keeps
                                    ? Double(view.elasticityInThousandths) / 1000 : Self.elasticity(&random),
                                isRemoved: Bool.random(using: &random), text: view.text)
                        }
                        let laws = RowLaws(views, spacing: 1, standardWidth: metrics.width)
                        for _ in 0..<8 { laws.check(Int.random(in: Self.widths, using: &random)) }
                    }
                }
            }
        }
    }

    @Test("UI-13, UI-17, UI-18: the drawn bar fills its rows at every width from 20 to 500, in English and Chinese")
    func drawnBar() {
        Self.inBothLanguages {
            for state in Self.states() {
                for width in Self.widths {
                    var state = state
                    state.apply(.terminal(TerminalTraits(columns: width, rows: 24, isASCII: state.terminal.isASCII)))
                    Self.checkBar(state, width)
                }
            }
        }
    }

    private static func checkBar(_ state: AppState, _ width: Int) {
        let geometry = ScreenGeometry(state, at: Samples.now)
        let chrome = compose(state, at: Samples.now).chrome
        for row in geometry.barRows {
            let text = ScreenText.text(row: row.row, of: chrome)
            let isElastic = row.controls.contains { $0.tag == .progress || $0.tag == .empty }
            let end = row.controls.last.map { $0.column + $0.width } ?? 0
            let isOpaque = (0..<width).allSatisfy { !chrome[$0, row.row].isTransparent }
            let isApart = zip(row.controls, row.controls.dropFirst()).allSatisfy {
                $0.column + $0.width < $1.column
            }
            #expect(
                isOpaque,
                "width \(width): \(row.controls)\n\(text)")
            #expect(
                isApart,
                "width \(width): \(row.controls)\n\(text)")
            #expect(
                end <= width - ScreenGeometry.inset,
                "width \(width): \(row.controls)\n\(text)")
            #expect(
                (!isElastic || end == width - ScreenGeometry.inset),
                "width \(width): \(row.controls)\n\(text)")
            expect(
                TextWidth.columns(of: text), is: width,
                "width \(width): \(row.controls)\n\(text)")
        }
    }
}
