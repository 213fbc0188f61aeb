import ClassRules
import ClassStreams
import Classes
package import PlayCore
import PlaybackModel

extension ClassCoordinator {
    /// A recording cannot bridge a shorter pause, because its end is some seconds behind the class.
    private static let shortestDetour = HostTime.seconds(10)

    func followPause(_ status: PlayStatus, at now: HostTime) {
        switch (livePlace, status) {
        // A player in this state was paused before it started.
        case (.edge, .paused) where isLive, (.edge, .ready) where isLive:
            livePlace = .paused(since: now, catchesUp: true)
            livePlayer?.setPaused(true)
            isStale = true
        case (.paused(let since, let catchesUp), .playing):
            endPause()
            if !catchesUp || !watchRecording(since: since, at: now) { sayMissed(now - since) }
        // Until the class is entered again, its recording still plays.
        case (.returning(let isAnnounced), .playing) where attendance.client?.phase == .entered:
            livePlace = .edge
            // Reported only now, because earlier messages disappear with the previous item.
            if !isAnnounced { onNotice(.answer(tr("Live again"))) }
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

    /// Returns `false` if there is no recording, or none of that moment yet.
    private func watchRecording(since: HostTime, at now: HostTime) -> Bool {
        guard now - since >= Self.shortestDetour, let view = liveView(), view.live.isRecording,
            let address = view.recordings.last, ["https://", "http://"].contains(where: address.hasPrefix),
            let live = attendance.live
        else { return false }
        livePlace = .recording(LiveDetour(live: live, location: location, start: view.clock.time(at: since)))
        replaceClass(ClassSource(address, access: access), at: address)
        return true
    }

    /// - Parameter isAnnounced: whether another message informs the viewer.
    func returnToLive(isAnnounced: Bool = false) {
        switch livePlace {
        case .edge, .returning: break
        case .paused(let since, _): livePlace = .paused(since: since, catchesUp: false)
        case .recording(let detour):
            livePlace = .returning(isAnnounced: isAnnounced)
            replaceClass(
                ClassSource(detour.location, access: access, live: detour.live), at: detour.location, live: detour.live)
        }
    }

    func returnToLive(because error: ClassReadError) {
        returnToLive(isAnnounced: true)
        let reason = SafeText.clean(error.reason, limit: 100)
        onNotice(.warning(tr("Live again: the recording cannot be read (%1)", reason)))
    }

    /// The position at which the recording starts to replace the live class.
    package var startOfRecording: MediaTime? {
        guard let detour = livePlace.detour, let start = attendance.client?.session?.room.info.startWallTime else {
            return nil
        }
        return max(.zero, .milliseconds(Int(detour.start - start)))
    }

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
