package import PlayCore

package enum SubtitleSlot: Sendable, Hashable, CaseIterable { case first, second }

/// The subtitles of an item and the viewer's settings. Tracks are numbered from 0 in the order of adding. A number is
/// constant while the item plays.
package struct SubtitleSet: Sendable, Equatable {
    package private(set) var tracks: [SubtitleTrack] = []
    private var removed: Set<Int> = []
    private var selected: [SubtitleSlot: Int] = [:]
    private var hidden: Set<SubtitleSlot> = []
    /// Positive shows lines later.
    package var delay = MediaTime.zero
    /// Negative if lowered.
    package var rowsUp = 0

    package static let maximumTracks = 256
    package static let delayRange: ClosedRange<MediaTime> = -.seconds(3600) ... .seconds(3600)

    package init() {}

    // MARK: Tracks

    /// Adds a track without showing it. Returns `nil` if there are too many. A track with a known origin keeps its
    /// number and adds its cues.
    @discardableResult
    package mutating func add(_ track: SubtitleTrack) -> Int? {
        if let number = number(of: track.origin) {
            tracks[number].add(track.cues)
            return number
        }
        guard tracks.count < Self.maximumTracks else { return nil }
        tracks.append(track)
        return tracks.count - 1
    }

    package func number(of origin: SubtitleOrigin) -> Int? { numbers.first { tracks[$0].origin == origin } }

    package var numbers: [Int] { tracks.indices.filter { !removed.contains($0) } }

    /// Removes a track. The others keep their numbers; this one is never reused.
    @discardableResult
    package mutating func remove(_ number: Int) -> Bool {
        guard tracks.indices.contains(number), removed.insert(number).inserted else { return false }
        if let slot = slot(of: number) { selected[slot] = nil }
        tracks[number].removeCues()
        return true
    }

    /// Called when a file was read again. Returns `nil` if no track has its origin.
    @discardableResult
    package mutating func replace(_ track: SubtitleTrack) -> Int? {
        guard let number = number(of: track.origin) else { return nil }
        tracks[number].replaceCues(track)
        return number
    }

    /// Applies to files that count frames without declaring the rate.
    package mutating func setFrameRate(_ rate: Double) {
        for number in numbers { tracks[number].setFrameRate(rate) }
    }

    package mutating func add(_ cues: [Cue], to origin: SubtitleOrigin) {
        guard let number = number(of: origin) else { return }
        tracks[number].add(cues)
    }

    // MARK: Selection

    package func selection(_ slot: SubtitleSlot) -> Int? { selected[slot] }

    package func slot(of number: Int) -> SubtitleSlot? { SubtitleSlot.allCases.first { selected[$0] == number } }

    /// Selects a track in one slot only. `nil` switches the slot off. Ignores an invalid number.
    package mutating func select(_ number: Int?, in slot: SubtitleSlot = .first) {
        if let number {
            guard tracks.indices.contains(number), !removed.contains(number) else { return }
            if let other = self.slot(of: number) { selected[other] = nil }
        }
        selected[slot] = number
    }

    package func isVisible(_ slot: SubtitleSlot) -> Bool { !hidden.contains(slot) }

    package mutating func setVisible(_ isVisible: Bool, _ slot: SubtitleSlot) {
        if isVisible { hidden.remove(slot) } else { hidden.insert(slot) }
    }

    package mutating func removeTracks() {
        tracks = []
        removed = []
        selected = [:]
    }

    private func track(_ slot: SubtitleSlot) -> SubtitleTrack? { selected[slot].map { tracks[$0] } }

    private func shownTrack(_ slot: SubtitleSlot) -> SubtitleTrack? { isVisible(slot) ? track(slot) : nil }

    // MARK: What is shown

    /// Returns dialogue before signs, those nearest to the edge first, then by layer and start.
    package func active(_ slot: SubtitleSlot, at position: MediaTime) -> [Cue] {
        shownTrack(slot).map { cues(of: $0, at: position) } ?? []
    }

    private func cues(of track: SubtitleTrack, at position: MediaTime) -> [Cue] {
        let cues = track.index.active(at: position - delay)
        guard cues.contains(where: { $0.layer != cues.first?.layer }) else { return TypesetLines.merged(cues) }
        let layered = cues.enumerated().sorted { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }
        return TypesetLines.merged(layered.map(\.element))
    }

    package func nextChange(after position: MediaTime) -> MediaTime? {
        SubtitleSlot.allCases.compactMap { shownTrack($0)?.index.nextChange(after: position - delay) }.min()
            .map { $0 + delay }
    }

    // MARK: Going by lines

    /// A line within this distance of the position counts as current: pictures and lines seldom begin together.
    private static let tolerance = MediaTime.milliseconds(50)

    /// Returns the slot's track, or if `nil` the first slot's, else the second's.
    private func lines(_ slot: SubtitleSlot?) -> SubtitleTrack? {
        slot.map { track($0) } ?? track(.first) ?? track(.second)
    }

    /// Returns the start of the line `count` lines away, or of the last one in that direction. 0 means the line at the
    /// position, or the one before it. Returns `nil` if there is none.
    package func line(_ count: Int, from position: MediaTime, in slot: SubtitleSlot? = nil) -> MediaTime? {
        guard count != 0 else {
            return lines(slot)?.index.lastStart(until: position - delay + Self.tolerance).map { $0 + delay }
        }
        var found: MediaTime?
        for _ in 0..<min(abs(count), SubtitleLimits.cues) {
            let from = found ?? position
            guard let next = count > 0 ? nextLine(after: from, in: slot) : previousLine(before: from, in: slot) else {
                break
            }
            found = next
        }
        return found
    }

    package func nextLine(after position: MediaTime, in slot: SubtitleSlot? = nil) -> MediaTime? {
        guard let track = lines(slot) else { return nil }
        return track.index.nextStart(after: position - delay + Self.tolerance).map { $0 + delay }
    }

    package func previousLine(before position: MediaTime, in slot: SubtitleSlot? = nil) -> MediaTime? {
        guard let index = lines(slot)?.index,
            let current = index.lastStart(until: position - delay + Self.tolerance)
        else { return nil }
        let isShown = index.active(at: max(position - delay, current)).contains { $0.start == current }
        // Between two lines, the earlier one is the previous one.
        let previous =
            isShown ? index.lastStart(until: current - MediaTime(nanoseconds: 1)) : current
        return previous.map { $0 + delay }
    }

    /// The lines of the first visible track, else of the second, sorted by start. For navigation.
    package var lines: [Cue] {
        guard let track = track(.first) ?? track(.second) else { return [] }
        let cues = track.cues.filter { $0.end > $0.start && !$0.text.isEmpty }
        guard track.format == .ass else { return cues }
        return cues.chunked { $0.start == $1.start && $0.end == $1.end }.flatMap(TypesetLines.merged)
    }

    /// Returns a time of the track, from a position of the item.
    package func lineStart(at position: MediaTime) -> MediaTime? {
        (track(.first) ?? track(.second))?.index.lastStart(until: position - delay)
    }

    /// Returns a position of the item, not a time of the track.
    package func lineStart(after position: MediaTime) -> MediaTime? {
        (track(.first) ?? track(.second))?.index.nextStart(after: position - delay).map { $0 + delay }
    }

    // MARK: What is shown

    /// Returns the first track's text, or `nil` if it shows none.
    package func currentText(at position: MediaTime) -> String? { text(of: track(.first), at: position) }

    private func text(of track: SubtitleTrack?, at position: MediaTime) -> String? {
        guard let cues = track.map({ cues(of: $0, at: position) }), !cues.isEmpty else { return nil }
        return cues.map(\.text).joined(separator: "\n")
    }
}

extension Array {
    fileprivate func chunked(_ belong: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { chunks, element in
            if let last = chunks.last?.last, belong(last, element) {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
        }
    }
}
