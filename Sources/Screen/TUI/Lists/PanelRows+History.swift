import Cells
import Classes
import Commands
import History
import HomeScreen
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

extension AppState {
    func rememberedRows(_ kind: PanelKind) -> [PanelRow] {
        switch history.content {
        case .unread: return [PanelRow(.nothing, tr("Reading…"), refusal: tr("Reading from disk"))]
        case .notKept:
            return [PanelRow(.nothing, tr("history is off"), refusal: tr("Disabled by an option"))]
        case .failed(let reason):
            return [PanelRow(.nothing, tr("cannot be read"), refusal: SafeText.clean(reason, limit: 120))]
        case .rows(let played, let resumable):
            let rows = kind == .history ? played : resumable
            guard !rows.isEmpty else {
                return [
                    kind == .history
                        ? PanelRow(
                            .nothing, tr("No history yet"), refusal: tr("Played items appear here"))
                        : PanelRow(
                            .nothing, tr("Nothing to continue"),
                            refusal: tr("Unfinished items appear here"))
                ]
            }
            let progress = rows.map(progressText)
            let columns = progress.map { TextWidth.columns(of: $0) }.max() ?? 0
            return zip(rows, progress).map { row, progress in
                let record = kind == .history ? RememberedRecord.played(row.key) : .resumable(row.key)
                let padding = String(repeating: " ", count: columns - TextWidth.columns(of: progress))
                return PanelRow(
                    .remembered(record), SafeText.clean(ByteText.shown(row.title), limit: 200),
                    detail: padding + progress, remark: row.played,
                    isCurrent: row.location != nil && row.location == currentItem,
                    refusal: row.location == nil
                        ? tr("Cannot be played from here") : row.isGone ? tr("File not found") : nil)
            }
        }
    }

    /// Returns `12:34 / 1:02:03`.
    private func progressText(_ row: HistoryList.Row) -> String {
        if row.isFinished { return tr("watched") }
        guard let position = row.position else { return "" }
        guard let duration = row.duration else { return TimeText.format(position) }
        return TimeText.format(position, like: duration) + " / " + TimeText.format(duration)
    }

    private var currentItem: String? { list.current?.videoID }

    /// Plays from the position at which the item was left. An item in the list is not added again.
    mutating func play(_ record: RememberedRecord) -> [Effect] {
        guard let row = history.row(record), let location = row.location else { return [] }
        if location == currentItem { return snapshot.status == .failed ? [.retry] : [] }
        return open(location, isClass: row.isClass, at: row.start)
    }

    /// Joins a class, or leaves the current one for something else.
    func open(_ location: String, isClass: Bool, at position: MediaTime?) -> [Effect] {
        let isInList = attendedClass != nil && list.items.contains { $0.isAt(location) }
        if isClass, !isInList { return [.attendRemembered(location: location, position: position)] }
        return (attendedClass == nil || isInList ? [] : [.room(.leave)])
            + [.playRemembered(location: location, position: position)]
    }
}

// MARK: - Forgetting

extension AppState {
    /// Handles `d` and `Del`, which forget the selected record, and `D`, which forgets all. Both ask first.
    mutating func pressOnRemembered(_ key: KeyPress, _ panel: Panel) -> [Effect]? {
        if let question = panel.question {
            self.panel?.question = nil
            guard case .forget(let change) = question, key == KeyPress(.character("y")) else { return [] }
            return forget(change)
        }
        guard case .rows = history.content, case .list(let action) = Keymap.history.action(for: key),
            panel.list.filter == nil || key == KeyPress(.delete)
        else { return nil }
        guard action == .forget || action == .forgetAll else { return nil }
        guard case .remembered(let record) = panel.list.selection else { return [] }
        self.panel?.question =
            .forget(
                action == .forget ? .forget(record) : panel.kind == .history ? .forgetPlayed : .forgetPositions)
        return []
    }

    /// Removes the rows at once. The file follows.
    mutating func forget(_ change: HistoryChange) -> [Effect] {
        guard case .rows(var played, var resumable) = history.content else { return [] }
        switch change {
        case .forget(.played(let key)):
            played.removeAll { $0.key == key }
            resumable.removeAll { $0.key == key }
        case .forget(.resumable(let key)): resumable.removeAll { $0.key == key }
        case .forgetPlayed: played = []
        case .forgetPositions: resumable = []
        }
        history.content = .rows(played: played, resumable: resumable)
        if let kind = panel?.kind {
            let rows = rememberedRows(kind)
            panel?.list.replace(rows: rows)
        }
        return [.forget(change)]
    }
}

extension HistoryChange {
    /// The width of the longest question, in columns.
    static var longestQuestion: Int {
        [HistoryChange.forgetPlayed, .forget(.played(""))].map { TextWidth.columns(of: $0.question) }.max() ?? 0
    }
}
