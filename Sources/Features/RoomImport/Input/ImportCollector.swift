import PlayCore
import Rooms

/// Gathers what an importer finds: within the limits, with ids that are unique, and with notes on what was left out. A
/// value.
struct ImportCollector {
    private(set) var events: [RoomEvent] = []
    private(set) var isFull = false
    let limits: ImportLimits
    /// What is being read, for warnings.
    var file: String
    private var warnings: [RoomWarning] = []
    /// How often each problem without a line occurred, in the order of the first times.
    private var counts: [(file: String, problem: String, count: Int)] = []
    private var unlisted = 0
    /// Of each id: what its first message says, and how often it was used.
    private var ids: [String: (message: Int, uses: Int)] = [:]
    /// One id has stood for several messages: then none tells that a message is there twice.
    private var hasCommonIDs = false
    /// What was taken for a repetition until then.
    private var repetitions: [ChatMessage] = []

    init(file: String, limits: ImportLimits) {
        self.file = file
        self.limits = limits
    }

    // MARK: Events

    mutating func add(_ event: RoomEvent) {
        guard !isFull else { return }
        guard event.time.nanoseconds.magnitude <= limits.time.nanoseconds.magnitude else {
            return note("a time that is more than 100 days away")
        }
        guard events.count < limits.events else {
            isFull = true
            return note("more than \(limits.events) events; the rest is left out")
        }
        events.append(event)
    }

    /// A message: its text is cut; one that the file has twice is there once, unless ids of the file stand for several
    /// messages; one that has the id of another gets one of its own, the same each time the file is read.
    mutating func add(_ message: ChatMessage) {
        guard !isFull else { return }
        var message = message
        message.text = cut(message.text)
        let print = Self.fingerprint(message)
        guard let known = ids[message.id] else {
            ids[message.id] = (print, 1)
            return add(RoomEvent(message.time, .message(message)))
        }
        if known.message == print, !hasCommonIDs {
            if repetitions.count < limits.events { repetitions.append(message) }
            return
        }
        addRenamed(message)
        guard !hasCommonIDs else { return }
        hasCommonIDs = true
        for message in repetitions { addRenamed(message) }
        repetitions = []
    }

    private mutating func addRenamed(_ message: ChatMessage) {
        guard let uses = ids[message.id]?.uses else { return }
        ids[message.id]?.uses += 1
        var message = message
        message.id += "#\(uses + 1)"
        add(RoomEvent(message.time, .message(message)))
    }

    /// Puts events before all others, so that at equal times they come first.
    mutating func prepend(_ others: [RoomEvent]) { events.insert(contentsOf: others, at: 0) }

    mutating func shift(by offset: MediaTime) {
        guard offset != .zero else { return }
        for index in events.indices { events[index] = events[index].shifted(by: offset) }
    }

    /// At a boundary of characters.
    func cut(_ text: String) -> String {
        guard text.utf8.count > limits.textBytes else { return text }
        var result = ""
        var left = limits.textBytes
        for character in text {
            left -= character.utf8.count
            if left < 0 { break }
            result.append(character)
        }
        return result + "…"
    }

    private static func fingerprint(_ message: ChatMessage) -> Int {
        var hasher = Hasher()
        hasher.combine(message.time)
        hasher.combine(message.text)
        hasher.combine(message.author?.id)
        return hasher.finalize()
    }

    // MARK: Warnings

    /// - Parameter line: from 1; nil: counted, and said once with how often.
    mutating func note(_ problem: String, line: Int? = nil) {
        if let line {
            if warnings.count < limits.warnings {
                warnings.append(RoomWarning(file, line: line, problem))
            } else {
                unlisted += 1
            }
        } else if let known = counts.firstIndex(where: { $0.problem == problem && $0.file == file }) {
            counts[known].count += 1
        } else if counts.count < limits.warnings {
            counts.append((file, problem, 1))
        }
    }

    var allWarnings: [RoomWarning] {
        let counted = counts.map {
            RoomWarning($0.file, $0.count > 1 ? "\($0.problem) (\($0.count) times)" : $0.problem)
        }
        return warnings + (unlisted > 0 ? [RoomWarning(file, "\(unlisted) more lines cannot be read")] : []) + counted
    }
}

extension RoomEvent {
    /// The same, earlier or later; what it carries as well.
    func shifted(by offset: MediaTime) -> RoomEvent {
        var event = RoomEvent(time + offset, kind)
        if case .message(var message) = kind {
            message.time = message.time + offset
            event.kind = .message(message)
        }
        return event
    }
}
