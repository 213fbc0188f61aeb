package import PlayCore

/// Which of the two tracks that are shown at once.
package enum SubtitleSlot: Sendable, Hashable, CaseIterable { case first, second }

/// The subtitles of an item: its tracks, which of them are shown, and how.
///
/// A value without I/O and clocks: positions come in. Tracks are numbered from 0 in the order of adding; a number stays
/// what it is as long as the item plays.
package struct SubtitleSet: Sendable, Equatable {
    package private(set) var tracks: [SubtitleTrack] = []
    private var removed: Set<Int> = []
    private var selected: [SubtitleSlot: Int] = [:]
    private var hidden: Set<SubtitleSlot> = []
    /// Positive: the lines come later.
    package var delay = MediaTime.zero
    /// Rows by which the lines stand higher than they would; negative: lower.
    package var rowsUp = 0

    /// Beyond this nobody finds anything.
    package static let maximumTracks = 256
    package static let delayRange: ClosedRange<MediaTime> = -.seconds(3600) ... .seconds(3600)

    package init() {}

    // MARK: Tracks

    /// A track more, not shown yet.
    ///
    /// - Returns: its number. A track from the same place keeps its number and gets the new cues too; nil: there are too
    ///   many.
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

    /// Of the tracks that were not removed, in their order.
    package var numbers: [Int] { tracks.indices.filter { !removed.contains($0) } }

    /// Takes a track away, with its cues. The others keep their numbers, and its own is not given again.
    /// - Returns: false: there is none of that number.
    @discardableResult
    package mutating func remove(_ number: Int) -> Bool {
        guard tracks.indices.contains(number), removed.insert(number).inserted else { return false }
        if let slot = slot(of: number) { selected[slot] = nil }
        tracks[number].removeCues()
        return true
    }

    /// A file that was read anew: its cues take the place of those that were read before.
    /// - Returns: its number; nil: it is not, or no longer, among the tracks.
    @discardableResult
    package mutating func replace(_ track: SubtitleTrack) -> Int? {
        guard let number = number(of: track.origin) else { return nil }
        tracks[number].replaceCues(track)
        return number
    }

    /// Moves the lines of files that count frames and do not give the rate.
    package mutating func setFrameRate(_ rate: Double) {
        for number in numbers { tracks[number].setFrameRate(rate) }
    }

    /// Cues that were read while the item plays; nothing happens where there is no such track.
    package mutating func add(_ cues: [Cue], to origin: SubtitleOrigin) {
        guard let number = number(of: origin) else { return }
        tracks[number].add(cues)
    }

    // MARK: Selection

    /// Number of the track in a slot; nil: off.
    package func selection(_ slot: SubtitleSlot) -> Int? { selected[slot] }

    package func slot(of number: Int) -> SubtitleSlot? { SubtitleSlot.allCases.first { selected[$0] == number } }

    /// Enabling a track disables the former one of the slot; a track is in one slot
    /// only. Nil switches the slot off; numbers that are none change nothing.
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

    /// A new item: no tracks; what the viewer set up stays.
    package mutating func removeTracks() {
        tracks = []
        removed = []
        selected = [:]
    }

    private func track(_ slot: SubtitleSlot) -> SubtitleTrack? { selected[slot].map { tracks[$0] } }

    private func shownTrack(_ slot: SubtitleSlot) -> SubtitleTrack? { isVisible(slot) ? track(slot) : nil }

    // MARK: What is shown

    /// The cues of a slot at a position of the item, dialogue before signs, those first that stand nearer to the edge: by
    /// layer, then by start.
    package func active(_ slot: SubtitleSlot, at position: MediaTime) -> [Cue] {
        shownTrack(slot).map { cues(of: $0, at: position) } ?? []
    }

    private func cues(of track: SubtitleTrack, at position: MediaTime) -> [Cue] {
        let cues = track.index.active(at: position - delay)
        guard cues.contains(where: { $0.layer != cues.first?.layer }) else { return TypesetLines.merged(cues) }
        let layered = cues.enumerated().sorted { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }
        return TypesetLines.merged(layered.map(\.element))
    }

    /// The next position after `position` at which something else is shown; nil: never.
    package func nextChange(after position: MediaTime) -> MediaTime? {
        SubtitleSlot.allCases.compactMap { shownTrack($0)?.index.nextChange(after: position - delay) }.min()
            .map { $0 + delay }
    }

    // MARK: Going by lines

    /// A line that begins this soon after the position, or began this long before it, is the one that is meant: pictures
    /// and lines seldom begin at the very same time.
    private static let tolerance = MediaTime.milliseconds(50)

    /// The tracks by whose lines one goes: that of the slot; nil: the first, or the second where there is no first.
    private func lines(_ slot: SubtitleSlot?) -> SubtitleTrack? {
        slot.map { track($0) } ?? track(.first) ?? track(.second)
    }

    /// Where the line so many further begins, or the last one in that direction; 0: the line at the position, or the one
    /// that was last. Nil: there is none.
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

    /// Where the next line of the first track begins (of the second one where there is no first); nil: there is none.
    package func nextLine(after position: MediaTime, in slot: SubtitleSlot? = nil) -> MediaTime? {
        guard let track = lines(slot) else { return nil }
        return track.index.nextStart(after: position - delay + Self.tolerance).map { $0 + delay }
    }

    /// Where the line before the one at the position begins.
    package func previousLine(before position: MediaTime, in slot: SubtitleSlot? = nil) -> MediaTime? {
        guard let index = lines(slot)?.index,
            let current = index.lastStart(until: position - delay + Self.tolerance)
        else { return nil }
        let isShown = index.active(at: max(position - delay, current)).contains { $0.start == current }
        // Between two lines the one that was last is the one before.
        let previous =
            isShown ? index.lastStart(until: current - MediaTime(nanoseconds: 1)) : current
        return previous.map { $0 + delay }
    }

    /// The lines one can go to: those of the first track, of the second one where there is no first; by start, without
    /// those that show nothing.
    package var lines: [Cue] {
        guard let track = track(.first) ?? track(.second) else { return [] }
        let cues = track.cues.filter { $0.end > $0.start && !$0.text.isEmpty }
        guard track.format == .ass else { return cues }
        return cues.chunked { $0.start == $1.start && $0.end == $1.end }.flatMap(TypesetLines.merged)
    }

    /// Where the last line began at a position of the item, in the track's own time; nil: before the first.
    package func lineStart(at position: MediaTime) -> MediaTime? {
        (track(.first) ?? track(.second))?.index.lastStart(until: position - delay)
    }

    /// The position of the item after `position` at which the next line begins; nil: there is none.
    package func lineStart(after position: MediaTime) -> MediaTime? {
        (track(.first) ?? track(.second))?.index.nextStart(after: position - delay).map { $0 + delay }
    }

    // MARK: What is shown

    /// The text of the first track; nil where nothing is shown.
    package func currentText(at position: MediaTime) -> String? { text(of: track(.first), at: position) }

    private func text(of track: SubtitleTrack?, at position: MediaTime) -> String? {
        guard let cues = track.map({ cues(of: $0, at: position) }), !cues.isEmpty else { return nil }
        return cues.map(\.text).joined(separator: "\n")
    }
}

extension Array {
    /// Splits between neighbours that do not belong together.
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
