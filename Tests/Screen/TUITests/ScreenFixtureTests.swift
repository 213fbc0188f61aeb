import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("Screens as text")
struct ScreenFixtureTests {
    typealias Size = StoredScreen.Size
    static let sizes = [Size(80, 24), Size(79, 24), Size(100, 30), Size(160, 45), Size(240, 67), Size(20, 5)]
    static let plan = StoredScreen.plan("", names, sizes)
    static let asciiNames = ["playing", "audio-only", "loading", "help"]
    static let asciiFiles = asciiNames.map { "ascii-\($0)" }
    static let names = [
        "playing", "paused", "failed", "loading", "audio-only", "help", "statistics", "chinese", "hover", "ended",
        "live",
        "prompt", "always", "two-tracks", "vertical",
    ]

    @Test("UI-01, PLAY-31, ARCH-24: every state has its stored screens", arguments: plan)
    func screen(_ screen: StoredScreen) throws {
        try screen.check { Self.state(screen.name, screen.size.columns, screen.size.rows) }
    }

    @Test("UI-01: every state has a complete screen at every size, in English and Chinese", arguments: names)
    func whole(_ name: String) throws {
        try StoredScreen.checkWhole(name, Self.sizes) { Self.state(name, $0.columns, $0.rows) }
    }

    @Test("UI-33: a terminal without UTF-8 shows only ASCII", arguments: names)
    func asciiOnly(_ name: String) {
        var state = Self.state(name, 80, 24)
        state.terminal.isASCII = true
        state.report { $0.title = "plain" }
        let composed = compose(state, at: Samples.now).chrome
        let chrome = Hostile.asShown(composed)
        for row in 0..<chrome.rows {
            for column in 0..<chrome.columns where !composed[column, row].isTransparent {
                #expect((0x20...0x7E).contains(chrome[column, row].glyph))
            }
        }
    }

    @Test("UI-33: the ASCII forms of bar and level meter have their stored screens", arguments: asciiNames)
    func asciiScreens(_ name: String) throws {
        var state = Self.state(name, 80, 24)
        state.terminal.isASCII = true
        let text = ScreenText.file(compose(state, at: Samples.now).chrome)
        try expect(ScreenText.fixture("ascii-\(name)", updatedTo: text), is: text)
    }

    static func state(_ name: String, _ columns: Int, _ rows: Int) -> AppState {
        var state = Samples.playing(columns, rows)
        switch name {
        case "paused": state = Samples.with(Samples.snapshot(.paused), columns, rows)
        case "failed":
            state = Samples.with(Samples.failed(), columns, rows)
            state.playlist = PlaylistPosition(index: 0, count: 3)
        case "loading": state = Samples.with(Samples.loading(), columns, rows)
        case "audio-only": state = Samples.with(Samples.audioOnly(), columns, rows)
        case "help": state.press("?")
        case "statistics":
            state.press("i")
            state.apply(
                .tick(output: OutputTotals(bytes: 300_000, frames: 24)), at: Samples.now + .seconds(1))
            state.statistics?.takenAt = Samples.now
        case "chinese":
            var snapshot = Samples.audioOnly()
            snapshot.title = "线性代数 第七讲：特征值与特征向量 — 张老师的公开课录音（完整版）"
            state = Samples.with(snapshot, columns, rows)
        case "hover":
            let slider = ScreenGeometry(state, at: Samples.now).slider()
            if let slider { state.mouse(.move, slider.control.column + slider.control.width / 2, slider.row) }
        case "ended": state = Samples.with(Samples.snapshot(.reachEnd), columns, rows)
        case "live":
            var snapshot = Samples.snapshot()
            snapshot.duration = nil
            snapshot.buffered = nil
            snapshot.canSeek = false
            state = Samples.with(snapshot, columns, rows)
            state.apply(.input(.key(KeyPress(.left))))
        case "prompt":
            for key in "g1:23" { state.press(key) }
        case "always":
            state.bar.visibility = .always
            var snapshot = state.snapshot
            snapshot.notices = [NumberedNotice(number: 1, notice: .noSoundDevice(reason: "x"))]
            state.apply(.snapshot(snapshot))
        case "two-tracks":
            var snapshot = Samples.snapshot(.paused)
            snapshot.tracks.append(Samples.audioTrack(2, "zho"))
            snapshot.rate = PlaybackRate(1.25)
            snapshot.volume = 130
            snapshot.abLoopStart = .seconds(900)
            snapshot.abLoopEnd = .seconds(2000)
            state = Samples.with(snapshot, columns, rows)
            state.press(.tab)
        case "vertical":
            let text = """
                WEBVTT

                00:12:33.000 --> 00:12:36.000 vertical:rl line:0 align:start
                「春はあけぼの。

                00:12:33.000 --> 00:12:36.000 vertical:lr line:10% size:50% align:start
                Two words
                or more

                00:12:33.000 --> 00:12:36.000
                In rows.
                """
            let track = try? SubtitleFile.track(Array(text.utf8), path: "/films/columns.ja.vtt")
            state.apply(
                .subtitles([.begin(SubtitleWish())] + [track].compactMap(\.self).map { .track($0, isWanted: true) }))
        default: break
        }
        return state
    }
}
