package import PlayCore

/// The cues of a track by time, which may overlap and arrive in any order. A tree of the latest ends covers the sorted
/// cues. Each cue found, or appended in order, costs the logarithm of their number, even with a sign that is shown for
/// the whole film.
package struct CueIndex: Sendable, Equatable {
    /// Sorted by start, then by ID.
    package private(set) var cues: [Cue] = []
    /// `latestEnds[1]` is the root. Node n has the children 2n and 2n + 1. The leaves begin at `leafCount`.
    private var latestEnds: [MediaTime] = []
    private var leafCount = 0

    /// Typesetting has several hundred events at once.
    package static let mostActive = 1024
    private static let never = MediaTime(nanoseconds: .min)

    package init() {}

    /// Adds cues with their IDs: fast in order, otherwise sorts all again.
    mutating func add(_ new: [Cue]) {
        let sequence = cues.suffix(1) + new
        let isInOrder = zip(sequence, sequence.dropFirst()).allSatisfy { !Self.precedes($1, $0) }
        cues += new
        if !isInOrder { cues.sort(by: Self.precedes) }
        if isInOrder, cues.count <= leafCount {
            for position in (cues.count - new.count)..<cues.count { setLeaf(position) }
        } else {
            rebuild()
        }
    }

    private static func precedes(_ a: Cue, _ b: Cue) -> Bool { (a.start, a.id) < (b.start, b.id) }

    private mutating func rebuild() {
        leafCount = 1
        // Reserves half as many again, so that adding one by one rarely rebuilds the tree.
        while leafCount < cues.count + cues.count / 2 + 16 { leafCount *= 2 }
        latestEnds = [MediaTime](repeating: Self.never, count: 2 * leafCount)
        for position in cues.indices { latestEnds[leafCount + position] = cues[position].end }
        for node in stride(from: leafCount - 1, to: 0, by: -1) {
            latestEnds[node] = max(latestEnds[2 * node], latestEnds[2 * node + 1])
        }
    }

    mutating func end(at time: MediaTime) {
        for cue in active(at: time) {
            guard let position = position(where: { $0.id == cue.id }, start: cue.start) else { continue }
            setEnd(time, position)
        }
    }

    /// Applies this cue's end to an otherwise equal one. Returns false if there is none.
    mutating func extend(_ cue: Cue) -> Bool {
        let same = position(where: { $0.lines == cue.lines && $0.placement == cue.placement }, start: cue.start)
        guard let same else { return false }
        setEnd(cue.end, same)
        return true
    }

    mutating func dropOldest() {
        cues.removeFirst(cues.count / 2)
        rebuild()
    }

    private func position(where isWanted: (Cue) -> Bool, start: MediaTime) -> Int? {
        var position = count(startingUntil: start)
        while position > 0, cues[position - 1].start == start {
            position -= 1
            if isWanted(cues[position]) { return position }
        }
        return nil
    }

    private mutating func setEnd(_ end: MediaTime, _ position: Int) {
        cues[position].end = end
        setLeaf(position)
    }

    private mutating func setLeaf(_ position: Int) {
        var node = leafCount + position
        latestEnds[node] = cues[position].end
        while node > 1 {
            node /= 2
            latestEnds[node] = max(latestEnds[2 * node], latestEnds[2 * node + 1])
        }
    }

    private func count(startingUntil time: MediaTime) -> Int {
        var low = 0
        var high = cues.count
        while low < high {
            let middle = (low + high) / 2
            if cues[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns cues sorted by start. Beyond the limit, those that began last.
    package func active(at time: MediaTime, limit: Int = mostActive) -> [Cue] {
        var found: [Cue] = []
        let end = count(startingUntil: time)
        guard end > 0 else { return [] }
        // Depth first from the right, only into subtrees with a later end.
        var nodes = [1]
        while let node = nodes.popLast(), found.count < limit {
            guard latestEnds[node] > time else { continue }
            if node >= leafCount {
                if node - leafCount < end { found.append(cues[node - leafCount]) }
            } else {
                if firstLeaf(below: node) < end { nodes.append(2 * node) }
                if firstLeaf(below: 2 * node + 1) < end { nodes.append(2 * node + 1) }
            }
        }
        return found.reversed()
    }

    private func firstLeaf(below node: Int) -> Int {
        var node = node
        while node < leafCount { node *= 2 }
        return node - leafCount
    }

    package func nextChange(after time: MediaTime) -> MediaTime? {
        let next = count(startingUntil: time)
        let start = next < cues.count ? cues[next].start : nil
        let end = active(at: time).map(\.end).min()
        return [start, end].compactMap(\.self).min()
    }

    /// Returns the first start after `time` of a cue that shows something.
    package func nextStart(after time: MediaTime) -> MediaTime? {
        cues[count(startingUntil: time)...].first { $0.end > $0.start }?.start
    }

    /// Returns the last start at or before `time` of a cue that shows something.
    package func lastStart(until time: MediaTime) -> MediaTime? {
        cues[..<count(startingUntil: time)].last { $0.end > $0.start }?.start
    }

    func contains(_ cue: Cue) -> Bool { position(where: { $0.isRepetition(of: cue) }, start: cue.start) != nil }
}
