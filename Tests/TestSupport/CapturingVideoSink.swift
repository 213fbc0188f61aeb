package import PlayCore

/// A video output that keeps every picture presented to it.
package final class CapturingVideoSink: VideoSink {
    private struct State {
        var pictures: [ScaledPicture] = []
        var isCleared = false
        var clearCount = 0
        var grid: PixelGrid?
    }

    private let state: Monitor<State>

    package init(width: Int = 128, height: Int = 32, pixelAspect: Double = 1) {
        state = Monitor(State(grid: PixelGrid(width: width, height: height, pixelAspect: pixelAspect)))
    }

    package var grid: PixelGrid? { state.withLock { $0.grid } }

    package func setGrid(_ grid: PixelGrid?) { state.withLock { $0.grid = grid } }

    package func present(_ picture: ScaledPicture) {
        state.update { state in
            state.pictures.append(picture)
            state.isCleared = false
        }
    }

    package func clear() {
        state.update { state in
            state.isCleared = true
            state.clearCount += 1
        }
    }

    package var pictures: [ScaledPicture] { state.withLock { $0.pictures } }
    package var isCleared: Bool { state.withLock { $0.isCleared } }
    /// The number of calls of ``clear()``.
    package var clearCount: Int { state.withLock { $0.clearCount } }

    /// Waits until `condition` holds of the presented pictures. Returns them, or `nil` if `limit` passes first.
    package func wait(
        limit: HostTime = Patience.limit, _ condition: ([ScaledPicture]) -> Bool
    ) -> [ScaledPicture]? {
        state.wait(until: SystemClock().now + limit) { condition($0.pictures) ? $0.pictures : nil }
    }
}

extension ScaledPicture {
    /// The number shown by a picture of the counter clips (`Fixtures/make-fixtures`) that is scaled 1:1 to 128×32.
    package var counter: Int {
        (0..<16).reduce(0) { $0 | (pixels.rgb(x: $1 * 8 + 4, y: 16).red > 128 ? 1 << $1 : 0) }
    }
}
