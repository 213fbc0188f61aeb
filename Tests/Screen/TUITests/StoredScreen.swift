import Cells
import Foundation
import TUI
import TestSupport
import Testing

/// A screen that is kept as a file: what of the interface, how large, in which language.
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

    /// The name without the prefix of its kind.
    func name(without prefix: String) -> String { String(name.dropFirst(prefix.count)) }

    /// Each name once in English at the first size, and `extra` of every `every` names at one of the other sizes by
    /// turns, in Chinese where there is Chinese: each name is kept and so is each size, without keeping every pair.
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

    /// Holds the screen of a state against the file; with TVPLAY_UPDATE_SCREENS=1 the file is written first.
    func check(_ state: () throws -> AppState) throws {
        func render() throws -> String { ScreenText.file(compose(try state(), at: Samples.now).chrome) }
        let text = isChinese ? try ChineseCatalogue.use(render) : try render()
        try expect(ScreenText.fixture(file, updatedTo: text), is: text)
    }

    /// Composes a state at every size, in both languages: what is not kept as a file is at least whole.
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

@Suite("The stored screens")
struct StoredScreenTests {
    @Test("are all looked at by a test, and no two of them show the same")
    func files() throws {
        let plans =
            ScreenFixtureTests.plan + PanelFixtureTests.plan + DownloadsFixtureTests.plan + RoomScreenTests.plan
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
