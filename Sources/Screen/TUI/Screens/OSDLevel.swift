import PlayCore
import PlaybackModel
import ScreenKit

/// mpv's `osd-level`: 0 shows only errors and warnings, 1 also actions, 2 also the time, 3 also duration and per cent.
extension AppState {
    /// Toggles between 1 and 3, as mpv's `O`.
    mutating func toggleOSD(at now: HostTime) {
        program.osdLevel = program.osdLevel == 3 ? 1 : 3
        message = nil
    }

    var messageInUse: Message? { program.osdLevel == 0 && message?.kind == .info ? nil : message }

    var showsOSDTime: Bool {
        program.osdLevel > 1 && [.playing, .paused, .stalled, .ready, .reachEnd].contains(snapshot.status)
    }

    /// Returns the time for the message line, when no other text is there.
    func osdTime(at now: HostTime) -> String? {
        guard showsOSDTime else { return nil }
        let position = shownPosition(at: now)
        let time = TimeText.format(position, like: snapshot.duration)
        guard program.osdLevel > 2, let duration = snapshot.duration, duration > .zero else { return time }
        let percent = Int(position.inSeconds / duration.inSeconds * 100)
        return tr("%1 / %2 (%3%%)", time, snapshot.guessMark + TimeText.format(duration), "\(min(100, percent))")
    }

    func nextOSDSecond(after now: HostTime) -> HostTime? {
        guard snapshot.clock.isRunning, seekTarget == nil else { return nil }
        let left = 1_000_000_000 - max(0, shownPosition(at: now).nanoseconds) % 1_000_000_000
        return now + snapshot.clock.rate.host(for: MediaTime(nanoseconds: left)) + HostTime(nanoseconds: 2)
    }
}
