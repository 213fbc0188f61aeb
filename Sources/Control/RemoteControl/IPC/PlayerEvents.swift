import Commands
import Encoding
import PlayCore
import PlaybackModel
import Playlists

/// mpv's events for the changes between two states of the player, including items that were left in between.
struct PlayerEvents {
    private var last = PropertyContext()
    private var hasStarted = false
    private var isLoaded = false
    /// Whether the end of the file has been reported, as for an item that failed.
    private var hasEnded = false
    private var isRestarting = false
    /// The entry that began last, until a state shows it; and the entries that no state has shown.
    private var begun: Int?
    private var passed: [Int] = []
    /// Reported at once, to a client that skips through a long list.
    private static let mostPassed = 1000

    /// Notes that an entry begins. The state may show it already, or still another one.
    mutating func begin(_ entry: Int) { begun = entry }

    mutating func leave() {
        if let begun, passed.count < Self.mostPassed { passed.append(begun) }
        begun = nil
    }

    mutating func update(_ context: PropertyContext) -> [JSONValue] {
        var events: [JSONValue] = []
        if let begun, context.playlist.current?.id == begun + 1 { self.begun = nil }
        if context.itemNumber != last.itemNumber {
            if hasStarted, !hasEnded { events.append(end(context.lastEnding, "stop")) }
            (hasStarted, isLoaded, hasEnded, isRestarting) = (false, false, false, false)
            for entry in passed {
                let number = JSONValue.integer(Int64(entry) + 1)
                events.append(
                    .object(sorting: ["event": .string("start-file"), "playlist_entry_id": number]))
                events.append(
                    .object(
                        sorting: [
                            "event": .string("end-file"), "reason": .string("stop"), "playlist_entry_id": number,
                        ]))
            }
            passed = []
            let wasIdle = last.itemNumber > 0 && last.playlist.index == nil
            if context.playlist.index == nil, !wasIdle { events.append(event("idle")) }
        }
        if !hasStarted, context.playlist.current != nil {
            hasStarted = true
            events.append(event("start-file", context))
        }
        if hasStarted, !isLoaded, context.isOpen {
            isLoaded = true
            isRestarting = true
            events.append(event("file-loaded"))
        }
        if isLoaded { events += seeks(context) }
        if hasStarted, !hasEnded, context.snapshot.status == .failed {
            hasEnded = true
            last = context
            events.append(end(.failed, "error"))
        }
        last = context
        return events
    }

    private mutating func seeks(_ context: PropertyContext) -> [JSONValue] {
        var events: [JSONValue] = []
        if last.isOpen, context.snapshot.seekCount != last.snapshot.seekCount {
            isRestarting = true
            events.append(event("seek"))
        }
        // An item paused before its first picture has the status `ready`.
        if isRestarting, !context.snapshot.isSeeking, [.ready, .playing, .paused].contains(context.snapshot.status) {
            isRestarting = false
            events.append(event("playback-restart"))
        }
        return events
    }

    mutating func finish() -> [JSONValue] {
        let ending = hasStarted && !hasEnded ? [end(last.snapshot.status, "quit")] : []
        return ending + [event("shutdown")]
    }

    /// - Parameter otherwise: the reason if the item neither reached its end nor failed.
    private func end(_ status: PlayStatus, _ otherwise: String) -> JSONValue {
        let reason =
            switch status {
            case .reachEnd: "eof"
            case .failed: "error"
            default: otherwise
            }
        var fields: [String: JSONValue] = [
            "event": .string("end-file"), "reason": .string(reason), "playlist_entry_id": entry(last),
        ]
        if reason == "error" { fields["file_error"] = .string("loading failed") }
        return .object(sorting: fields)
    }

    /// Returns a cue point's event. `isSkipped`: a seek skipped it.
    static func passed(_ point: CuePoint, _ isSkipped: Bool, _ context: PropertyContext) -> JSONValue {
        var fields: [String: JSONValue] = [
            "event": .string("cue-point"), "time": .number(point.time.inSeconds), "kind": .string(point.kind.rawValue),
            "metadata": .object(sorting: point.metadata.mapValues(JSONValue.string)), "skipped": .flag(isSkipped),
            "playlist_entry_id": .integer(Int64(context.playlist.current?.id ?? 0)),
        ]
        fields["name"] = point.title.map(JSONValue.string) ?? .null
        return .object(sorting: fields)
    }

    static func met(_ event: AdvertEvent, at position: MediaTime, _ context: PropertyContext) -> JSONValue {
        var fields: [String: JSONValue] = [
            "event": .string("ad"), "kind": .string(event.name), "time": .number(position.inSeconds),
            "playlist_entry_id": .integer(Int64(context.playlist.current?.id ?? 0)),
        ]
        for field in event.fields { fields[field.name] = .integer(Int64(field.value)) }
        return .object(sorting: fields)
    }

    private func event(_ name: String, _ context: PropertyContext? = nil) -> JSONValue {
        var fields: [String: JSONValue] = ["event": .string(name)]
        fields["playlist_entry_id"] = context.map(entry)
        return .object(sorting: fields)
    }

    private func entry(_ context: PropertyContext) -> JSONValue { .integer(Int64(context.playlist.current?.id ?? 0)) }
}
