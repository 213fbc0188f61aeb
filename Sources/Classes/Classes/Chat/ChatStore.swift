package import PlayCore

/// The chat of a recording, of which only the slices around the position are in memory. The owner loads the ``wanted``
/// slices and inserts them. All messages comply with ``ChatRules``.
package struct ChatStore: Sendable {
    /// In messages: about 10 MB. The visible slices may exceed it.
    package static let standardLimit = 20_000

    package private(set) var index: ChatIndex
    package let rules: ChatRules
    private let virtual: [ChatMessage]
    private let limit: Int
    package var changes: ChatChanges

    private var loaded: [Int: Loaded] = [:]
    /// Errors remain until ``retry()``.
    package private(set) var failures: [Int: ClassReadError] = [:]
    /// The slices farthest from this one are dropped first.
    private var focus = 0
    private var scrolled: Int?
    /// The messages of each loaded slice, after filtering.
    private var counts: [Int: Int] = [:]
    /// The slices that exist only in memory, in order: those of live messages, and the one that contains only virtual
    /// messages.
    private var live: [Int] = []

    fileprivate struct Loaded: Sendable {
        var messages: [ChatMessage]
        var ids: [String: Int]

        init(_ messages: [ChatMessage]) {
            self.messages = messages
            ids = Dictionary(zip(messages.map(\.id), messages.indices), uniquingKeysWith: { first, _ in first })
        }
    }

    /// - Parameter limit: the most messages in memory, at least 1.
    package init(
        index: ChatIndex, rules: ChatRules = ChatRules(), virtual: [ChatMessage] = [],
        changes: ChatChanges = ChatChanges(), limit: Int = ChatStore.standardLimit
    ) {
        // Virtual messages need a slice, even if there is no other.
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

    package mutating func focus(on time: MediaTime) {
        guard let slice = index.slice(at: time), slice != focus else { return }
        focus = slice
        evict()
    }

    /// The viewer looks at this slice away from the position; `nil` for none.
    package mutating func scroll(to slice: Int?) {
        scrolled = slice.flatMap { index.slices.indices.contains($0) ? $0 : nil }
        evict()
    }

    /// Most urgent first: the position's slice, the viewer's, the previous, the next.
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

    /// For another thread.
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

    /// In messages.
    package static let liveSlice = 1000
    /// In messages. Older ones are dropped and cannot be read again.
    package static let liveLimit = 100_000

    /// Adds new messages of a live class in the order of arrival. Returns the new lines. A late message is inserted at
    /// its time in the newest slice. A known message is ignored.
    @discardableResult
    package mutating func append(_ messages: [ChatMessage]) -> [ChatPage.Line] {
        var added: [String] = []
        for message in messages.compactMap(rules.applied(to:)) {
            let slice = liveSlice(for: message.time)
            guard var held = loaded[slice], !live.contains(where: { loaded[$0]?.ids[message.id] != nil }) else {
                continue
            }
            // Released first, because each message would otherwise copy the slice.
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

    /// Includes removed messages. For slices never loaded, the index has the number.
    package func count(at time: MediaTime) -> Int {
        guard let current = index.slice(at: time) else { return 0 }
        let before = (0..<current).reduce(0) { $0 + (counts[$1] ?? index.slices[$1].count) }
        return before + (end(at: time)?.offset ?? 0)
    }

    /// Returns `nil` if the slice at `time` is not in memory.
    package func end(at time: MediaTime) -> ChatPosition? {
        guard let slice = index.slice(at: time), let messages = loaded[slice]?.messages else { return nil }
        return ChatPosition(slice: slice, offset: messages.partitioningIndex { $0.time > time })
    }

    /// Returns the time of the next message in the slice of `time`, or else the start of the next slice.
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
    package var isNote: Bool { kind == .joined || kind == .left }
}

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
