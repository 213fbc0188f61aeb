import Catalogue
import Cells
import DownloadModel
import Library
import PlayCore
import PlaybackModel
import ScreenKit
import Testing

@testable import HomeScreen
@testable import TUI

@Suite("Home as text")
struct HomeFixtureTests {
    private static let sizes = [StoredScreen.Size(80, 24), .init(120, 36), .init(200, 60)]
    static let plan = StoredScreen.plan("home-", names, sizes)
    static let names = [
        "start", "folder", "film", "silent", "filter", "open", "question", "catalogue", "help", "ascii", "over", "low",
    ]

    @Test("Home, its folders, the prompt and a catalogue have their stored screens", arguments: plan)
    func screen(_ screen: StoredScreen) throws {
        try screen.check { state(screen.name(without: "home-"), screen.size) }
    }

    @Test("Home is complete at every size, in English and Chinese", arguments: names)
    func whole(_ name: String) throws { try StoredScreen.checkWhole(name, Self.sizes) { state(name, $0) } }

    private func state(_ name: String, _ size: StoredScreen.Size) -> AppState {
        let (columns, rows) = (size.columns, size.rows)
        switch name {
        case "start":
            var state = Samples.home(columns, rows)
            state.apply(.downloads(Samples.downloads))
            return state
        case "folder": return Samples.folder(columns, rows)
        case "film":
            var state = Samples.folder(columns, rows)
            state.press("j")
            state.press("j")
            state.press("j")
            guard let wish = state.homeCoverWish else { return state }
            let cells = CellBuffer(columns: wish.space.columns, rows: min(5, wish.space.rows), filledWith: .blank)
            state.apply(.homeCover(HomeCover(wish, cells)))
            return state
        case "silent":
            var state = Samples.folder(columns, rows)
            state.apply(.library(.folder(path: "/home/mei/Videos", .silent)))
            return state
        case "filter":
            var state = Samples.folder(columns, rows)
            for key in "/epis" { state.press(key) }
            return state
        case "open":
            var state = Samples.home(columns, rows)
            state.press(.character("o"), .control)
            for key in "~/Fi" { state.press(key) }
            state.press(.tab)
            let answer = PathCompletion.Answer(text: "~/Fi", completed: "~/Film", candidates: ["Film 2.mkv", "Films/"])
            state.apply(.library(.completed(answer)))
            return state
        case "question":
            var state = Samples.home(columns, rows)
            let targets = ["/a/第三讲.mkv", "/b.mkv"].map { LocationLook.Target($0, .file) }
            state.apply(.library(.looked(LocationLook(targets), .pasted)))
            return state
        case "catalogue": return catalogue(columns, rows)
        case "help":
            var state = Samples.home(columns, rows)
            state.press("?")
            return state
        case "ascii": return Samples.folder(columns, rows, isASCII: true)
        case "low": return Samples.folder(columns, 8)
        default:
            var state = Samples.rich(columns, rows)
            state.report { $0.pictureAspect = 16 / 9 }
            state.home.isOffered = true
            state.home.library = ["/home/mei/Videos"]
            state.apply(.history(Samples.remembered))
            state.press("g")
            state.press("H")
            return state
        }
    }

    private func catalogue(_ columns: Int, _ rows: Int) -> AppState {
        var state = Samples.home(columns, rows)
        let tube = CataloguePlace(.peerTube(origin: "https://tube.example"), name: "tube.example")
        state.home.catalogues = [tube]
        state.home.refresh(state.homeContext)
        state.home.list.select(.catalogue(tube))
        guard case .catalogue(let order)? = state.press(.enter).first else { return state }
        let items = ["Waves", "第三讲：矩阵", "\u{1B}[2JA film that calls itself an escape"].enumerated().map {
            index, title in
            AlbumList.Item(vid: "\(index)", reference: "r\(index)", title: title, duration: .seconds(90 + index * 4000))
        }
        state.apply(.catalogue(CatalogueAnswer(order, place: 0, .found(items))))
        return state
    }
}
