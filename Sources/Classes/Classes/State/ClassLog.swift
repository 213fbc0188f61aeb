package import PlayCore

/// All signals of a class, sorted by time. Checkpoints limit the replay of a jump to a few thousand events. The chat's
/// plain messages are in ``ChatStore``.
package struct ClassLog: Sendable {
    /// In events, which is the most that a jump replays in a class of usual size. An event took 0.1 to 1 µs in 2026-11.
    package static let spacing = 2048
    /// A checkpoint may copy the whole state, so large states have fewer checkpoints: at most eight copied elements per
    /// event.
    private static let elementsPerEvent = 8

    package private(set) var events: [ClassEvent]
    private var checkpoints: [Checkpoint] = []
    private var last: ClassCursor

    private struct Checkpoint: Sendable {
        let index: Int
        let state: ClassState
    }

    package init(_ events: some Sequence<ClassEvent> = []) {
        self.events = events.stablySorted { $0.time < $1.time }
        last = ClassCursor()
        extend()
    }

    /// A late event is inserted at its time, which invalidates cursors after it.
    package mutating func append(_ event: ClassEvent) {
        if let newest = events.last, event.time < newest.time {
            let index = events.partitioningIndex { $0.time > event.time }
            events.insert(event, at: index)
            checkpoints.removeAll { $0.index > index }
            last = checkpoints.last.map { ClassCursor(index: $0.index, state: $0.state) } ?? ClassCursor()
            generation += 1
        } else {
            events.append(event)
        }
        extend()
    }

    /// Rises when events are inserted before the end.
    private var generation = 0

    package func isValid(_ cursor: ClassCursor) -> Bool { cursor.generation == generation }

    package func count(upTo time: MediaTime) -> Int { events.partitioningIndex { $0.time > time } }

    package func next(after cursor: ClassCursor) -> MediaTime? {
        cursor.index < events.count ? events[cursor.index].time : nil
    }

    /// Includes all events of that time.
    package func state(at time: MediaTime) -> ClassState { cursor(at: time).state }

    package func cursor(at time: MediaTime) -> ClassCursor {
        var cursor = ClassCursor(generation: generation)
        move(&cursor, to: time)
        return cursor
    }

    /// Moves a cursor to `time` from its position or a nearer checkpoint. Returns the number of events reduced.
    @discardableResult
    package func move(_ cursor: inout ClassCursor, to time: MediaTime) -> Int {
        let target = count(upTo: time)
        if !isValid(cursor) || cursor.index > target { cursor = ClassCursor(generation: generation) }
        let following = checkpoints.partitioningIndex { $0.index > target }
        if following > 0, checkpoints[following - 1].index > cursor.index {
            let checkpoint = checkpoints[following - 1]
            cursor = ClassCursor(index: checkpoint.index, state: checkpoint.state, generation: generation)
        }
        let count = target - cursor.index
        for index in cursor.index..<target { ClassReducer.reduce(&cursor.state, events[index]) }
        cursor.index = target
        return count
    }

    private mutating func extend() {
        var mark = checkpoints.last?.index ?? 0
        while last.index < events.count {
            ClassReducer.reduce(&last.state, events[last.index])
            last.index += 1
            guard last.index - mark >= Self.spacing, (last.index - mark) % Self.spacing == 0,
                (last.index - mark) * Self.elementsPerEvent >= last.state.weight
            else { continue }
            mark = last.index
            checkpoints.append(Checkpoint(index: mark, state: last.state))
        }
    }
}

package struct ClassCursor: Sendable {
    package fileprivate(set) var index = 0
    package fileprivate(set) var state = ClassState()
    fileprivate var generation = 0

    package init() {}

    fileprivate init(index: Int = 0, state: ClassState = ClassState(), generation: Int = 0) {
        self.index = index
        self.state = state
        self.generation = generation
    }
}
