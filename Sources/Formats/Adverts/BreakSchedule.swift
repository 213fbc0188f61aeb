package import PlayCore

/// When a break is due in the content.
package enum BreakTime: Sendable, Hashable {
    case start
    case end
    case at(AdvertOffset)

    /// VMAP's `timeOffset`; nil for what is none, `#2` among them: what positions a player has is its own matter.
    init?(_ text: String) {
        switch text.trimmed {
        case "start": self = .start
        case "end": self = .end
        case let other:
            guard let offset = AdvertOffset(other) else { return nil }
            // What is due at the beginning is due before it.
            self = offset == .time(.zero) || offset == .percent(0) ? .start : .at(offset)
        }
    }
}

/// Which break is due where the content stands. Each is due once; a seek over several makes the last of them due, the
/// others are due when playing comes to them. What lies before the place where playing began is not due. A value.
package struct BreakSchedule: Sendable, Equatable {
    private var times: [BreakTime]
    private var seen: Set<Int> = []
    /// How far playing has come; breaks up to here are not due.
    private var last: MediaTime?

    package init(_ times: [BreakTime]) { self.times = times }

    /// One more, known only now.
    package mutating func add(_ time: BreakTime) { times.append(time) }

    /// A break that is still to come is due at another time.
    package mutating func move(_ index: Int, to time: BreakTime) { times[index] = time }

    /// Whether a break was due, or is none any more.
    package func isOver(_ index: Int) -> Bool { seen.contains(index) }

    /// A break is not due any more.
    package mutating func drop(_ index: Int) { seen.insert(index) }

    /// Playing goes on at `position`: what lies before it is not due any more. Nil: on another axis, wherever that is.
    package mutating func resume(at position: MediaTime?) {
        last = position.map { $0 - MediaTime(nanoseconds: 1) }
    }

    /// Another break that is due when this one is.
    package mutating func dueWith(_ index: Int) -> Int? {
        times.indices.contains(index) ? firstUnseen(times[index]) : nil
    }

    /// Before the content.
    package mutating func dueBeforeStart() -> Int? { firstUnseen(.start) }

    private mutating func firstUnseen(_ time: BreakTime) -> Int? {
        guard let index = times.indices.first(where: { times[$0] == time && !seen.contains($0) }) else { return nil }
        seen.insert(index)
        return index
    }

    /// While the content plays at `position`.
    package mutating func due(at position: MediaTime, in duration: MediaTime?) -> Int? {
        guard let last else {
            self.last = position
            return nil
        }
        // A seek back: the break at its very place is still to come.
        self.last = position < last ? position - MediaTime(nanoseconds: 1) : position
        return lastUnseen(after: last, to: position, in: duration)
    }

    /// At the content's end.
    package mutating func dueAtEnd(_ position: MediaTime, in duration: MediaTime?) -> Int? {
        if let index = firstUnseen(.end) { return index }
        guard let last else { return nil }
        self.last = position
        return lastUnseen(after: last, to: max(position, duration ?? position), in: duration)
    }

    private mutating func lastUnseen(after last: MediaTime, to position: MediaTime, in duration: MediaTime?) -> Int? {
        let due = unseen(in: duration).filter { $0.time > last && $0.time <= position }
        guard let index = due.max(by: { $0.time < $1.time })?.index else { return nil }
        seen.insert(index)
        return index
    }

    /// The break that playing on from `position` leads to.
    package func next(after position: MediaTime, in duration: MediaTime?) -> (index: Int, time: MediaTime)? {
        unseen(in: duration).filter { $0.time > position }.min { $0.time < $1.time }
    }

    /// Those that are still to come within the content.
    package func places(in duration: MediaTime?) -> [(index: Int, time: MediaTime)] { unseen(in: duration) }

    /// The break at the content's end, while it is unseen.
    package var atEnd: Int? { times.indices.first { times[$0] == .end && !seen.contains($0) } }

    private func unseen(in duration: MediaTime?) -> [(index: Int, time: MediaTime)] {
        times.indices.compactMap { index in
            guard !seen.contains(index), case .at(let offset) = times[index] else { return nil }
            return offset.time(in: duration).map { (index, $0) }
        }
    }
}
