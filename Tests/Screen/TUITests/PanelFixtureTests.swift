import Cells
import Localization
import PlayCore
import Playback
import TUI
import Testing

@Suite("Panels and layouts as text")
struct PanelFixtureTests {
    typealias Size = ScreenFixtureTests.Size

    static let sizes = [(80, 24), (100, 30), (160, 45), (240, 67)].map { Size(columns: $0.0, rows: $0.1) }
    static let languages = ["en", "zh"]

    /// Those of ``PanelKind``, and some states of theirs.
    static let panels =
        PanelKind.allCases.filter { ![.comments, .album, .downloadDefinitions, .links].contains($0) }.map { "\($0)" }
        + [
            "filter", "refusal", "prefix", "path", "low", "help-in-list", "history-question", "history-gone",
            "history-empty", "help-in-history", "feed", "floating", "floating-history", "floating-prefix",
        ]

    /// In English: their words wait for their translations.
    static let servicePanels = [
        "comments", "comments-long", "comments-write", "comments-delete", "comments-empty", "comments-reading",
        "comments-failed", "album", "marks", "menu", "help", "floating",
    ]
    static let layouts = [
        "vod", "live", "dvr", "dvr-behind", "own", "progress-line", "milliseconds", "definition", "floating",
    ]

    @Test("UI-07, UI-22, CTRL-06: each panel at each size, in English and Chinese", arguments: sizes, panels)
    func panel(_ size: Size, _ name: String) throws {
        for language in Self.languages {
            try Self.check("panel-\(name)", size, language) { isChinese in
                Self.panelState(name, size, isChinese: isChinese)
            }
        }
    }

    @Test(
        "UI-08, UI-10: each layout at each size, in English and Chinese",
        arguments: sizes + [Size(columns: 60, rows: 20)], layouts)
    func layout(_ size: Size, _ name: String) throws {
        for language in Self.languages {
            try Self.check("layout-\(name)", size, language) { _ in try Self.layoutState(name, size) }
        }
    }

    @Test(
        "UI-01, PLAY-31: every other state at the sizes of the panels, in English and Chinese", arguments: sizes,
        ScreenFixtureTests.names)
    func state(_ size: Size, _ name: String) throws {
        // The others are in English already (``ScreenFixtureTests``).
        let languages = ScreenFixtureTests.sizes.contains { $0 == size } ? ["zh"] : Self.languages
        for language in languages {
            try Self.check(name, size, language) { _ in ScreenFixtureTests.state(name, size.columns, size.rows) }
        }
    }

    @Test(
        "CAT-01, CAT-04, CAT-08: the panels of services at each size",
        arguments: sizes + [Size(columns: 120, rows: 36)], servicePanels)
    func service(_ size: Size, _ name: String) throws {
        try Self.check("service-\(name)", size, "en") { _ in Self.serviceState(name, size) }
    }

    private static func serviceState(_ name: String, _ size: Size) -> AppState {
        var state = Samples.served(size.columns, size.rows)
        switch name {
        case "album", "marks", "menu":
            let kind: PanelKind = name == "album" ? .album : name == "marks" ? .chapters : .mainMenu
            _ = state.open(kind, at: Samples.now)
            return state
        case "floating":
            state.snapshot.pictureAspect = 16 / 9
            state.press("c")
        case "comments-empty":
            state.apply(.services(ServiceFacts(number: 2, comments: CommentList(phase: .read))))
        case "comments-reading":
            state.apply(.services(ServiceFacts(number: 2, comments: CommentList(phase: .reading))))
        case "comments-failed":
            state.apply(
                .services(ServiceFacts(number: 2, comments: CommentList(phase: .failed("the server answers 502")))))
        default: break
        }
        _ = state.open(.comments, at: Samples.now)
        switch name {
        case "comments-long": for _ in 0..<5 { state.press("j") }
        case "comments-write":
            for key in "jrYes, 我们" { state.press(key) }
            for _ in 0..<2 { state.press(.left) }
        case "comments-delete": for key in "jjjx" { state.press(key) }
        case "help": state.press("?")
        default: break
        }
        return state
    }

    private static func check(_ name: String, _ size: Size, _ language: String, _ make: (Bool) throws -> AppState)
        throws
    {
        let isChinese = language == "zh"
        func render() throws -> String { ScreenText.render(compose(try make(isChinese), at: Samples.now).chrome) }
        let text = isChinese ? try ChineseCatalogue.use(render) : try render()
        let file = "\(name)-\(size.testDescription)" + (isChinese ? "-zh" : "")
        #expect(try ScreenText.fixture(file, updatedTo: text) == text)
    }

    private static func panelState(_ name: String, _ size: Size, isChinese: Bool) -> AppState {
        var state = Samples.rich(size.columns, name == "low" ? 8 : size.rows, isChinese: isChinese)
        if let kind = PanelKind.allCases.first(where: { "\($0)" == name }) {
            Self.prepare(&state, for: kind, isChinese: isChinese)
            let corner = kind == .contextMenu ? Panel.Corner(column: 10, row: 3) : nil
            _ = state.open(kind, corner: corner, at: Samples.now)
            return state
        }
        switch name {
        case "filter":
            state.press(.function(8))
            for key in "3.mk" { state.press(key) }
        case "refusal":
            state.press("d")
            for _ in 0..<2 { state.press("j") }
        case "prefix": state.press("g")
        case "path":
            state.press("s")
            state.press("G")
            state.press(.enter)
            state.apply(.input(.paste("/films/字幕/the other road.srt")))
        case "low": state.press(.function(8))
        case let name where name.contains("history"): openHistory(&state, name, isChinese: isChinese)
        case "feed":
            state.options.isFeed = true
            state.press(.function(8))
        case "floating", "floating-prefix":
            state.snapshot.pictureAspect = 16 / 9
            state.press("c")
            state.press(name == "floating" ? .function(8) : .character("g"))
        default:
            state.press(.function(8))
            state.press("?")
        }
        return state
    }

    private static func prepare(_ state: inout AppState, for kind: PanelKind, isChinese: Bool) {
        if kind.isRemembered { state.apply(.history(Samples.history(isChinese: isChinese))) }
        if kind == .subtitleLines { state.apply(.subtitles(Samples.subtitleLines(isChinese: isChinese))) }
    }

    private static func openHistory(_ state: inout AppState, _ name: String, isChinese: Bool) {
        state.apply(.history(Samples.history(isChinese: isChinese)))
        if name == "history-empty" { state.apply(.history(HistoryList(number: 2, .rows(played: [], resumable: [])))) }
        if name == "floating-history" {
            state.snapshot.pictureAspect = 16 / 9
            state.press("c")
        }
        _ = state.open(.history, at: Samples.now)
        switch name {
        case "history-question": state.press("d")
        case "history-gone": state.press("G")
        case "help-in-history": state.press("?")
        default: break
        }
    }

    private static func layoutState(_ name: String, _ size: Size) throws -> AppState {
        switch name {
        case "vod": return Samples.playing(size.columns, size.rows)
        case "floating":
            var state = Samples.rich(size.columns, size.rows)
            state.press("c")
            return state
        case "live": return Samples.live(behind: 4, window: 0, size.columns, size.rows)
        case "dvr": return Samples.live(behind: 4, window: 1800, size.columns, size.rows)
        case "dvr-behind": return Samples.live(behind: 42, window: 1800, size.columns, size.rows)
        case "own":
            var state = Samples.rich(size.columns, size.rows)
            state.layouts.own = try LayoutFile.parse(
                """
                [mine]
                height = 2
                standard = progress:8:1
                standard = logo:10:0 playback current-time separator duration spacer "★ 我的播放器" spacer captions route
                compact = playback progress:8:1 "mine":4
                """)
            state.layouts.choice = .named("mine")
            state.apply(.terminal(state.terminal))
            return state
        case "progress-line":
            var state = Samples.playing(size.columns, size.rows)
            state.showsProgressLine = true
            state.bar.lastInput = nil
            return state
        case "milliseconds":
            var state = Samples.playing(size.columns, size.rows)
            state.showsMilliseconds = true
            state.showsRemaining = true
            return state
        default: return Samples.rich(size.columns, size.rows)
        }
    }
}
