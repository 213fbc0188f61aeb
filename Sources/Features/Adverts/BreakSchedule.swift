package import PlayCore

package enum BreakTime: Sendable, Hashable {
    case start
    case end
    case at(AdvertOffset)

    /// Reads VMAP's `timeOffset`. Returns `nil` for positions such as `#2`, which only a player knows.
    init?(_ text: String) {
        switch text.trimmed {
        case "start": self = .start
        case "end": self = .end
        case let other:
            guard let offset = AdvertOffset(other) else { return nil }
            // A break at the beginning is due before the content.
            self = offset == .time(.zero) || offset == .percent(0) ? .start : .at(offset)
        }
    }
}

/// Determines which break is due at the content's position. Each is due once. After a seek over several breaks only the
/// last is due; the others are once playback reaches them. Breaks before the starting position are never due.
package struct BreakSchedule: Sendable, Equatable {
    private var times: [BreakTime]
    private var seen: Set<Int> = []
    /// Breaks up to this position are not due.
    private var last: MediaTime?

    package init(_ times: [BreakTime]) { self.times = times }

    package mutating func add(_ time: BreakTime) { times.append(time) }

    package mutating func move(_ index: Int, to time: BreakTime) { times[index] = time }

    /// Returns whether a break was due, or was dropped.
    package func isOver(_ index: Int) -> Bool { seen.contains(index) }

    package mutating func drop(_ index: Int) { seen.insert(index) }

    /// Makes earlier breaks no longer due. `nil` is an unknown position on another axis.
    package mutating func resume(at position: MediaTime?) {
        last = position.map { $0 - MediaTime(nanoseconds: 1) }
    }

    package mutating func dueWith(_ index: Int) -> Int? {
        times.indices.contains(index) ? firstUnseen(times[index]) : nil
    }

    package mutating func dueBeforeStart() -> Int? { firstUnseen(.start) }

    private mutating func firstUnseen(_ time: BreakTime) -> Int? {
        guard let index = times.indices.first(where: { times[$0] == time && !seen.contains($0) }) else { return nil }
        seen.insert(index)
        return index
    }

    package mutating func due(at position: MediaTime, in duration: MediaTime?) -> Int? {
        guard let last else {
            self.last = position
            return nil
        }
        // After a seek back, a break at the target is still due.
        self.last = position < last ? position - MediaTime(nanoseconds: 1) : position
        return lastUnseen(after: last, to: position, in: duration)
    }

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

    package func next(after position: MediaTime, in duration: MediaTime?) -> (index: Int, time: MediaTime)? {
        unseen(in: duration).filter { $0.time > position }.min { $0.time < $1.time }
    }

    package func places(in duration: MediaTime?) -> [(index: Int, time: MediaTime)] { unseen(in: duration) }

    /// The break at the content's end, or `nil` once it was due.
    package var atEnd: Int? { times.indices.first { times[$0] == .end && !seen.contains($0) } }

    private func unseen(in duration: MediaTime?) -> [(index: Int, time: MediaTime)] {
        times.indices.compactMap { index in
            guard !seen.contains(index), case .at(let offset) = times[index] else { return nil }
            return offset.time(in: duration).map { (index, $0) }
        }
    }
}
