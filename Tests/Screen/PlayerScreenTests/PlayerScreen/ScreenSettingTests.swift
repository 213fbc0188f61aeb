import Access
import Cells
import Foundation
import ListPlayer
import Options
import PlayCore
import ScreenKit
import TUI
import TestSupport
import Testing

@testable import PlayerScreen
@testable import Terminal

@Suite struct ScreenSettingTests {
    private func options(_ words: String...) throws -> PlayerOptions { try OptionParser.parse(words).options }

    private func mistake(_ body: () throws(StartError) -> Void) -> String? {
        do throws(StartError) {
            try body()
            return nil
        } catch {
            return error.message
        }
    }

    @Test("the manual page and the guide name every control of a layout")
    func namedControls() throws {
        let page = try String(
            contentsOf: Checkout.folder.appendingPathComponent("docs/guide/picture.md"), encoding: .utf8)
        let manual = ManualPage.source().replacing("\\-", with: "-")
        let list = try #require(manual.firstRange(of: "The names are ")).upperBound
        let names = manual[list...].prefix(600).replacing("\\fB", with: " ").replacing("\\fR", with: " ").split {
            $0.isWhitespace || $0 == ","
        }
        for name in ControlTag.allCases.compactMap(\.fileName) {
            #expect(names.contains(Substring(name)), "the manual lacks \(name)")
            #expect(page.contains("`\(name)`"), "the guide lacks \(name)")
        }
    }

    @Test("UI-10: a layout comes from a file or by its name from the configuration, and a mistake names file and line")
    func layouts() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("layouts.conf")
        try Data("[mine]\nstandard = playback \"my own bar\" progress:8:1\n".utf8).write(to: file)
        let home = ["TVPLAY_HOME": folder.path]
        for (option, environment) in [(file.path, [:]), ("mine", home)] as [(String, [String: String])] {
            let library = try LayoutFiles.library(option) { environment[$0] }
            expect(library.choice, is: .named("mine"))
            expect(library.own.map(\.name), is: ["mine"])
        }
        try expect(LayoutFiles.library("vod") { _ in nil }.choice, is: .named("vod"))
        expect(
            mistake { () throws(StartError) in _ = try LayoutFiles.library("other") { home[$0] } }?
                .hasPrefix("No layout other in "), is: true)
        expect(
            mistake { () throws(StartError) in _ = try LayoutFiles.library("other") { _ in nil } },
            is: "Unknown layout other.")
        try Data("[mine]\nstandard = plaback\n".utf8).write(to: file)
        expect(
            mistake { () throws(StartError) in _ = try LayoutFiles.library(file.path) { _ in nil } }?
                .contains("/layouts.conf:2: "), is: true)
    }

    @Test("INFO-09, CFG-09, PLAY-19: marquee and watermark follow the options, with the viewer's own texts")
    func overlays() throws {
        let options = try options(
            "--marquee=Mei ${user.number}", "--marquee-speed=20", "--marquee-color=#ff0000", "--user-number=0042",
            "--watermark=tvplay test", "--watermark-position=left-top")
        let access = SourceAccess(options)
        defer { access.close() }
        let loader = OverlayLoader(options, access: access, playing: { nil }, forbidsCapture: { false })
        defer { loader.close() }
        expect(loader.overlays.marquee?.text, is: "Mei 0042")
        expect(loader.overlays.marquee?.speed, is: 20)
        expect(loader.overlays.marquee?.color, is: .rgb(255, 0, 0))
        expect(loader.overlays.customWatermark, is: Watermark(text: "tvplay test", position: .leftTop))
    }

    @Test("graphics are used if the terminal supports them, or else characters with one notice")
    func graphics() throws {
        let size = TerminalSize(columns: 80, rows: 24, pixelWidth: 640, pixelHeight: 384)
        func decides(_ choice: inout GraphicsChoice, _ terminal: TerminalCapabilities) -> Bool {
            choice.decide(terminal, size)
        }
        for name in ["sixel", "kitty"] {
            let wish = try options("--vo=" + name).pictureOutput
            var terminal = TerminalCapabilities()
            terminal.answersQueries = true
            var choice = GraphicsChoice(wish)
            #expect(!decides(&choice, terminal), "it has not answered yet")
            expect(choice.output(terminal, size, paneRows: 24), is: nil)
            terminal.isIdentified = true
            #expect(decides(&choice, terminal))
            expect(choice.notice, is: "This terminal does not support \(name) graphics: using characters")
            expect(choice.output(terminal, size, paneRows: 24), is: nil)
            #expect(!decides(&choice, terminal), "it is told once")
            (terminal.hasSixel, terminal.hasKittyGraphics) = (true, true)
            choice = GraphicsChoice(wish)
            #expect(decides(&choice, terminal))
            expect(choice.notice, is: nil)
            #expect(choice.output(terminal, size, paneRows: 24) != nil)
        }
        // Without a wish for pixels, kitty's graphics count only in shared memory.
        for isNear in [false, true] {
            var choice = GraphicsChoice(try options("--vo=auto").pictureOutput)
            var terminal = TerminalCapabilities()
            (terminal.answersQueries, terminal.hasKittyGraphics, terminal.readsSharedMemory) = (true, true, isNear)
            expect(decides(&choice, terminal), is: isNear)
            terminal.isIdentified = true
            expect(decides(&choice, terminal), is: !isNear)
            #expect((choice.notice != nil) == isNear && (choice.output(terminal, size, paneRows: 24) != nil) == isNear)
        }
        var none = GraphicsChoice(try options("--vo=half").pictureOutput)
        #expect(!decides(&none, TerminalCapabilities()))
    }

    @Test("CTRL-14: a screenshot template that names a folder is refused")
    func template() throws {
        let wrong = try options("--screenshot-template=../%n")
        let words = mistake { () throws(StartError) in _ = try ScreenshotWriter.Settings(wrong) }
        expect(words?.hasPrefix("Invalid --screenshot-template=../%n"), is: true)
        let right = try options("--screenshot-template=a %wS")
        expect(mistake { () throws(StartError) in _ = try ScreenshotWriter.Settings(right) }, is: nil)
    }

    @Test("UI-05: --bar-fade-in and --bar-fade-out are in milliseconds, and 0 by default over SSH")
    func fades() throws {
        func times(_ words: String..., isRemote: Bool = false) throws -> [HostTime] {
            let options = try OptionParser.parse(words + ["a.mkv"]).options
            let controls = ControlOptions(options, isFeed: false, hasScreen: true, isRemote: isRemote)
            return [controls.showAnimation, controls.hideAnimation]
        }
        try expect(times(), is: [.milliseconds(200), .milliseconds(500)])
        try expect(times(isRemote: true), is: [.zero, .zero])
        try expect(times("--bar-fade-in=0", "--bar-fade-out=1500"), is: [.zero, .milliseconds(1500)])
        try expect(times("--bar-fade-out=300", isRemote: true), is: [.zero, .milliseconds(300)])
        #expect(throws: (any Error).self) { try times("--bar-fade-in=-1") }
    }
}
