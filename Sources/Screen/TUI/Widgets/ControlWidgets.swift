import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

extension CellBuffer {
    mutating func writeBar(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        guard !geometry.bar.isEmpty else { return }
        fill(geometry.bar)
        for barRow in geometry.barRows {
            for control in barRow.controls { writeControl(control, row: barRow.row, state, at: now) }
        }
        if state.barPhase(at: now) == .dimmed { dim(geometry.bar) }
    }

    private mutating func dim(_ rect: Rect) {
        for row in rect.row..<min(rows, rect.row + rect.height) {
            for column in rect.column..<min(columns, rect.column + rect.width) {
                self[column, row].attributes.remove(.bold)
                self[column, row].attributes.insert(.dim)
            }
        }
    }

    private mutating func writeControl(_ control: PlacedControl, row: Int, _ state: AppState, at now: HostTime) {
        guard control.tag != .progress else {
            writeSlider(state, column: control.column, row: row, width: control.width, at: now)
            return
        }
        let canDrawLogo = control.tag == .logo && !state.terminal.isASCII && state.terminal.colorDepth != .mono
        if canDrawLogo,
            writeLogoPicture(
                column: control.column, row: row, width: control.width, height: state.bar.layout.controlBarHeight)
        {
            return
        }
        var widget = ControlWidget(control.tag, state, width: control.width, at: now)
        if let text = control.text { widget.text = text }
        let style = state.bar.focus == control.tag ? Theme.focused : widget.style
        write(
            widget.text, column: control.column + widget.indentation, row: row, style: style,
            maxColumns: control.width - widget.indentation)
    }
}

/// A control as a line of text; all controls but the slider have one.
struct ControlWidget {
    var text = ""
    var style = Theme.plain
    /// The number of blank columns before the text.
    var indentation = 0

    init(_ tag: ControlTag, _ state: AppState, width: Int, at now: HostTime) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let snapshot = state.snapshot
        switch tag {
        case .playback:
            text = Self.isRunning(snapshot.status) ? glyphs.pause : glyphs.play
            style = Theme.bold
        case .previous:
            text = glyphs.previous
            style = state.playlist.hasPrevious ? Theme.plain : Theme.dim
        case .next:
            text = glyphs.next
            style = state.playlist.hasNext ? Theme.plain : Theme.dim
        case .jumpBack: text = glyphs.jumpBack + String(state.options.jumpBackInterval.wholeSeconds)
        case .currentTime:
            text = Self.currentTimeText(state, at: now)
            style = Theme.bold
            indentation = max(0, width - text.count)
        case .timeSeparator:
            text = "/"
            style = Theme.dim
        case .duration: text = Self.durationText(state, at: now)
        case .volume:
            text = (snapshot.isMuted ? tr("Muted") : tr("Vol %1", String(snapshot.volume)))
            style = snapshot.isMuted ? Theme.dim : Theme.plain
        case .speed:
            text = TimeText.rate(snapshot.rate) + glyphs.times
            style = snapshot.rate == .normal ? Theme.dim : Theme.accent
        case .closedCaption: text = state.subtitles.captionLabel
        case .definition:
            let definitions = snapshot.definitions
            let isOfStream = (snapshot.stream?.definitions.count ?? 0) > 1
            let named =
                snapshot.sourceDefinitions.count > 1
                ? snapshot.selection?.definition : isOfStream ? snapshot.currentDefinition : nil
            let ofTrack = definitions.index(ofVideoTrack: snapshot.videoTrack).map { definitions.list[$0] }
            text = (named ?? ofTrack).map { DefinitionText.name($0) } ?? ""
        case .live:
            text = glyphs.live + " " + tr("LIVE")
            style = state.isBehindLive(at: now) ? Theme.dim : Theme.accent
            if let delay = state.shownLiveDelay(at: now) { text += " -" + TimeText.format(delay) }
        case .screenMode:
            text = glyphs.screenMode
            style = state.bar.isFullScreen ? Theme.accent : Theme.plain
        case .externalRoute: text = glyphs.route
        case .goggles:
            text = "VR"
            style = snapshot.view.sphere.style == .goggles ? Theme.accent : Theme.plain
        case .title:
            // A few letters alone are useless.
            let title = state.itemLine
            text = width >= min(8, TextWidth.columns(of: title)) ? glyphs.fitted(title, width) : ""
        case .logo:
            text = width >= 6 ? "tvplay" : "tv"
            style = Theme.dim
            indentation = max(0, width - text.count) / (width >= 6 ? 2 : 1)
        case .text, .empty, .progress: break
        }
    }

    /// Whether a press pauses, because it plays or is about to. Decides the glyph.
    private static func isRunning(_ status: PlayStatus) -> Bool {
        status == .playing || status == .stalled || status == .loading
    }

    /// Returns the time. Running thousandths change by tenths of a second: faster digits are unreadable, and each
    /// change costs a frame.
    private static func currentTimeText(_ state: AppState, at now: HostTime) -> String {
        let position = state.shownPosition(at: now)
        let text = TimeText.format(position, like: state.snapshot.duration)
        guard state.bar.showsMilliseconds else { return text }
        let digits = String(1000 + state.shownMilliseconds(at: now) % 1000).dropFirst()
        return text + "." + digits
    }

    private static func durationText(_ state: AppState, at now: HostTime) -> String {
        guard let duration = state.snapshot.duration else { return "" }
        let mark = state.snapshot.guessMark
        guard state.bar.showsRemaining else { return mark + TimeText.format(duration, like: duration) }
        // In whole seconds, so that both labels change in the same frame.
        let whole = MediaTime.seconds(Int(duration.wholeSeconds) - Int(state.shownPosition(at: now).wholeSeconds))
        return "-" + mark + TimeText.format(whole, like: duration)
    }
}

extension PlaybackSnapshot {
    /// The mark before a guessed duration.
    var guessMark: String { isDurationGuessed ? "~" : "" }
}
