import ClassPanes
import Classes
import PlayCore
import PlaybackModel

/// The live edge in whole seconds, as all of the screen that moves with the clock.
extension AppState {
    func liveEdge(at now: HostTime) -> MediaTime? {
        snapshot.liveState.map { MediaTime.seconds(Int($0.edge.position(at: now).wholeSeconds)) }
    }

    /// Returns the delay, at least 0 and constant during playback, or `nil` if the item is not live.
    func secondsBehindLive(at now: HostTime) -> Int? {
        snapshot.liveState.map { Int($0.behind(shownPosition(at: now), at: now).wholeSeconds) }
    }

    /// Returns the delay for the button `LIVE`, or `nil` if it is less than 10 s and not above the stream's latency.
    func shownLiveDelay(at now: HostTime) -> MediaTime? {
        guard let behind = secondsBehindLive(at: now), behind >= 10 || isBehindLive(at: now) else { return nil }
        return .seconds(behind)
    }

    func isBehindLive(at now: HostTime) -> Bool {
        guard let live = snapshot.liveState, let behind = secondsBehindLive(at: now) else { return false }
        return behind > Int(live.latency.wholeSeconds)
    }

    /// Returns the range of the item, or the window of a live stream.
    func sliderRange(at now: HostTime) -> MediaRange? {
        if let live = snapshot.liveState, live.canGoBack, let edge = liveEdge(at: now) {
            return MediaRange(start: edge - live.windowLength, end: edge)
        }
        return snapshot.duration.map { MediaRange(start: .zero, end: $0) }
    }

    func slider(width: Int, at now: HostTime) -> ProgressSlider? {
        sliderRange(at: now).flatMap { ProgressSlider(width: width, range: $0) }
    }

    /// Moves to the live edge and plays, because a paused stream would fall behind again.
    mutating func goToLive(at now: HostTime) -> [Effect] {
        if let delay = room?.view.delay { return [.room(.returnToLive)] + (delay.isPaused ? ask(.play) : []) }
        guard snapshot.liveState != nil else { return [] }
        let effects = seek(.percent(100), .keyframe, at: now)
        return snapshot.status == .paused && !effects.isEmpty ? effects + ask(.play) : effects
    }
}
