import Classes
import PlayCore

/// Collects the events of an importer within limits, with unique IDs, and with warnings about omissions.
struct ImportCollector {
    private(set) var events: [ClassEvent] = []
    private(set) var isFull = false
    let limits: ImportLimits
    var file: String
    private var warnings: [ClassWarning] = []
    private var counts: [(file: String, problem: String, count: Int)] = []
    private var unlisted = 0
    /// The fingerprint of the first message, and the number of messages with its ID.
    private var ids: [String: (message: Int, uses: Int)] = [:]
    /// Whether one ID belongs to several messages. From then on, IDs no longer identify repetitions.
    private var hasCommonIDs = false
    private var repetitions: [ChatMessage] = []

    init(file: String, limits: ImportLimits) {
        self.file = file
        self.limits = limits
    }

    // MARK: Events

    mutating func add(_ event: ClassEvent) {
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

    /// Cuts the text to the limit. Drops a repeated message, unless the file uses an ID for several messages. A
    /// different message with a known ID gets a new ID, the same each time the file is read.
    mutating func add(_ message: ChatMessage) {
        guard !isFull else { return }
        var message = message
        message.text = cut(message.text)
        let print = Self.fingerprint(message)
        guard let known = ids[message.id] else {
            ids[message.id] = (print, 1)
            return add(ClassEvent(message.time, .message(message)))
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
        add(ClassEvent(message.time, .message(message)))
    }

    /// The events then precede those of the same time.
    mutating func prepend(_ others: [ClassEvent]) { events.insert(contentsOf: others, at: 0) }

    mutating func shift(by offset: MediaTime) {
        guard offset != .zero else { return }
        for index in events.indices { events[index] = events[index].shifted(by: offset) }
    }

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

    /// - Parameter line: counts from 1. With `nil`, the problem is reported once, with its number of occurrences.
    mutating func note(_ problem: String, line: Int? = nil) {
        if let line {
            if warnings.count < limits.warnings {
                warnings.append(ClassWarning(file, line: line, problem))
            } else {
                unlisted += 1
            }
        } else if let known = counts.firstIndex(where: { $0.problem == problem && $0.file == file }) {
            counts[known].count += 1
        } else if counts.count < limits.warnings {
            counts.append((file, problem, 1))
        }
    }

    var allWarnings: [ClassWarning] {
        let counted = counts.map {
            ClassWarning($0.file, $0.count > 1 ? "\($0.problem) (\($0.count) times)" : $0.problem)
        }
        return warnings + (unlisted > 0 ? [ClassWarning(file, "\(unlisted) more lines cannot be read")] : []) + counted
    }
}

extension ClassEvent {
    func shifted(by offset: MediaTime) -> ClassEvent {
        var event = ClassEvent(time + offset, kind)
        if case .message(var message) = kind {
            message.time = message.time + offset
            event.kind = .message(message)
        }
        return event
    }
}
