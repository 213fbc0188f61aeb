import Catalogue
import Cells
package import History
import Library
import PlayCore
import Playlists
import ScreenKit

extension HomePage {
    /// - Parameter text: `nil` for the newest videos.
    mutating func openCatalogue(_ places: [CataloguePlace], text: String? = nil) -> Consequences {
        catalogueNumber += 1
        let order = CatalogueOrder(number: catalogueNumber, places: places, text: text)
        self.catalogue = CatalogueView(order)
        return [.order(.catalogue(order))]
    }

    /// Searches the history, the library and all catalogues.
    package mutating func openSearch(_ text: String, _ history: HistoryList) -> Consequences {
        catalogueNumber += 1
        let order = CatalogueOrder(number: catalogueNumber, places: catalogues, text: text)
        self.catalogue = CatalogueView(order, played: Self.played(text, history), awaitsLibrary: !library.isEmpty)
        let asked: Consequences = library.isEmpty ? [] : [.order(.library(.search(text, library)))]
        return asked + (order.places.isEmpty ? [] : [.order(.catalogue(order))])
    }

    /// Finds items whose title or name contains all words.
    private static func played(_ text: String, _ history: HistoryList) -> [AlbumList.Item] {
        guard case .rows(let rows, _) = history.content else { return [] }
        let words = SearchWords(text)
        return rows.compactMap { row in
            guard let location = row.location, !row.isClass, !row.isGone,
                words.occur(in: row.title + " " + PathText.name(of: location))
            else { return nil }
            return AlbumList.Item(vid: location, reference: location, title: row.title, duration: row.duration)
        }
    }

    /// Returns `nil` if the key has its meaning in
    mutating func typeInCatalogue(_ key: KeyPress, _ history: HistoryList) -> Consequences? {
        guard let catalogue, var editor = catalogue.editor else { return nil }
        switch key {
        case KeyPress(.escape): self.catalogue?.editor = nil
        case KeyPress(.backspace) where editor.isEmpty: self.catalogue?.editor = nil
        case KeyPress(.enter):
            self.catalogue?.editor = nil
            let text = SafeText.clean(editor.text, limit: 200)
            if catalogue.isSearch { return text.contains { !$0.isWhitespace } ? openSearch(text, history) : [] }
            catalogueNumber += 1
            let order = CatalogueOrder(
                number: catalogueNumber, places: catalogue.order.places,
                text: text.contains { !$0.isWhitespace } ? text : nil)
            self.catalogue?.ask(order)
            return [.order(.catalogue(order))]
        default:
            guard editor.press(key) else { return nil }
            self.catalogue?.editor = editor
        }
        return []
    }

    mutating func perform(
        _ verb: HomeVerb, in catalogue: CatalogueView, _ context: HomeContext
    ) -> Consequences {
        let height = HomeLayout(context.player).list.height
        switch verb {
        case .move(let motion): self.catalogue?.list.move(motion, height: height)
        case .filter: self.catalogue?.editor = LineEditor(catalogue.order.text ?? "")
        case .back, .parent, .close: self.catalogue = nil
        case .reread where catalogue.isSearch: return openSearch(catalogue.order.text ?? "", context.history)
        case .reread: return openCatalogue(catalogue.order.places, text: catalogue.order.text)
        case .choose:
            guard let index = catalogue.list.selection else { return [] }
            hasAdded = false
            return [.order(.play(catalogue.items.map(Self.video), at: index))]
        case .add:
            guard let item = catalogue.selected else { return [] }
            hasAdded = true
            self.catalogue?.list.move(.rows(1), height: height)
            let title = SafeText.phrase(item.title ?? item.vid)
            return [
                .say(tr("Added to the playlist: %1", title)), .order(.load(path: item.reference, .append)),
            ]
        case .download:
            guard let item = catalogue.selected else { return [] }
            return [.order(.download(reference: item.reference, title: item.title))]
        case .toggle, .openLocation, .playlist, .hidden, .forget: break
        }
        return []
    }

    private static func video(_ item: AlbumList.Item) -> Video {
        Video(id: item.reference, title: item.title, sources: [Source(item.reference)], duration: item.duration)
    }
}
