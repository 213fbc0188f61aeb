import Catalogue
import Cells
import History
package import Library
import PlayCore
import Playlists

struct HomeSubject: Equatable {
    let title: String
    let lines: [String]
    /// A file or address.
    let picture: String?
}

extension AppState {
    /// `nil` if the selection has no details.
    var homeSubject: HomeSubject? {
        if let catalogue = home.catalogue { return catalogueSubject(catalogue) }
        if let folder = home.folder { return folderSubject(folder) }
        guard case .remembered(let record)? = home.list.selection, let row = history.row(record),
            let location = row.location
        else { return nil }
        let isFile = location.hasPrefix("/")
        let times = row.position.map { position in
            let total = row.duration.map { " / " + TimeText.format($0) } ?? ""
            return TimeText.format(position, like: row.duration ?? position) + total
        }
        let place = isFile ? shownPath(PathText.folder(of: location)) : AddressText.shown(location)
        return HomeSubject(
            title: SafeText.phrase(row.title),
            lines: [times, SafeText.phrase(place), row.played].compactMap(\.self),
            picture: row.cover ?? (isFile ? location : nil))
    }

    /// Returns the subject only for videos with a cover, because the list shows all other details.
    private func catalogueSubject(_ catalogue: CatalogueView) -> HomeSubject? {
        guard let item = catalogue.selected, let cover = item.cover else { return nil }
        return HomeSubject(
            title: SafeText.phrase(item.title ?? item.vid), lines: item.duration.map { [TimeText.format($0)] } ?? [],
            picture: cover)
    }

    private func folderSubject(_ folder: FolderView) -> HomeSubject? {
        guard let listing = folder.listing, let entry = folder.selected else { return nil }
        let path = listing.path(of: entry)
        let details = home.details[path].map(detailText) ?? ""
        let isPlayable = entry.kind == .media
        guard isPlayable || entry.kind == .folder else { return nil }
        return HomeSubject(
            title: SafeText.phrase(entry.name),
            lines: [details, isPlayable ? rememberedText(listing.realPath(of: entry)) : ""].filter { !$0.isEmpty },
            picture: isPlayable ? path : nil)
    }

    private func rememberedText(_ path: String) -> String {
        guard case .rows(_, let resumable) = history.content,
            let row = resumable.first(where: { $0.location == path }), let start = row.start
        else { return "" }
        return tr("watched up to %1", TimeText.format(start))
    }

    /// `nil` if there is no picture or no space.
    package var homeCoverWish: HomeCoverWish? {
        guard showsHome, !showsDownloads, help == nil, !background.isUnseen, !terminal.isTooSmall,
            let path = homeSubject?.picture, let area = HomeLayout(self).pictureArea(terminal.cellAspect)
        else { return nil }
        return HomeCoverWish(
            path: path, space: CellSpace(columns: area.width, rows: area.height, cellAspect: terminal.cellAspect))
    }

    /// `nil` also while the picture is being made.
    var homeCover: HomeCover? {
        guard let cover = home.cover, cover.wish == homeCoverWish else { return nil }
        return cover
    }

    package var peeksAtDownloads: Bool {
        showsHome && home.folders.isEmpty && home.catalogue == nil && !showsDownloads && !background.isUnseen
    }

    /// The probes of the playlist's files around the selected one.
    private var wantedLengths: [EntryProbe.Job] {
        let selected = panel?.list.selectedPlace ?? playlist.index ?? 0
        let near = list.items.indices.clamped(to: max(0, selected - 20)..<max(0, selected) + 20)
        return list.items[near].filter {
            $0.duration == nil && $0.location.hasPrefix("/") && home.details[$0.location] == nil
        }.map { EntryProbe.Job(path: $0.location, isFolder: false) }
    }

    /// The visible entries without details, the selected one first; `nil` if neither home nor the playlist is visible.
    package var wantedDetails: [EntryProbe.Job]? {
        if panel?.kind == .playlist, !background.isUnseen, !terminal.isTooSmall { return wantedLengths }
        guard showsHome, !showsDownloads, !background.isUnseen, !terminal.isTooSmall else { return nil }
        guard home.catalogue == nil else { return [] }
        guard let folder = home.folder else {
            return home.library.filter { home.details[$0] == nil }.map { EntryProbe.Job(path: $0, isFolder: true) }
        }
        guard let listing = folder.listing else { return [] }
        var entries = folder.lines(height: HomeLayout(self).list.height).compactMap { line in
            if case .entry(let index) = line { index } else { nil }
        }
        if let selected = folder.selectedIndex, let place = entries.firstIndex(of: selected) {
            entries.swapAt(0, place)
        }
        return entries.compactMap { index in
            let entry = folder.entry(index)
            let path = listing.path(of: entry)
            guard entry.kind == .folder || entry.kind == .media, home.details[path] == nil else { return nil }
            return EntryProbe.Job(path: path, isFolder: entry.kind == .folder)
        }
    }
}
