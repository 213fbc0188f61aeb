import Cells
import PlayCore
import TUI
import Testing

@Suite("Downloads as text")
struct DownloadsFixtureTests {
    static let sizes = [(80, 24), (120, 36), (240, 67)].map { ScreenFixtureTests.Size(columns: $0.0, rows: $0.1) }
    static let names = [
        "list", "expanded", "film", "details", "remove", "add", "filter", "groups", "empty", "asking", "failed", "help",
        "low", "ascii", "definitions", "cover", "coverdetails",
    ]

    @Test(
        "DL-16, DL-17, DL-19, DL-24, DL-28, INFO-16: the list of downloads in its states at each size",
        arguments: sizes, names)
    func screen(_ size: ScreenFixtureTests.Size, _ name: String) throws {
        let text = ScreenText.render(compose(state(name, size.columns, size.rows), at: Samples.now).chrome)
        #expect(try ScreenText.fixture("downloads-\(name)-\(size.testDescription)", updatedTo: text) == text)
    }

    private func state(_ name: String, _ columns: Int, _ rows: Int) -> AppState {
        var facts = Samples.downloads
        switch name {
        case "definitions":
            var state = Samples.rich(columns, rows)
            Samples.offerDownload(&state)
            state.press("D")
            return state
        case "film": return Samples.downloadsOverFilm(columns, rows)
        case "empty": facts.entries = []
        case "asking": (facts.entries, facts.phase) = ([], .asking)
        case "cover", "coverdetails": facts = DownloadCoverTests.facts
        case "failed": facts.phase = .failed("The daemon of downloads does not answer.")
        default: break
        }
        var state = Samples.downloadsHome(columns, name == "low" ? 8 : rows, facts, isASCII: name == "ascii")
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
