import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import DownloadScreen
@testable import TUI

@Suite("Page of keys")
struct HelpPageTests {
    private func screen(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    private func state(columns: Int = 80, rows: Int = 24) -> AppState {
        var state = Samples.playing()
        state.apply(.terminal(TerminalTraits(columns: columns, rows: rows)))
        state.press("?")
        return state
    }

    @Test("the keys of downloads beside a floating picture show Space as the picture's key")
    func downloadsBesidePicture() {
        for hasPicture in [true, false] {
            var state = Samples.playing()
            state.apply(.terminal(TerminalTraits(columns: 120, rows: 60)))
            if !hasPicture { state.report { ($0.tracks, $0.videoTrack) = ([Samples.audioTrack(1, "eng")], nil) } }
            state.downloads.offer()
            state.press("g")
            state.press("D")
            #expect(state.showsDownloads)
            expect((state.floatingFrame != nil), is: hasPicture)
            let entries = HelpPage.lines(state).compactMap { line -> String? in
                if case .entry(let keys, let title) = line { keys + ": " + title } else { nil }
            }
            expect(entries.contains("Space: pause or play"), is: hasPicture, "\(entries)")
            expect(entries.contains("p: pause or resume"), is: hasPicture)
            expect(entries.contains("p  Space: pause or resume"), is: !hasPicture)
        }
    }

    @Test("a wide terminal shows all groups completely, in columns")
    func columns() throws {
        let narrow = HelpPage.layout(state())
        expect(narrow.columns.count, is: 1)
        #expect(narrow.lastScroll > 0)
        let wide = state(columns: 200, rows: 60)
        let layout = HelpPage.layout(wide)
        #expect(layout.columns.count > 1)
        expect(layout.lastScroll, is: 0)
        let text = screen(wide)
        for line in HelpPage.lines(wide) {
            switch line {
            case .gap: break
            case .heading(let title): #expect(text.contains(title), "\(title)")
            case .entry(let keys, let title):
                #expect(text.contains(keys) && text.contains(title), "\(keys) \(title)")
            }
        }
        // A column begins with a heading, and none ends with one.
        for column in layout.columns {
            guard case .heading = column.first, case .entry = column.last else {
                Issue.record("\(column)")
                continue
            }
        }
    }

    @Test("typing after / filters the keys, Enter keeps the filter, and Esc clears it and then closes the page")
    func search() {
        var state = state()
        for key in "/screensh" { #expect(state.press(key).isEmpty) }
        #expect(screen(state).contains("Keys  /screensh_"))
        #expect(screen(state).contains("screenshot of the screen as text"))
        #expect(!screen(state).contains("play or pause"))
        // A key of the player is a letter here.
        for key in "q" { #expect(state.press(key).isEmpty) }
        #expect(screen(state).contains("No matches"))
        state.press(.backspace)
        state.press(.enter)
        #expect(screen(state).contains("screenshot of the screen as text"))
        #expect(state.press("j").isEmpty && state.help?.search == "screensh")
        state.press(.escape)
        expect(state.help?.search, is: "")
        state.press(.escape)
        expect(state.help, is: nil)
        // The title of a section finds all of its keys.
        state.press("?")
        for key in "/SUBTIT" { state.press(key) }
        #expect(screen(state).contains("0.1 seconds earlier or later"))
        for _ in 0..<2 { state.press(.escape) }
        // A single key is found by its name.
        state.press("?")
        for key in "/w" { state.press(key) }
        #expect(screen(state).contains("scaling: fit, fill, stretch"))
    }

    @Test("on the page of a class each key has a single meaning, and keys of lists are separate")
    func oneMeaning() {
        let lines = HelpPage.lines(.roomPage, isASCII: true)
        var meanings: [String: [String]] = [:]
        var isElsewhere = false
        for line in lines {
            if case .heading(let title) = line {
                isElsewhere = Keymap.roomPage.groups.first { $0.title == title }?.isElsewhere ?? false
            }
            guard case .entry(let keys, let title) = line, !isElsewhere else { continue }
            for key in keys.split(separator: "  ") { meanings[String(key), default: []].append(title) }
        }
        expect(meanings["<"], is: ["widen or narrow the lists"])
        #expect(lines.contains(.entry(keys: "g-g  Home  G  End", title: "first, last")))
        for (key, titles) in meanings { expect(titles.count, is: 1, "\(key): \(titles)") }
        #expect(
            lines.contains(.entry(keys: "j  Down", title: "down, up"))
                || lines.contains { line in
                    if case .entry(let keys, "down, up") = line { keys.contains("j") } else { false }
                })
    }
}
