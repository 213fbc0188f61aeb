import Cells
import ClassPanes
import Foundation
import TUI
import TestSupport
import Testing

/// A screen that is stored as a file, for one part of the interface, one size and one language.
struct StoredScreen: Sendable, CustomTestStringConvertible {
    struct Size: Sendable, Equatable, CustomTestStringConvertible {
        let columns: Int
        let rows: Int
        var testDescription: String { "\(columns)x\(rows)" }

        init(_ columns: Int, _ rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    let name: String
    let size: Size
    let isChinese: Bool

    var file: String { "\(name)-\(size.testDescription)" + (isChinese ? "-zh" : "") }
    var testDescription: String { file }

    /// Returns the name without the prefix of its kind.
    func name(without prefix: String) -> String { String(name.dropFirst(prefix.count)) }

    /// Returns each name in English at the first size. Every `step`-th name follows at one of the other sizes in turn,
    /// in Chinese if it is translated. Each name and each size is stored that way, but not every pair.
    static func plan(
        _ prefix: String, _ names: [String], _ sizes: [Size], every step: Int = 2, isTranslated: Bool = true
    ) -> [StoredScreen] {
        let others = Array(sizes.dropFirst())
        return names.enumerated().flatMap { index, name in
            let first = StoredScreen(name: prefix + name, size: sizes[0], isChinese: false)
            guard index % step == 0, !others.isEmpty else { return [first] }
            let turn = others[index / step % others.count]
            return [first, StoredScreen(name: prefix + name, size: turn, isChinese: isTranslated)]
        }
    }

    /// Compares the screen of a state with its file. With TVPLAY_UPDATE_SCREENS=1 the file is written first.
    func check(_ state: () throws -> AppState) throws {
        func render() throws -> String { ScreenText.file(compose(try state(), at: Samples.now).chrome) }
        let text = isChinese ? try ChineseCatalogue.use(render) : try render()
        try expect(ScreenText.fixture(file, updatedTo: text), is: text)
    }

    /// Composes a state at every size, in both languages. Screens that are not stored must at least be complete.
    static func checkWhole(_ name: String, _ sizes: [Size], _ state: (Size) throws -> AppState) throws {
        for size in sizes {
            for isChinese in [false, true] {
                func chrome() throws -> CellBuffer { compose(try state(size), at: Samples.now).chrome }
                let screen = isChinese ? try ChineseCatalogue.use(chrome) : try chrome()
                expect(screen.columns, is: size.columns)
                if !screen.hasWholeGlyphs { Issue.record("\(name) \(size)\n\(ScreenText.render(screen))") }
            }
        }
    }
}

@Suite("Stored screens")
struct StoredScreenTests {
    @Test("every stored screen is used by a test, and no two of them are equal")
    func files() throws {
        let plans =
            ScreenFixtureTests.plan + PanelFixtureTests.plan + DownloadsFixtureTests.plan + ClassScreenTests.plan
            + HomeFixtureTests.plan + LiveScreenTests.plan
        let expected = Set(plans.map(\.file) + ScreenFixtureTests.asciiFiles)
        let stored = try ScreenText.storedNames()
        expect(Set(stored), is: expected)
        var names: [String: String] = [:]
        for name in stored.sorted() {
            let text = try ScreenText.stored(name)
            if let other = names[text] { Issue.record("\(name) and \(other) show the same") }
            names[text] = name
        }
    }
}
