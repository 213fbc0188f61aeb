import Catalogue
import Cells
import History
import PlayCore
import PlaybackModel
import ScreenKit
import TUI
import Testing

@Suite("Panels and layouts as text")
struct PanelFixtureTests {
    typealias Size = StoredScreen.Size

    private static let sizes = [Size(80, 24), Size(100, 30), Size(160, 45), Size(240, 67)]
    private static let panelPlan = StoredScreen.plan("panel-", panels, sizes)
    private static let layoutPlan = StoredScreen.plan("layout-", layouts, sizes + [Size(60, 20)], every: 1)
    private static let servicePlan = StoredScreen.plan("service-", servicePanels, sizes, isTranslated: false)
    static let plan = panelPlan + layoutPlan + servicePlan

    /// Every ``PanelKind`` with a screen here, and some of their states.
    static let panels =
        PanelKind.allCases.filter {
            ![.comments, .album, .downloadDefinitions, .links, .documents, .captureDevices, .personActions].contains(
                $0)
        }.map { "\($0)" }
        + [
            "filter", "refusal", "prefix", "path", "low", "help-in-list", "history-question", "history-gone",
            "history-empty", "help-in-history", "feed", "floating", "floating-history", "floating-prefix",
        ]

    /// The panels of services, in English only because their texts are not translated yet.
    static let servicePanels = [
        "comments", "comments-long", "comments-write", "comments-delete", "comments-empty", "comments-reading",
        "comments-failed", "album", "marks", "menu", "help", "floating",
    ]
    static let layouts = [
        "live", "dvr", "dvr-behind", "own", "progress-line", "milliseconds", "definition", "floating",
    ]

    @Test("UI-07, UI-22, CTRL-06: each panel has its stored screens, in English and Chinese", arguments: panelPlan)
    func panel(_ screen: StoredScreen) throws {
        try screen.check {
            Self.panelState(screen.name(without: "panel-"), screen.size, isChinese: screen.isChinese)
        }
    }

    @Test("UI-22: each panel is complete at every size, in English and Chinese", arguments: panels)
    func wholePanel(_ name: String) throws {
        try StoredScreen.checkWhole(name, Self.sizes) { Self.panelState(name, $0, isChinese: true) }
    }

    @Test("UI-08, UI-10: each layout has its stored screens, in English and Chinese", arguments: layoutPlan)
    func layout(_ screen: StoredScreen) throws {
        try screen.check { try Self.layoutState(screen.name(without: "layout-"), screen.size) }
    }

    @Test("UI-08, UI-10: each layout is complete at every size, in English and Chinese", arguments: layouts)
    func wholeLayout(_ name: String) throws {
        try StoredScreen.checkWhole(name, Self.sizes + [Size(60, 20)]) { try Self.layoutState(name, $0) }
    }

    @Test("CAT-01, CAT-04, CAT-08: the panels of services have their stored screens", arguments: servicePlan)
    func service(_ screen: StoredScreen) throws {
        try screen.check { Self.serviceState(screen.name(without: "service-"), screen.size) }
    }

    @Test("CAT-01: the panels of services are complete at every size", arguments: servicePanels)
    func wholeService(_ name: String) throws {
        try StoredScreen.checkWhole(name, Self.sizes) { Self.serviceState(name, $0) }
    }

    private static func serviceState(_ name: String, _ size: Size) -> AppState {
        var state = Samples.served(size.columns, size.rows)
        switch name {
        case "album", "marks", "menu":
            let kind: PanelKind = name == "album" ? .album : name == "marks" ? .chapters : .mainMenu
            _ = state.open(kind, at: Samples.now)
            return state
        case "floating":
            state.report { $0.pictureAspect = 16 / 9 }
            state.press("c")
        case "comments-empty":
            state.apply(.services(ServiceState(number: 2, comments: CommentList(phase: .read))))
        case "comments-reading":
            state.apply(.services(ServiceState(number: 2, comments: CommentList(phase: .reading))))
        case "comments-failed":
            state.apply(
                .services(ServiceState(number: 2, comments: CommentList(phase: .failed("the server answers 502")))))
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
            state.report { $0.pictureAspect = 16 / 9 }
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
            state.report { $0.pictureAspect = 16 / 9 }
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
        case "floating":
            var state = Samples.rich(size.columns, size.rows)
            state.press("c")
            return state
        case "live": return Samples.live(behind: 4, window: 0, size.columns, size.rows)
        case "dvr": return Samples.live(behind: 4, window: 1800, size.columns, size.rows)
        case "dvr-behind": return Samples.live(behind: 42, window: 1800, size.columns, size.rows)
        case "own":
            var state = Samples.rich(size.columns, size.rows)
            state.bar.layouts.own = try LayoutFile.parse(
                """
                [mine]
                height = 2
                standard = progress:8:1
                standard = logo:10:0 playback current-time separator duration spacer "★ 我的播放器" spacer captions route
                compact = playback progress:8:1 "mine":4
                """)
            state.bar.layouts.choice = .named("mine")
            state.apply(.terminal(state.terminal))
            return state
        case "progress-line":
            var state = Samples.playing(size.columns, size.rows)
            state.bar.showsProgressLine = true
            state.bar.lastInput = nil
            return state
        case "milliseconds":
            var state = Samples.playing(size.columns, size.rows)
            state.bar.showsMilliseconds = true
            state.bar.showsRemaining = true
            return state
        default: return Samples.rich(size.columns, size.rows)
        }
    }
}
