import Cells
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    /// Returns the part at this time; if several overlap, the one with the latest start.
    func part(at time: MediaTime) -> Region? {
        snapshot.regions.last { $0.range.start <= time && time < $0.range.end }
    }

    /// Leaves the current part; outside of parts moves to the highlight.
    mutating func leavePart(at now: HostTime) -> [Effect] {
        let highlight = snapshot.regions.first { $0.kind == .highlight }?.range.start
        guard let place = part(at: shownPosition(at: now))?.range.end ?? highlight else {
            message = Message(tr("The playback position is not in a marked part"), at: now)
            return []
        }
        return seek(.absolute(place), .exact, at: now)
    }

    /// Shows a message when playback reaches the part.
    mutating func say(_ part: Region, at now: HostTime) {
        let text: String
        switch part.effect {
        case .cut, .skip:
            let length = TimeText.format(.seconds(Int(part.range.length.inSeconds.rounded())))
            let key = keymap.name(of: .revertSeek, isASCII: terminal.isASCII, within: terminal.keyReach)
            text =
                key.map { tr("Skipped: %1 (%2). %3 goes back", part.name, length, $0) }
                ?? tr("Skipped: %1 (%2)", part.name, length)
        case .ask:
            let end = TimeText.format(
                part.kind == .highlight ? part.range.start : part.range.end, like: snapshot.duration)
            let key = keymap.name(of: .leavePart, isASCII: terminal.isASCII, within: terminal.keyReach)
            text = key.map { tr("%1: %2 skips to %3", part.name, $0, end) } ?? part.name
        case .mute: text = tr("Muted: %1", part.name)
        case .show: return
        }
        var words = Message(text, at: now)
        // The message comes without a request and names a key, so it stays long. A message about the current part ends
        // with the part.
        let isWithin = part.effect == .ask || part.effect == .mute
        let left = isWithin ? part.range.end - shownPosition(at: now) : .seconds(8)
        words.until = now + HostTime(nanoseconds: min(.seconds(8), max(.seconds(1), left)).nanoseconds)
        words.range = isWithin && !part.range.isEmpty ? part.range : nil
        words.isAboutPart = true
        announce(words)
    }

    /// Removes a message outside its range, and during an advert a message about a part.
    mutating func leaveMessage(at now: HostTime) {
        if message?.isAboutPart == true, snapshot.advert != nil { return message = nil }
        guard let range = message?.range else { return }
        let position = shownPosition(at: now)
        if position < range.start || position >= range.end { message = nil }
    }
}

extension Region {
    /// The name for the viewer, already cleaned.
    var name: String {
        let title = SafeText.clean(title ?? "", limit: 60)
        return title.isEmpty ? kind.name : kind.name + " " + title
    }
}

extension Region.Kind {
    fileprivate var name: String {
        switch self {
        case .sponsor: tr("sponsor")
        case .selfpromo: tr("self-promotion")
        case .interaction: tr("reminder to interact")
        case .intro: tr("intro")
        case .outro: tr("outro")
        case .preview: tr("preview")
        case .hook: tr("hook")
        case .filler: tr("filler")
        case .music: tr("part without music")
        case .access: tr("exclusive access")
        case .highlight: tr("highlight")
        case .chapter: tr("chapter")
        case .cut: tr("edited-out part")
        case .mute: tr("silenced part")
        case .scene: tr("scene")
        case .commercial: tr("commercial")
        case .advert: tr("ad break")
        }
    }
}
