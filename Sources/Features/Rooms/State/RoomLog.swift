package import PlayCore

/// All signals of a room in the order of their times, with states on the way: a jump replays a few thousand events,
/// not all. A value; the chat's plain messages are not in it (``ChatStore``).
///
/// A live room appends to it.
package struct RoomLog: Sendable {
    /// Events between two checkpoints: what a jump replays at most while a room is of usual size. On the machine of
    /// 2026-11 an event takes 0.1 … 1 µs.
    package static let spacing = 2048
    /// A checkpoint may copy all it holds, so a large state has fewer: one event pays for eight elements at most.
    private static let elementsPerEvent = 8

    package private(set) var events: [RoomEvent]
    private var checkpoints: [Checkpoint] = []
    /// After all events: where the next checkpoint is made from.
    private var last: RoomCursor

    private struct Checkpoint: Sendable {
        /// Events reduced.
        let index: Int
        let state: RoomState
    }

    package init(_ events: some Sequence<RoomEvent> = []) {
        self.events = events.stablySorted { $0.time < $1.time }
        last = RoomCursor()
        extend()
    }

    /// An event that comes later than its time (a slow line) is put where it belongs; cursors that have passed that
    /// place are no longer right, ``isValid(_:)`` says so.
    package mutating func append(_ event: RoomEvent) {
        if let newest = events.last, event.time < newest.time {
            let index = events.partitioningIndex { $0.time > event.time }
            events.insert(event, at: index)
            checkpoints.removeAll { $0.index > index }
            last = checkpoints.last.map { RoomCursor(index: $0.index, state: $0.state) } ?? RoomCursor()
            generation += 1
        } else {
            events.append(event)
        }
        extend()
    }

    /// Rises when events were put before the end.
    private var generation = 0

    package func isValid(_ cursor: RoomCursor) -> Bool { cursor.generation == generation }

    /// How many events are not after `time`.
    package func count(upTo time: MediaTime) -> Int { events.partitioningIndex { $0.time > time } }

    /// The next event after a cursor; nil: none.
    package func next(after cursor: RoomCursor) -> MediaTime? {
        cursor.index < events.count ? events[cursor.index].time : nil
    }

    /// The state at `time`: all events up to and with it.
    package func state(at time: MediaTime) -> RoomState { cursor(at: time).state }

    package func cursor(at time: MediaTime) -> RoomCursor {
        var cursor = RoomCursor(generation: generation)
        move(&cursor, to: time)
        return cursor
    }

    /// Brings a cursor to `time`: from where it is, or from the checkpoint before when that is nearer.
    ///
    /// - Returns: how many events were reduced.
    @discardableResult
    package func move(_ cursor: inout RoomCursor, to time: MediaTime) -> Int {
        let target = count(upTo: time)
        if !isValid(cursor) || cursor.index > target { cursor = RoomCursor(generation: generation) }
        let following = checkpoints.partitioningIndex { $0.index > target }
        if following > 0, checkpoints[following - 1].index > cursor.index {
            let checkpoint = checkpoints[following - 1]
            cursor = RoomCursor(index: checkpoint.index, state: checkpoint.state, generation: generation)
        }
        let count = target - cursor.index
        for index in cursor.index..<target { RoomReducer.reduce(&cursor.state, events[index]) }
        cursor.index = target
        return count
    }

    /// Goes on to the end from the last state, and leaves checkpoints.
    private mutating func extend() {
        var mark = checkpoints.last?.index ?? 0
        while last.index < events.count {
            RoomReducer.reduce(&last.state, events[last.index])
            last.index += 1
            guard last.index - mark >= Self.spacing, (last.index - mark) % Self.spacing == 0,
                (last.index - mark) * Self.elementsPerEvent >= last.state.weight
            else { continue }
            mark = last.index
            checkpoints.append(Checkpoint(index: mark, state: last.state))
        }
    }
}

/// A place in a ``RoomLog``, and what is the case there. A value.
package struct RoomCursor: Sendable {
    /// Events reduced.
    package fileprivate(set) var index = 0
    package fileprivate(set) var state = RoomState()
    fileprivate var generation = 0

    package init() {}

    fileprivate init(index: Int = 0, state: RoomState = RoomState(), generation: Int = 0) {
        self.index = index
        self.state = state
        self.generation = generation
    }
}
