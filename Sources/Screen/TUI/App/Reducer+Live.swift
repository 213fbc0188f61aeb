import PlayCore
import PlaybackModel
import Rooms

/// Where the live edge is on the screen: in whole seconds, like everything that moves with the clock there.
extension AppState {
    func liveEdge(at now: HostTime) -> MediaTime? {
        snapshot.liveState.map { MediaTime.seconds(Int($0.edge.position(at: now).wholeSeconds)) }
    }

    /// Whole seconds behind the edge, at least 0; nil when the item is not live. The same while it plays.
    func secondsBehindLive(at now: HostTime) -> Int? {
        snapshot.liveState.map { Int($0.behind(shownPosition(at: now), at: now).wholeSeconds) }
    }

    /// The delay that the button `LIVE` tells: that of what is behind the live position, and a long one of what is not.
    func toldLiveDelay(at now: HostTime) -> MediaTime? {
        guard let behind = secondsBehindLive(at: now), behind >= 10 || isBehindLive(at: now) else { return nil }
        return .seconds(behind)
    }

    /// False for what is not live.
    func isBehindLive(at now: HostTime) -> Bool {
        guard let live = snapshot.liveState, let behind = secondsBehindLive(at: now) else { return false }
        return behind > Int(live.latency.wholeSeconds)
    }

    /// What the slider stands for: the item, or the window of a live stream; nil when there is nothing to show.
    func sliderRange(at now: HostTime) -> MediaRange? {
        if let live = snapshot.liveState, live.canGoBack, let edge = liveEdge(at: now) {
            return MediaRange(start: edge - live.windowLength, end: edge)
        }
        return snapshot.duration.map { MediaRange(start: .zero, end: $0) }
    }

    func slider(width: Int, at now: HostTime) -> ProgressSlider? {
        sliderRange(at: now).flatMap { ProgressSlider(width: width, range: $0) }
    }

    /// To the edge, and plays there: standing still would lose it again.
    mutating func goToLive(at now: HostTime) -> [Effect] {
        if let delay = room?.view.delay { return [.room(.returnToLive)] + (delay.isPaused ? ask(.play) : []) }
        guard snapshot.liveState != nil else { return [] }
        let effects = seek(.percent(100), .keyframe, at: now)
        return snapshot.status == .paused && !effects.isEmpty ? effects + ask(.play) : effects
    }
}
