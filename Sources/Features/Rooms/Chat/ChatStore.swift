package import PlayCore

/// The chat of a recording, of which only the slices around the position are in memory. A
/// value; whoever owns it loads what is ``wanted`` and puts it in. Messages are those of ``ChatRules`` already.
package struct ChatStore: Sendable {
    /// Messages in memory, unless the slices that are shown have more: some 10 MB.
    package static let standardLimit = 20_000

    package private(set) var index: ChatIndex
    package let rules: ChatRules
    /// In the order of their times; few, so all are in memory.
    private let virtual: [ChatMessage]
    private let limit: Int
    package var changes: ChatChanges

    private var loaded: [Int: Loaded] = [:]
    /// Slices that could not be had, until ``retry()``.
    package private(set) var failures: [Int: RoomError] = [:]
    /// Where the position is; what is far from here goes first.
    private var focus = 0
    /// Where the viewer has scrolled to.
    private var scrolled: Int?
    /// Messages of slices that were loaded once, as the rules leave them.
    private var counts: [Int: Int] = [:]
    /// Slices that came while the room was followed, or are of virtual messages alone: nobody has them but us. In order.
    private var live: [Int] = []

    fileprivate struct Loaded: Sendable {
        var messages: [ChatMessage]
        /// Offsets of messages by their ids.
        var ids: [String: Int]

        init(_ messages: [ChatMessage]) {
            self.messages = messages
            ids = Dictionary(zip(messages.map(\.id), messages.indices), uniquingKeysWith: { first, _ in first })
        }
    }

    /// - Parameters:
    ///   - virtual: in any order.
    ///   - limit: messages in memory, at least 1.
    package init(
        index: ChatIndex, rules: ChatRules = ChatRules(), virtual: [ChatMessage] = [],
        changes: ChatChanges = ChatChanges(), limit: Int = ChatStore.standardLimit
    ) {
        // Virtual messages alone need a place, too.
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

    /// How many messages are in memory.
    package var loadedCount: Int { loaded.values.reduce(0) { $0 + $1.messages.count } }

    package func isLoaded(_ slice: Int) -> Bool { loaded[slice] != nil }

    // MARK: Loading

    /// Says where playing is, and lets go of what is too far from there.
    package mutating func focus(on time: MediaTime) {
        guard let slice = index.slice(at: time), slice != focus else { return }
        focus = slice
        evict()
    }

    /// Says which slice the viewer looks at away from the position; nil: none.
    package mutating func scroll(to slice: Int?) {
        scrolled = slice.flatMap { index.slices.indices.contains($0) ? $0 : nil }
        evict()
    }

    /// Slices that are to be loaded, the most urgent first: where playing is, what the viewer looks at, what was said
    /// before that, what comes next.
    package var wanted: [Int] {
        var wanted: [Int] = []
        for slice in [focus, scrolled, focus - 1, focus + 1].compactMap(\.self)
        where index.slices.indices.contains(slice) && loaded[slice] == nil && failures[slice] == nil
            && !wanted.contains(slice)
        { wanted.append(slice) }
        return wanted
    }

    /// Puts a slice in as it was read.
    package mutating func insert(_ messages: [ChatMessage], into slice: Int) {
        guard index.slices.indices.contains(slice) else { return }
        let prepared = prepare(messages, of: slice)
        loaded[slice] = Loaded(prepared)
        counts[slice] = prepared.count
        failures[slice] = nil
        evict()
    }

    package mutating func fail(_ slice: Int, _ error: RoomError) { failures[slice] = error }

    /// What failed is wanted again.
    package mutating func retry() { failures = [:] }

    /// A slice as it is shown.
    package func prepare(_ messages: [ChatMessage], of slice: Int) -> [ChatMessage] {
        preparation.prepare(messages, of: slice)
    }

    /// For another thread.
    package var preparation: ChatPreparation {
        ChatPreparation(
            index: index, rules: rules, virtual: virtual,
            live: live.reduce(into: [:]) { $0[$1] = loaded[$1]?.messages }, changes: changes)
    }

    /// Slices in use stay whatever the limit is.
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

    /// Messages of a slice that is written while the room is followed.
    package static let liveSlice = 1000
    /// Of them all, in memory: the oldest are let go of then, and cannot be had any more.
    package static let liveLimit = 100_000

    /// What a live room says now, in the order of coming. A message that comes late stands where it belongs
    /// within the newest slice; one that is there already is not put in again.
    ///
    /// - Returns: the lines that are new, wherever their times put them.
    @discardableResult
    package mutating func append(_ messages: [ChatMessage]) -> [ChatPage.Line] {
        var added: [String] = []
        for message in messages.compactMap(rules.applied(to:)) {
            let slice = liveSlice(for: message.time)
            guard var held = loaded[slice], !live.contains(where: { loaded[$0]?.ids[message.id] != nil }) else {
                continue
            }
            // Given up before, or each message would copy the slice.
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

    /// The newest one, or a new one when that is full, or comes from a file.
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

    /// Of the last message that is in memory.
    package var lastTime: MediaTime? { loaded.values.compactMap { $0.messages.last?.time }.max() }

    /// Messages up to `time`, those taken back included; slices that were never loaded count as the index says.
    package func count(at time: MediaTime) -> Int {
        guard let current = index.slice(at: time) else { return 0 }
        let before = (0..<current).reduce(0) { $0 + (counts[$1] ?? index.slices[$1].count) }
        return before + (end(at: time)?.offset ?? 0)
    }

    /// After the last message up to `time`; nil while that slice is not in memory.
    package func end(at time: MediaTime) -> ChatPosition? {
        guard let slice = index.slice(at: time), let messages = loaded[slice]?.messages else { return nil }
        return ChatPosition(slice: slice, offset: messages.partitioningIndex { $0.time > time })
    }

    /// The next message after `time` in its slice, or the next slice's start; nil: there is none.
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

    /// Where a message is, if it is in memory: what a reply answers.
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

    /// Puts a line of our own (somebody came) where it belongs; it is gone when its slice is loaded again.
    mutating func note(_ message: ChatMessage) {
        guard let end = end(at: message.time), let messages = loaded[end.slice]?.messages else { return }
        var changed = messages
        changed.insert(message, at: end.offset)
        loaded[end.slice] = Loaded(changed)
        counts[end.slice] = changed.count
    }

    /// Takes all lines of our own away.
    mutating func dropNotes() {
        for (slice, held) in loaded where held.messages.contains(where: \.isNote) {
            let messages = held.messages.filter { !$0.isNote }
            loaded[slice] = Loaded(messages)
            counts[slice] = messages.count
        }
    }
}

extension ChatMessage {
    /// Made here from a user's coming and going.
    package var isNote: Bool { kind == .joined || kind == .left }
}

/// A place between messages, or of the message after it. A value.
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
