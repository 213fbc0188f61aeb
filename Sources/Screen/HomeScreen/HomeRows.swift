import Catalogue
import Cells
import DownloadModel
import DownloadScreen
import History
import Library
import PlayCore
import Playlists
import ScreenKit

/// The rows of home. Empty sections are hidden.
extension HomePage {
    /// The limits of rows in each section; the whole lists have pages of their own.
    private static let mostContinued = 6
    private static let mostRecent = 8
    private static let mostClasses = 6
    private static let mostDownloads = 4

    package mutating func refresh(_ context: HomeContext) {
        let rows = rows(context)
        if hasMoved || list.filter != nil {
            list.replace(rows: rows)
        } else if rows != list.rows {
            // The most likely choice comes first.
            list = ListState(rows: rows)
        }
    }

    private func rows(_ context: HomeContext) -> [ListRow<HomeItem>] {
        let sections = [
            (tr("Continue watching"), continued(context)), (tr("Playlist"), waitingList(context)),
            (tr("Library"), library.map(libraryRow)), (tr("Classes"), recent(context, areClasses: true)),
            (tr("Downloads"), downloadRows(context)), (tr("Catalogues"), catalogueRows),
            (tr("Recently played"), recent(context, areClasses: false)),
        ]
        return sections.filter { !$0.1.isEmpty }.map { [.heading($0.0)] + $0.1 }.joined(separator: [.heading("")])
            .map(\.self)
    }

    // MARK: What was played

    private func remembered(
        _ context: HomeContext
    ) -> (played: [HistoryList.Row], resumable: [HistoryList.Row]) {
        guard case .rows(let played, let resumable) = context.history.content else { return ([], []) }
        return (played, resumable)
    }

    private func continued(_ context: HomeContext) -> [ListRow<HomeItem>] {
        remembered(context).resumable.lazy.filter { $0.location != nil && !$0.isGone }.prefix(Self.mostContinued)
            .map { row(.resumable($0.key), $0) }
    }

    /// Returns finished items and those without an end; the others are listed above.
    private func recent(_ context: HomeContext, areClasses: Bool) -> [ListRow<HomeItem>] {
        let (played, resumable) = remembered(context)
        let continued = Set(resumable.map(\.key))
        let rows = played.lazy.filter { row in
            row.isClass == areClasses && row.location != nil && !row.isGone && !continued.contains(row.key)
        }
        return rows.prefix(areClasses ? Self.mostClasses : Self.mostRecent).map { row(.played($0.key), $0) }
    }

    private func row(_ record: RememberedRecord, _ row: HistoryList.Row) -> ListRow<HomeItem> {
        ListRow(.remembered(record), SafeText.phrase(row.title), detail: left(row), remark: row.played)
    }

    private func left(_ row: HistoryList.Row) -> String {
        guard case let position? = row.start, let duration = row.duration, duration > position else { return "" }
        return tr("%1 left", TimeText.format(duration - position))
    }

    // MARK: Lists, folders, downloads

    private func waitingList(_ context: HomeContext) -> [ListRow<HomeItem>] {
        let playlist = context.playlist
        guard hasAdded, playlist.index == nil, playlist.count > 0 else { return [] }
        return [ListRow(.list, trn("%1 item", "%1 items", playlist.count))]
    }

    private func libraryRow(_ folder: String) -> ListRow<HomeItem> {
        let name = PathText.name(of: folder)
        return ListRow(
            .folder(folder), SafeText.phrase(name) + "/", detail: details[folder]?.text ?? "",
            remark: SafeText.phrase(shownPath(folder)))
    }

    /// The running ones, and a row for all, which is there as long as the list has any.
    private func downloadRows(_ context: HomeContext) -> [ListRow<HomeItem>] {
        let downloads = context.downloads
        let running = downloads.entries.filter { $0.label == .downloading }.prefix(Self.mostDownloads)
        let rows = running.map { entry in
            ListRow<HomeItem>(
                .download(entry.id), SafeText.clean(entry.name, limit: 200),
                detail: "\(Int(downloads.figures(of: entry).fraction * 100))%")
        }
        let count = downloads.state.count
        return count == 0 ? [] : rows + [ListRow(.downloads, tr("All downloads"), detail: "\(count)")]
    }

    private var catalogueRows: [ListRow<HomeItem>] {
        catalogues.map { ListRow(.catalogue($0), SafeText.phrase($0.name)) }
    }

    // MARK: Words

    /// Returns a path with `~` for the home folder.
    func shownPath(_ path: String) -> String {
        guard let home = homeFolder, home != "/" else { return path }
        if path == home { return "~" }
        return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }

    func fraction(_ item: HomeItem, _ context: HomeContext) -> Double? {
        switch item {
        case .remembered(let record):
            guard let row = context.history.row(record), let start = row.start, let duration = row.duration,
                duration > .zero
            else { return nil }
            return min(1, start.inSeconds / duration.inSeconds)
        case .download(let id):
            let downloads = context.downloads
            return downloads.entries.first { $0.id == id }.map { downloads.figures(of: $0).fraction }
        case .list, .folder, .room, .downloads, .catalogue: return nil
        }
    }
}

extension EntryDetails {
    var text: String {
        switch self {
        case .folder(0), .unknown: ""
        case .folder(let media): trn("%1 item", "%1 items", media)
        case .room: tr("class")
        case .media(let duration): duration.map { TimeText.format($0) } ?? ""
        }
    }
}
