import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles

/// The lines of the first track, or of the second if there is no first.
extension AppState {
    func subtitleLineRows(at now: HostTime) -> [PanelRow] {
        let current = currentLine(at: now)
        let refusal = seekingRefusal
        let delay = subtitles.set.delay
        return subtitles.set.lines.map { cue in
            let time = TimeText.format(cue.start + delay, like: snapshot.duration)
            let text = SafeText.clean(cue.text.replacing("\n", with: " "), limit: 200)
            return PanelRow(
                .subtitleLine(cue.id), time + "  " + text, isCurrent: cue.start == current, refusal: refusal)
        }
    }

    private var lacksLines: Bool {
        let set = subtitles.set
        guard !subtitles.isIndexed, snapshot.stream?.isSegmented != true,
            let number = set.selection(.first) ?? set.selection(.second), set.tracks[number].format != nil
        else { return false }
        if case .container = set.tracks[number].origin { return true }
        return false
    }

    /// Reads all lines, so that they can be searched.
    mutating func readAllLines() -> [Effect] {
        guard lacksLines else { return [] }
        (subtitles.isIndexed, subtitles.isIndexing) = (true, true)
        return [.indexSubtitles]
    }

    /// Returns the start of the current line without the delay, or `nil` before the first line.
    func currentLine(at now: HostTime) -> MediaTime? { subtitles.set.lineStart(at: shownPosition(at: now)) }

    mutating func followSubtitleLine(at now: HostTime) {
        guard let panel, panel.kind == .subtitleLines else { return }
        let current = currentLine(at: now)
        guard current != panel.markedLine else { return }
        self.panel?.markedLine = current
        let starts = Dictionary(
            subtitles.set.lines.map { ($0.id, $0.start) }, uniquingKeysWith: { first, _ in first })
        self.panel?.list.markCurrent { id in
            if case .subtitleLine(let cue) = id { starts[cue] == current } else { false }
        }
    }

    func nextLineStart(after now: HostTime) -> HostTime? {
        guard snapshot.clock.isRunning, seekTarget == nil,
            let next = subtitles.set.lineStart(after: snapshot.clock.position(at: now))
        else { return nil }
        // Adds more than rounding may lose.
        return snapshot.clock.hostTime(of: next) + .microseconds(1)
    }

    mutating func seekToLine(_ id: Int, at now: HostTime) -> [Effect] {
        guard let cue = subtitles.set.lines.first(where: { $0.id == id }) else { return [] }
        return seek(.absolute(max(.zero, cue.start + subtitles.set.delay)), .exact, at: now)
    }
}
