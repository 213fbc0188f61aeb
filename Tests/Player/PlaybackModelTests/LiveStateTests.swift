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
        "UI-08: a past that is worth a slider",
        arguments: [(0, false), (18, false), (39, false), (40, true), (3600, true)])
    func past(_ window: Int, _ canGoBack: Bool) { expect(live(window: window).canGoBack, is: canGoBack) }

    @Test("what has left the window leads to a little within it; what only just touches it does not")
    func returns() {
        let live = live(window: 120)
        expect(live.returnPoint(after: .seconds(900), at: .zero), is: nil)
        expect(live.returnPoint(after: .milliseconds(879_500), at: .zero), is: nil)
        expect(live.returnPoint(after: .seconds(870), at: .zero), is: .seconds(890))
        // The edge goes on, and the window with it.
        expect(live.returnPoint(after: .seconds(900), at: .seconds(60)), is: .seconds(950))
        expect(self.live(window: 20).returnPoint(after: .seconds(900), at: .zero), is: .seconds(985))
        expect(self.live(window: 0).returnPoint(after: .seconds(900), at: .zero), is: nil, "one cannot go back at all")
    }
}
