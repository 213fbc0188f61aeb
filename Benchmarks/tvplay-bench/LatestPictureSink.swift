import PlayCore

final class LatestPictureSink: VideoSink {
    private struct State {
        var count = 0
        var time = MediaTime(nanoseconds: -1)
        var at = HostTime.zero
    }

    private let state = Monitor(State())
    let grid: PixelGrid?

    init(grid: PixelGrid) { self.grid = grid }

    /// Ignores the same picture in better quality, which a pause shows.
    func present(_ picture: ScaledPicture) {
        let now = SystemClock().now
        state.update { state in
            guard picture.time != state.time else { return }
            state.time = picture.time
            state.count += 1
            state.at = now
        }
    }

    func clear() {}

    var count: Int { state.withLock { $0.count } }

    func wait(for seen: Int) -> HostTime? {
        state.wait(until: SystemClock().now + .seconds(20)) { $0.count > seen ? $0.at : nil }
    }

    func waitForStart(after start: HostTime) -> HostTime? {
        state.wait(until: SystemClock().now + .seconds(20)) {
            $0.at > start && $0.time < .milliseconds(100) ? $0.at : nil
        }
    }
}
