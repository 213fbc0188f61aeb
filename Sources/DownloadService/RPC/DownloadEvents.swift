import Downloads

/// aria2's events, from one state of a list to the next. A value.
struct DownloadEvents: Sendable {
    struct Event: Sendable, Equatable {
        let method: String
        let id: DownloadID
    }

    private var last: [DownloadID: DownloadLabel] = [:]
    private var version: UInt64 = 0

    /// What is there already is no event.
    init(_ snapshot: DownloadSnapshot) {
        last = Self.labels(snapshot)
        version = snapshot.version
    }

    /// - Returns: nil: nothing changed but progress.
    mutating func update(_ snapshot: DownloadSnapshot) -> [Event]? {
        guard snapshot.version != version else { return nil }
        version = snapshot.version
        var before = last
        var events: [Event] = []
        for status in snapshot.statuses {
            let (id, label) = (status.item.id, status.item.label)
            let old = before.removeValue(forKey: id)
            if old != label { events.append(Event(method: Self.method(label), id: id)) }
        }
        for id in before.keys.sorted() { events.append(Event(method: "aria2.onDownloadStop", id: id)) }
        last = Self.labels(snapshot)
        return events
    }

    private static func labels(_ snapshot: DownloadSnapshot) -> [DownloadID: DownloadLabel] {
        Dictionary(uniqueKeysWithValues: snapshot.statuses.map { ($0.item.id, $0.item.label) })
    }

    private static func method(_ label: DownloadLabel) -> String {
        switch label {
        case .downloading: "aria2.onDownloadStart"
        case .paused: "aria2.onDownloadPause"
        case .done: "aria2.onDownloadComplete"
        case .failed, .fileLost: "aria2.onDownloadError"
        case .invalid: "aria2.onDownloadStop"
        }
    }
}
