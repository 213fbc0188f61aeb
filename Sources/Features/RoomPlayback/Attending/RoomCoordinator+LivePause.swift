import ClassRules
import LivePlaying
import Localization
package import PlayCore
import PlaybackModel
import Rooms
import Text

/// A class that is live can be paused, and be watched later than it happens while it is recorded.
extension RoomCoordinator {
    /// The end of a recording comes some seconds behind the class: what is shorter is not there yet.
    private static let shortestDetour = HostTime.seconds(10)

    /// The player's pause is that of the class.
    func followPause(_ status: PlayStatus, at now: HostTime) {
        switch (livePlace, status) {
        // Ready: it was paused before it began.
        case (.edge, .paused) where isLive, (.edge, .ready) where isLive:
            livePlace = .paused(since: now, catchesUp: true)
            livePlayer?.setPaused(true)
            isStale = true
        case (.paused(let since, let catchesUp), .playing):
            endPause()
            if !catchesUp || !watchRecording(since: since, at: now) { sayMissed(now - since) }
        case (.returning(let isTold), .playing):
            livePlace = .edge
            // Not sooner: what was said before the class begins again goes with what played before.
            if !isTold { onNotice(.answer(tr("Live again"))) }
        case (.recording, .reachEnd), (.recording, .failed): returnToLive()
        default: break
        }
    }

    func endPause() {
        livePlace = .edge
        livePlayer?.setPaused(false)
        isStale = true
    }

    private func sayMissed(_ time: HostTime) {
        guard time >= .seconds(1) else { return }
        let text = TimeText.format(MediaTime(nanoseconds: time.nanoseconds))
        onNotice(.answer(tr("Live again: %1 of the class was missed", text)))
    }

    // MARK: The recording

    /// - Returns: false: there is none, or not yet of that moment.
    private func watchRecording(since: HostTime, at now: HostTime) -> Bool {
        guard now - since >= Self.shortestDetour, let view = liveView(), view.live.isRecording,
            let address = view.live.recordings.last, ["https://", "http://"].contains(where: address.hasPrefix),
            let live = attendance.live
        else { return false }
        livePlace = .recording(LiveDetour(live: live, location: location, start: view.clock.time(at: since)))
        replaceRoom(RoomSource(address, access: access), at: address)
        return true
    }

    /// To the edge, from wherever one is.
    ///
    /// - Parameter isTold: the viewer gets to know it otherwise.
    func returnToLive(isTold: Bool = false) {
        switch livePlace {
        case .edge, .returning: break
        case .paused(let since, _): livePlace = .paused(since: since, catchesUp: false)
        case .recording(let detour):
            livePlace = .returning(isTold: isTold)
            replaceRoom(
                RoomSource(detour.location, access: access, live: detour.live), at: detour.location, live: detour.live)
        }
    }

    /// The recording cannot be had.
    func returnToLive(because error: RoomError) {
        returnToLive(isTold: true)
        let reason = SafeText.clean(error.reason, limit: 100)
        onNotice(.warning(tr("Live again: the recording cannot be read (%1)", reason)))
    }

    /// Where a recording that is watched in place of the class begins; nil: none is.
    package var startOfRecording: MediaTime? {
        guard let detour = livePlace.detour, let start = attendance.client?.session?.room.info.startWallTime else {
            return nil
        }
        return max(.zero, .milliseconds(Int(detour.start - start)))
    }

    /// How far the viewer is behind the class.
    func liveDelay(at now: HostTime) -> LiveDelay? {
        switch livePlace {
        case .edge, .returning: return nil
        case .paused(let since, _): return .paused(seconds: Int((now - since).inSeconds))
        case .recording(let detour):
            let session = attendance.client?.session
            let shown = session.flatMap { session in
                session.room.info.startWallTime.map { $0 + session.position.nanoseconds / 1_000_000 }
            }
            let live = liveView()?.clock.time(at: now) ?? detour.start
            return .behind(seconds: Int(max(0, live - (shown ?? detour.start)) / 1000))
        }
    }
}
