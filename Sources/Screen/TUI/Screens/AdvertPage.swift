import Cells
import PlayCore
import PlaybackModel
import ScreenKit

/// Shows the address of the page behind an advert, if the viewer's browser is on another machine or did not open it.
/// The whole address is shown, to be read and copied. It stays when the advert is over.
struct AdvertPage: Sendable, Equatable {
    /// The unverified title.
    let title: String
    let address: String

    private static let widest = 76

    /// Returns the lines; the address may break at any character.
    func lines(_ width: Int) -> (title: [String], address: [String]) {
        let title = LineBreaking.lines(SafeText.clean(title, limit: 200), width: width)
        return (title, LineBreaking.lines(SafeText.clean(address, limit: 8192), width: width))
    }
}

extension AdvertPage: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard let page = state.advertPage else { return nil }
        if key == KeyPress(.character("c")) {
            state.message = Message(tr("Copied: %1", SafeText.clean(page.address, limit: 120)), at: now)
            return [.copy(page.address)]
        }
        guard state.defaultAction(key) == .back else { return nil }
        state.advertPage = nil
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let page = state.advertPage else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let width = min(widest, state.terminal.columns - 2)
        guard width >= 10 else { return }
        let (title, address) = page.lines(width - 4)
        let count = title.count + (title.isEmpty ? 0 : 1) + address.count
        let height = min(count + 2, geometry.messageRow)
        guard height >= 3 else { return }
        let rect = Rect(
            column: (state.terminal.columns - width) / 2, row: max(0, (geometry.messageRow - height) / 2), width: width,
            height: height)
        canvas.cells.box(rect, title: tr("Page of the ad"), hint: tr("c copy, Esc close"), glyphs)
        let heading = height - 2 >= count ? title : []
        var row = rect.row + 1
        for line in heading {
            canvas.cells.write(line, column: rect.column + 2, row: row, style: Theme.bold)
            row += 1
        }
        if !heading.isEmpty { row += 1 }
        for line in address.prefix(rect.row + height - 1 - row) {
            let columns = canvas.cells.write(line, column: rect.column + 2, row: row, style: Theme.link)
            if let link = canvas.cells.link(page.address, rect.column + 2, row, columns) { canvas.links.append(link) }
            row += 1
        }
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .interruption { state.advertPage = nil }
    }
}

extension AppState {
    var advertPage: AdvertPage? {
        get { layers.value { if case .advertPage(let page) = $0 { page } else { nil } } }
        set { layers.set(AdvertPage.self, newValue.map(Layer.advertPage)) }
    }

    /// Shows the page's address, because no program opens it.
    package mutating func showAdvertPage(_ address: String) {
        advertPage = AdvertPage(title: snapshot.advert?.title ?? "", address: address)
    }
}
