import Cells
import DownloadScreen
import PlayCore
import ScreenKit
import TUI
import Testing

@Suite("Downloads as text")
struct DownloadsFixtureTests {
    private static let sizes = [StoredScreen.Size(80, 24), .init(120, 36), .init(240, 67)]
    static let plan = StoredScreen.plan("downloads-", names, sizes)
    static let names = [
        "expanded", "film", "details", "remove", "add", "filter", "groups", "empty", "asking", "failed", "help",
        "low", "ascii", "definitions", "cover", "coverdetails",
    ]

    @Test("DL-16, DL-17, DL-19, DL-24, DL-28, INFO-16: the list of downloads has its stored screens", arguments: plan)
    func screen(_ screen: StoredScreen) throws {
        try screen.check { state(screen.name(without: "downloads-"), screen.size) }
    }

    @Test("DL-16: the list of downloads is complete at every size, in English and Chinese", arguments: names)
    func whole(_ name: String) throws { try StoredScreen.checkWhole(name, Self.sizes) { state(name, $0) } }

    private func state(_ name: String, _ size: StoredScreen.Size) -> AppState {
        let (columns, rows) = (size.columns, size.rows)
        var downloads = Samples.downloads
        switch name {
        case "definitions":
            var state = Samples.rich(columns, rows)
            Samples.offerDownload(&state)
            state.press("D")
            return state
        case "film": return Samples.downloadsOverFilm(columns, rows)
        case "empty": downloads.entries = []
        case "asking": (downloads.entries, downloads.phase) = ([], .asking)
        case "cover", "coverdetails": downloads = DownloadCoverTests.state
        case "failed": downloads.phase = .failed("The download daemon does not respond.")
        default: break
        }
        var state = Samples.downloadsHome(columns, name == "low" ? 8 : rows, downloads, isASCII: name == "ascii")
        let keys: [String: String] = [
            "expanded": "jkx", "details": "i", "remove": "jd", "add": "ahttps://b.example/a film", "filter": "/lec",
            "groups": "vj", "help": "?", "coverdetails": "i",
        ]
        for key in keys[name] ?? "" { state.press(key) }
        if name == "expanded" { state.press(.right) }
        if let wish = state.downloadCoverWish { state.apply(.downloadCover(DownloadCoverTests.made(wish))) }
        return state
    }
}
