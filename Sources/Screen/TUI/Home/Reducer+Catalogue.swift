import Catalogue
import Cells
import Commands
import History
import Library
import PlayCore
import Playlists

extension AppState {
    /// - Parameter text: `nil` for the newest videos.
    mutating func openCatalogue(_ places: [CataloguePlace], text: String? = nil) -> [Effect] {
        home.catalogueNumber += 1
        let order = CatalogueOrder(number: home.catalogueNumber, places: places, text: text)
        home.catalogue = CatalogueView(order)
        return [.catalogue(order)]
    }

    /// Searches the history, the library and all catalogues.
    mutating func openSearch(_ text: String) -> [Effect] {
        home.catalogueNumber += 1
        let order = CatalogueOrder(number: home.catalogueNumber, places: home.catalogues, text: text)
        home.catalogue = CatalogueView(order, played: played(text), awaitsLibrary: !home.library.isEmpty)
        let library: [Effect] = home.library.isEmpty ? [] : [.library(.search(text, home.library))]
        return library + (order.places.isEmpty ? [] : [.catalogue(order)])
    }

    /// Finds items whose title or name contains all words.
    private func played(_ text: String) -> [AlbumList.Item] {
        guard case .rows(let rows, _) = history.content else { return [] }
        let words = SearchWords(text)
        return rows.compactMap { row in
            guard let location = row.location, !row.isClass, !row.isGone,
                words.occur(in: row.title + " " + PathText.name(of: location))
            else { return nil }
            return AlbumList.Item(vid: location, reference: location, title: row.title, duration: row.duration)
        }
    }

    mutating func update(_ answer: CatalogueAnswer) { home.catalogue?.update(answer) }

    /// Returns `nil` if the key has its meaning in home.
    mutating func typeInCatalogue(_ key: KeyPress) -> [Effect]? {
        guard let catalogue = home.catalogue, var editor = catalogue.editor else { return nil }
        switch key {
        case KeyPress(.escape): home.catalogue?.editor = nil
        case KeyPress(.backspace) where editor.isEmpty: home.catalogue?.editor = nil
        case KeyPress(.enter):
            home.catalogue?.editor = nil
            let text = SafeText.clean(editor.text, limit: 200)
            if catalogue.isSearch { return text.contains { !$0.isWhitespace } ? openSearch(text) : [] }
            home.catalogueNumber += 1
            let order = CatalogueOrder(
                number: home.catalogueNumber, places: catalogue.order.places,
                text: text.contains { !$0.isWhitespace } ? text : nil)
            home.catalogue?.ask(order)
            return [.catalogue(order)]
        default:
            guard editor.press(key) else { return nil }
            home.catalogue?.editor = editor
        }
        return []
    }

    mutating func browseCatalogue(_ verb: HomeVerb, _ catalogue: CatalogueView, at now: HostTime) -> [Effect] {
        let height = HomeLayout(self).list.height
        switch verb {
        case .move(let motion): home.catalogue?.list.move(motion, height: height)
        case .filter: home.catalogue?.editor = LineEditor(catalogue.order.text ?? "")
        case .back, .parent, .close: home.catalogue = nil
        case .reread where catalogue.isSearch: return openSearch(catalogue.order.text ?? "")
        case .reread: return openCatalogue(catalogue.order.places, text: catalogue.order.text)
        case .choose:
            guard let index = catalogue.list.selection else { return [] }
            (navigation.awaitsItem, home.hasAdded) = (true, false)
            return [.play(catalogue.items.map(Self.video), at: index)]
        case .add:
            guard let item = catalogue.selected else { return [] }
            home.hasAdded = true
            home.catalogue?.list.move(.rows(1), height: height)
            let title = SafeText.phrase(item.title ?? item.vid)
            message = Message(tr("Added to the playlist: %1", title), at: now)
            return [.external(.loadFile(path: item.reference, mode: .append))]
        case .download:
            guard let item = catalogue.selected else { return [] }
            guard downloads.isOffered else {
                message = Message(tr("Downloads are not available here"), .warning, at: now)
                return []
            }
            return [.downloads(.add(reference: item.reference, title: item.title, definition: nil))]
        case .toggle, .openLocation, .playlist, .hidden, .forget: break
        }
        return []
    }

    private static func video(_ item: AlbumList.Item) -> Video {
        Video(id: item.reference, title: item.title, sources: [Source(item.reference)], duration: item.duration)
    }
}
