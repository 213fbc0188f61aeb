import Cells
import ClassPanes
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

enum StatusScreen {
    static func lines(_ state: AppState, width: Int, at now: HostTime) -> [CentredLine]? {
        if let lines = state.room?.statusLines(state.classContext, width: width) { return lines }
        return switch state.snapshot.status {
        case .unload where state.feed.keepsOldPicture: nil
        case .loading where state.feed.keepsOldPicture: nil
        case .unload, .stopped: [CentredLine(text: tr("Nothing is playing"), style: Theme.dim)]
        case .loading where state.snapshot.showsFirstPicture || state.snapshot.showsCover: nil
        case .loading: loading(state, width: width, at: now)
        case .failed: failed(state, width: width)
        default: nil
        }
    }

    /// Returns no lines for the first 200 ms, in which a file usually opens.
    private static func loading(_ state: AppState, width: Int, at now: HostTime) -> [CentredLine] {
        guard let spinner = Spinner.text(state, at: now) else { return [] }
        let lines = [
            CentredLine(text: title(state), style: Theme.bold),
            CentredLine(text: ""),
            CentredLine(text: spinner, style: Theme.dim),
        ]
        guard let reconnection = state.snapshot.reconnection else { return lines }
        return lines + reconnecting(reconnection, width: width)
    }

    private static func reconnecting(_ reconnection: ReconnectStatus, width: Int) -> [CentredLine] {
        let reason = LineBreaking.lines(SafeText.clean(reconnection.reason, limit: 400), width: min(width - 2, 72))
            .prefix(3)
        let tries = tr("Attempt %1 of %2", String(reconnection.number), String(reconnection.tries))
        var lines = [CentredLine(text: tries, style: Theme.dim, isOptional: true), CentredLine(text: "")]
        lines += reason.map { CentredLine(text: $0, isOptional: true) }
        // The viewer cannot speed up a running attempt.
        guard reconnection.nextTry != nil else { return lines }
        return lines + [CentredLine(text: ""), CentredLine(text: tr("r retry"), style: Theme.accent)]
    }

    private static func failed(_ state: AppState, width: Int) -> [CentredLine] {
        guard let error = state.snapshot.error else { return [] }
        var hints = [tr("r retry"), tr("q quit")]
        if state.wantsToken { hints.insert(tr("t enter a token"), at: 1) }
        if state.playlist.hasNext { hints.insert(tr("> next"), at: hints.count - 1) }
        return FailureText.lines(error, hints: hints, isASCII: state.terminal.isASCII, width: width)
    }

    static func title(_ state: AppState) -> String {
        let title = state.room?.classTitle ?? state.snapshot.title ?? state.snapshot.item ?? ""
        let station = state.snapshot.tags.station.flatMap { $0 == title ? nil : $0 }
        return ([title] + (station.map { [$0] } ?? [])).map { SafeText.clean($0, limit: 200) }.joined(separator: " · ")
    }
}

enum Spinner {
    static let delay = PlaybackSnapshot.shortWait
    static let step = HostTime.milliseconds(125)

    /// Returns `nil` while the sign is hidden.
    static func step(_ state: AppState, at now: HostTime) -> Int? {
        guard let since = state.snapshot.waitingSince, now - since >= delay else { return nil }
        switch state.snapshot.status {
        case .failed, .unload, .stopped, .reachEnd: return nil
        default: return Int((now - since).nanoseconds / step.nanoseconds)
        }
    }

    static func nextStep(since: HostTime, after now: HostTime) -> HostTime {
        guard now - since >= delay else { return since + delay }
        let steps = (now - since).nanoseconds / step.nanoseconds
        return since + HostTime(nanoseconds: (steps + 1) * step.nanoseconds)
    }

    /// Returns `| Loading · 3 s`; seconds from 2 s on.
    static func text(_ state: AppState, at now: HostTime) -> String? {
        guard let step = step(state, at: now), let since = state.snapshot.waitingSince else { return nil }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let seconds = Int((now - since).inSeconds)
        let isLoading = state.snapshot.status == .loading
        let what =
            state.snapshot.reconnection != nil ? tr("Reconnecting") : isLoading ? tr("Loading") : tr("Buffering")
        var parts = [glyphs.spinner[step % glyphs.spinner.count] + " " + what]
        if seconds >= 2 { parts.append(tr("%1 s", String(seconds))) }
        switch state.snapshot.network?.state {
        case .retrying: parts.append(tr("retrying"))
        case .asking: parts.append(tr("r reload"))
        case .flowing:
            if let rate = state.snapshot.network?.bitsPerSecond { parts.append(LinkText.rate(Double(rate) / 8)) }
        case nil: break
        }
        return parts.joined(separator: " " + glyphs.separator + " ")
    }
}
