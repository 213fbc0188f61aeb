import DownloadModel
import Downloads

/// aria2's events between two states of a list.
struct ListEvents: Sendable {
    struct Event: Sendable, Equatable {
        let kind: DownloadEvent
        let id: DownloadID
    }

    private var last: DownloadLabels

    /// The items of the first state cause no events.
    init(_ labels: DownloadLabels) { last = labels }

    var version: UInt64 { last.version }

    /// Returns the events in the order of the list, then those of removed items.
    mutating func update(_ labels: DownloadLabels) -> [Event] {
        defer { last = labels }
        let (old, new) = (last.entries, labels.entries)
        // The common case: labels changed, or items were added at the end.
        if old.count <= new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) {
            let changed = zip(old, new).filter { $0 != $1 }.map(\.1)
            return (changed + new[old.count...]).map(Self.event)
        }
        var before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.label) })
        let changed = new.filter { before.removeValue(forKey: $0.id) != $0.label }
        return changed.map(Self.event) + before.keys.sorted().map { Event(kind: .stop, id: $0) }
    }

    private static func event(_ entry: DownloadLabels.Entry) -> Event {
        Event(kind: kind(entry.label), id: entry.id)
    }

    private static func kind(_ label: DownloadLabel) -> DownloadEvent {
        switch label {
        case .downloading: .start
        case .paused: .pause
        case .done: .complete
        case .failed, .fileLost: .error
        case .invalid, .cancelled: .stop
        }
    }
}
