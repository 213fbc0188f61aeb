import PlayCore
import PlaybackModel
import TestSupport
import Testing

@Suite("The live window")
struct LiveStateTests {
    private func live(window: Int, latency: Int = 10) -> LiveState {
        LiveState(
            edge: ClockReading(position: .seconds(1000), hostTime: .zero, rate: .normal, isRunning: true),
            windowLength: .seconds(window), latency: .seconds(latency))
    }

    @Test(
        "UI-08: a live window of at least 40 s is long enough for a slider",
        arguments: [(0, false), (18, false), (39, false), (40, true), (3600, true)])
    func past(_ window: Int, _ canGoBack: Bool) { expect(live(window: window).canGoBack, is: canGoBack) }

    @Test("a position that has left the live window returns to a point inside it, unless it left only just now")
    func returns() {
        let live = live(window: 120)
        expect(live.returnPoint(after: .seconds(900), at: .zero), is: nil)
        expect(live.returnPoint(after: .milliseconds(879_500), at: .zero), is: nil)
        expect(live.returnPoint(after: .seconds(870), at: .zero), is: .seconds(890))
        // The edge advances, and the window with it.
        expect(live.returnPoint(after: .seconds(900), at: .seconds(60)), is: .seconds(950))
        expect(self.live(window: 20).returnPoint(after: .seconds(900), at: .zero), is: .seconds(985))
        expect(self.live(window: 0).returnPoint(after: .seconds(900), at: .zero), is: nil, "one cannot go back at all")
    }
}
