package import PlayCore

/// The chat of a recording, with only the slices around the position in memory. The owner loads the ``wanted`` slices
/// and inserts them. ``ChatRules`` have been applied to all messages.
package struct ChatStore: Sendable {
    /// The maximum number of messages in memory (about 10 MB), unless the shown slices have more.
    package static let standardLimit = 20_000

    package private(set) var index: ChatIndex
    package let rules: ChatRules
    /// The virtual messages in the order of their times; all are in memory, since they are few.
    private let virtual: [ChatMessage]
    private let limit: Int
    package var changes: ChatChanges

    private var loaded: [Int: Loaded] = [:]
    /// The errors of slices that could not be read, until ``retry()``.
    package private(set) var failures: [Int: ClassReadError] = [:]
    /// The slice at the position. The slices farthest from here are dropped first.
    private var focus = 0
    private var scrolled: Int?
    /// The number of messages, after filtering, of slices that were loaded once.
    private var counts: [Int: Int] = [:]
    /// The slices that exist only in memory, in order: those received live, or those of virtual messages alone.
    private var live: [Int] = []

    fileprivate struct Loaded: Sendable {
        var messages: [ChatMessage]
        var ids: [String: Int]

        init(_ messages: [ChatMessage]) {
            self.messages = messages
            ids = Dictionary(zip(messages.map(\.id), messages.indices), uniquingKeysWith: { first, _ in first })
        }
    }

    /// - Parameter limit: the maximum number of messages in memory, at least 1.
    package init(
        index: ChatIndex, rules: ChatRules = ChatRules(), virtual: [ChatMessage] = [],
        changes: ChatChanges = ChatChanges(), limit: Int = ChatStore.standardLimit
    ) {
        // Virtual messages need a slice even if there are no others.
        let nowhere = ChatIndex.Slice(file: "", start: .zero, count: 0)
        self.index = index.slices.isEmpty && !virtual.isEmpty ? ChatIndex([nowhere]) : index
        self.rules = rules
        self.virtual = virtual.compactMap(rules.applied(to:)).stablySorted { $0.time < $1.time }
        self.changes = changes
        self.limit = limit
        guard self.index != index else { return }
        live = [0]
        insert([], into: 0)
    }

    package var loadedCount: Int { loaded.values.reduce(0) { $0 + $1.messages.count } }

    package func isLoaded(_ slice: Int) -> Bool { loaded[slice] != nil }

    // MARK: Loading

    /// Sets the position of playback, and drops slices that are too far from it.
    package mutating func focus(on time: MediaTime) {
        guard let slice = index.slice(at: time), slice != focus else { return }
        focus = slice
        evict()
    }

    /// Sets the slice that the viewer looks at apart from the position, or `nil` for none.
    package mutating func scroll(to slice: Int?) {
        scrolled = slice.flatMap { index.slices.indices.contains($0) ? $0 : nil }
        evict()
    }

    /// The slices to load, the most urgent first: at the position, the viewer's, the previous, the next.
    package var wanted: [Int] {
        var wanted: [Int] = []
        for slice in [focus, scrolled, focus - 1, focus + 1].compactMap(\.self)
        where index.slices.indices.contains(slice) && loaded[slice] == nil && failures[slice] == nil
            && !wanted.contains(slice)
        { wanted.append(slice) }
        return wanted
    }

    package mutating func insert(_ messages: [ChatMessage], into slice: Int) {
        guard index.slices.indices.contains(slice) else { return }
        let prepared = prepare(messages, of: slice)
        loaded[slice] = Loaded(prepared)
        counts[slice] = prepared.count
        failures[slice] = nil
        evict()
    }

    package mutating func fail(_ slice: Int, _ error: ClassReadError) { failures[slice] = error }

    package mutating func retry() { failures = [:] }

    package func prepare(_ messages: [ChatMessage], of slice: Int) -> [ChatMessage] {
        preparation.prepare(messages, of: slice)
    }

    /// The rules and data for preparing slices on another thread.
    package var preparation: ChatPreparation {
        ChatPreparation(
            index: index, rules: rules, virtual: virtual,
            live: live.reduce(into: [:]) { $0[$1] = loaded[$1]?.messages }, changes: changes)
    }

    private mutating func evict() {
        var count = loadedCount
        let kept = [focus, focus - 1, focus + 1, scrolled].compactMap(\.self) + live
        let far = loaded.keys.filter { !kept.contains($0) }.sorted { distance($0) > distance($1) }
        for slice in far where count > limit {
            count -= loaded.removeValue(forKey: slice)?.messages.count ?? 0
        }
    }

    private func distance(_ slice: Int) -> Int {
        min(abs(slice - focus), scrolled.map { abs(slice - $0) } ?? Int.max)
    }

    // MARK: Live

    /// The maximum number of messages in a slice of live messages.
    package static let liveSlice = 1000
    /// The maximum number of live messages in memory. Older ones are dropped and cannot be read again.
    package static let liveLimit = 100_000

    /// Adds new messages of a live class in the order of arrival, and returns the new lines. A late message is inserted
    /// at its time within the newest slice; a known message is ignored.
    @discardableResult
    package mutating func append(_ messages: [ChatMessage]) -> [ChatPage.Line] {
        var added: [String] = []
        for message in messages.compactMap(rules.applied(to:)) {
            let slice = liveSlice(for: message.time)
            guard var held = loaded[slice], !live.contains(where: { loaded[$0]?.ids[message.id] != nil }) else {
                continue
            }
            // Released first; otherwise each message would copy the slice.
            loaded[slice] = nil
            let offset = held.messages.partitioningIndex { $0.time > message.time }
            if offset == held.messages.count {
                held.ids[message.id] = offset
                held.messages.append(message)
            } else {
                held.messages.insert(message, at: offset)
                held = Loaded(held.messages)
            }
            counts[slice] = held.messages.count
            loaded[slice] = held
            added.append(message.id)
        }
        dropOldest()
        return added.compactMap { id in
            guard let position = position(of: id), let message = self[position] else { return nil }
            return ChatPage.Line(position: position, message: message)
        }
    }

    private mutating func liveSlice(for time: MediaTime) -> Int {
        if let last = live.last, (loaded[last]?.messages.count ?? 0) < Self.liveSlice { return last }
        let start = max(time, index.slices.last?.start ?? time)
        let slice = index.slices.count
        index = ChatIndex(index.slices + [ChatIndex.Slice(file: "", start: start, count: 0)])
        live.append(slice)
        loaded[slice] = Loaded([])
        counts[slice] = 0
        return slice
    }

    private mutating func dropOldest() {
        while live.count > Self.liveLimit / Self.liveSlice {
            let slice = live.removeFirst()
            loaded[slice] = Loaded([])
            counts[slice] = 0
        }
    }

    // MARK: Reading

    package var lastTime: MediaTime? { loaded.values.compactMap { $0.messages.last?.time }.max() }

    /// Returns the number of messages up to `time`, with those taken back; by the index for slices never loaded.
    package func count(at time: MediaTime) -> Int {
        guard let current = index.slice(at: time) else { return 0 }
        let before = (0..<current).reduce(0) { $0 + (counts[$1] ?? index.slices[$1].count) }
        return before + (end(at: time)?.offset ?? 0)
    }

    /// Returns the place after the last message up to `time`, or `nil` if that slice is not in memory.
    package func end(at time: MediaTime) -> ChatPosition? {
        guard let slice = index.slice(at: time), let messages = loaded[slice]?.messages else { return nil }
        return ChatPosition(slice: slice, offset: messages.partitioningIndex { $0.time > time })
    }

    /// Returns the next message's time in the slice of `time`, else the next slice's start, or `nil` for neither.
    package func nextChange(after time: MediaTime) -> MediaTime? {
        guard let slice = index.slice(at: time) else { return nil }
        let inSlice = loaded[slice].flatMap { loaded -> MediaTime? in
            let next = loaded.messages.partitioningIndex { $0.time > time }
            return next < loaded.messages.count ? loaded.messages[next].time : nil
        }
        let following = index.slices[(slice + 1)...].first { $0.start > time }?.start
        return [inSlice, following].compactMap(\.self).min()
    }

    package func messages(of slice: Int) -> [ChatMessage]? { loaded[slice]?.messages }

    /// Returns the position of a message, or `nil` if it is not in memory.
    package func position(of id: String) -> ChatPosition? {
        for (slice, loaded) in loaded {
            if let offset = loaded.ids[id] { return ChatPosition(slice: slice, offset: offset) }
        }
        return nil
    }

    package subscript(position: ChatPosition) -> ChatMessage? {
        guard let messages = loaded[position.slice]?.messages, messages.indices.contains(position.offset) else {
            return nil
        }
        return messages[position.offset]
    }

    /// Inserts a line of this program (a user entered) at its time. It is lost when its slice is loaded again.
    mutating func note(_ message: ChatMessage) {
        guard let end = end(at: message.time), let messages = loaded[end.slice]?.messages else { return }
        var changed = messages
        changed.insert(message, at: end.offset)
        loaded[end.slice] = Loaded(changed)
        counts[end.slice] = changed.count
    }

    mutating func dropNotes() {
        for (slice, held) in loaded where held.messages.contains(where: \.isNote) {
            let messages = held.messages.filter { !$0.isNote }
            loaded[slice] = Loaded(messages)
            counts[slice] = messages.count
        }
    }
}

extension ChatMessage {
    /// Whether this program made the line because a user entered or left.
    package var isNote: Bool { kind == .joined || kind == .left }
}

/// A place between messages, or the position of the message after it.
package struct ChatPosition: Sendable, Hashable, Comparable {
    package let slice: Int
    package let offset: Int

    package init(slice: Int, offset: Int) {
        self.slice = slice
        self.offset = offset
    }

    package static func < (a: ChatPosition, b: ChatPosition) -> Bool {
        (a.slice, a.offset) < (b.slice, b.offset)
    }
}
