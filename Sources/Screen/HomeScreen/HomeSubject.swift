import Catalogue
import Cells
import History
package import Library
import PlayCore
import Playlists
package import ScreenKit

struct HomeSubject: Equatable {
    let title: String
    let lines: [String]
    /// A file or address.
    let picture: String?
}

extension HomePage {
    /// `nil` if the selection has no details.
    func subject(_ context: HomeContext) -> HomeSubject? {
        if let catalogue { return catalogueSubject(catalogue) }
        if let folder { return folderSubject(folder, context) }
        guard case .remembered(let record)? = list.selection, let row = context.history.row(record),
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

    private func folderSubject(_ folder: FolderView, _ context: HomeContext) -> HomeSubject? {
        guard let listing = folder.listing, let entry = folder.selected else { return nil }
        let path = listing.path(of: entry)
        let details = details[path]?.text ?? ""
        let isPlayable = entry.kind == .media
        guard isPlayable || entry.kind == .folder else { return nil }
        return HomeSubject(
            title: SafeText.phrase(entry.name),
            lines: [details, isPlayable ? rememberedText(listing.realPath(of: entry), context) : ""].filter {
                !$0.isEmpty
            },
            picture: isPlayable ? path : nil)
    }

    private func rememberedText(_ path: String, _ context: HomeContext) -> String {
        guard case .rows(_, let resumable) = context.history.content,
            let row = resumable.first(where: { $0.location == path }), let start = row.start
        else { return "" }
        return tr("watched up to %1", TimeText.format(start))
    }

    /// `nil` if there is no picture or no space.
    package func coverWish(_ context: HomeContext) -> HomeCoverWish? {
        let terminal = context.player.terminal
        guard context.player.isVisible, let path = subject(context)?.picture,
            let area = HomeLayout(context.player).pictureArea(terminal.cellAspect)
        else { return nil }
        return HomeCoverWish(
            path: path, space: CellSpace(columns: area.width, rows: area.height, cellAspect: terminal.cellAspect))
    }

    /// `nil` also while the picture is being made.
    func shownCover(_ context: HomeContext) -> HomeCover? {
        guard let cover, cover.wish == coverWish(context) else { return nil }
        return cover
    }

    /// The visible entries without details, the selected one first.
    package func wantedDetails(_ context: PlayerContext) -> [EntryProbe.Job] {
        guard catalogue == nil else { return [] }
        guard let folder else {
            return library.filter { details[$0] == nil }.map { EntryProbe.Job(path: $0, isFolder: true) }
        }
        guard let listing = folder.listing else { return [] }
        var entries = folder.lines(height: HomeLayout(context).list.height).compactMap { line in
            if case .entry(let index) = line { index } else { nil }
        }
        if let selected = folder.selectedIndex, let place = entries.firstIndex(of: selected) {
            entries.swapAt(0, place)
        }
        return entries.compactMap { index in
            let entry = folder.entry(index)
            let path = listing.path(of: entry)
            guard entry.kind == .folder || entry.kind == .media, details[path] == nil else { return nil }
            return EntryProbe.Job(path: path, isFolder: entry.kind == .folder)
        }
    }
}
