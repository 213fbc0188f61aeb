import History
import PlayCore
import Playlists

struct RememberedRows: Equatable {
    var played: [HistoryList.Row]
    var resumable: [HistoryList.Row]

    var content: HistoryList.Content { .rows(played: played, resumable: resumable) }

    /// The files that do not exist. Blocks as the file systems do.
    var gone: Set<String> {
        Set((played + resumable).compactMap(\.location).filter { $0.hasPrefix("/") && !FileSystemAccess.exists($0) })
    }

    func marking(_ gone: Set<String>) -> RememberedRows {
        guard !gone.isEmpty else { return self }
        func mark(_ rows: [HistoryList.Row]) -> [HistoryList.Row] {
            rows.map { row in row.location.map(gone.contains) == true ? row.gone : row }
        }
        return RememberedRows(played: mark(played), resumable: mark(resumable))
    }
}

extension WallTime {
    /// The date for the viewer: today and yesterday by name.
    var shown: String { shown(at: .now) }

    func shown(at now: WallTime) -> String {
        let (day, time) = (text.prefix(10), String(text.suffix(5)))
        let yesterday = WallTime(milliseconds: now.milliseconds - 86_400_000)
        if day == now.text.prefix(10) { return tr("today %1", time) }
        return day == yesterday.text.prefix(10) ? tr("yesterday %1", time) : text
    }
}

extension HistoryList.Row {
    init(_ row: HistoryRow, _ policy: ResumePolicy) {
        self.init(
            row.key, row.place, title: row.title, cover: row.cover, played: row.played, position: row.position,
            duration: row.duration,
            isFinished: row.position.map { policy.isFinished(at: $0, duration: row.duration) } ?? false)
    }

    init(_ record: ResumeStore.Record, _ row: HistoryRow?) {
        self.init(
            record.key, record.place, title: row?.title, cover: row?.cover, played: record.updated,
            position: record.position, duration: record.duration)
    }

    private init(
        _ key: ResumeKey, _ place: RememberedPlace?, title: String?, cover: String?, played: WallTime,
        position: MediaTime?, duration: MediaTime?, isFinished: Bool = false
    ) {
        var location = place?.location
        // A query may be secret: only a number is kept of it, so the address cannot be requested again.
        if case .video(let id) = key, !AddressText.isAddress(id) || !id.contains("?") { location = id }
        let name = location.map(AddressText.title)
        let title = title.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            key: key.text, location: location, isClass: place?.isClass ?? false, title: title ?? name ?? key.shown,
            cover: cover, played: played.shown, position: position, duration: duration, isFinished: isFinished)
    }

    fileprivate var gone: HistoryList.Row {
        var row = self
        row.isGone = true
        return row
    }
}
