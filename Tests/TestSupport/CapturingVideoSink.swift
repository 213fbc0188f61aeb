package import PlayCore

/// Keeps every picture.
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
    package var clearCount: Int { state.withLock { $0.clearCount } }

    /// Returns the presented pictures once they meet `condition`, or `nil` after `limit`.
    package func wait(
        limit: HostTime = Patience.limit, _ condition: ([ScaledPicture]) -> Bool
    ) -> [ScaledPicture]? {
        state.wait(until: SystemClock().now + limit) { condition($0.pictures) ? $0.pictures : nil }
    }
}

extension ScaledPicture {
    /// The number shown by a picture of the counter clips (`Fixtures/make-fixtures`), scaled 1:1 to 128×32.
    package var counter: Int {
        (0..<16).reduce(0) { $0 | (pixels.rgb(x: $1 * 8 + 4, y: 16).red > 128 ? 1 << $1 : 0) }
    }
}
