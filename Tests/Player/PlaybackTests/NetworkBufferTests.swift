import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Buffers over a network")
struct NetworkBufferTests {
    private func lane(_ duration: MediaTime) -> LoadControl.Lane {
        LoadControl.Lane(count: 100, bytes: 1000, duration: duration)
    }

    @Test(
        "ADV-38: the network buffer grows with the watched time up to the maximum, and a file keeps its own bounds"
    )
    func amounts() {
        let buffer = BufferOptimizer.standard
        func wanted(_ watched: Int, _ rules: BufferRules?) -> MediaTime? {
            buffer.forwardBuffer(watched: .seconds(watched), preferred: .zero, network: rules)
        }
        expect([0, 10, 45, 100].map { wanted($0, .standard) }, is: [5, 15, 50, 50].map { .seconds($0) })
        expect([0, 10, 45, 100].map { wanted($0, nil) }, is: [1, 10, 10, 10].map { .seconds($0) })
    }

    @Test("ADV-38, ARCH-37: without a method the maximum or the preferred amount is read ahead")
    func fixed() {
        let none = BufferOptimizer.none
        expect(none.forwardBuffer(watched: .zero, preferred: .zero, network: .standard), is: .seconds(50))
        expect(none.forwardBuffer(watched: .zero, preferred: .seconds(7), network: .standard), is: .seconds(7))
    }

    @Test("ADV-38: playback starts with little and resumes with more, or with a full buffer if it is too small")
    func thresholds() {
        var control = LoadControl()
        control.startDuration = BufferRules.standard.start
        control.resumeDuration = BufferRules.standard.high
        control.targetDuration = .seconds(10)
        #expect(!control.canStart([lane(.milliseconds(499)), lane(.seconds(5))]))
        #expect(control.canStart([lane(.milliseconds(500)), lane(.seconds(5))]))
        #expect(!control.canResume([lane(.milliseconds(2999)), lane(.seconds(5))]))
        #expect(control.canResume([lane(.seconds(3)), lane(.seconds(5))]))
        control.targetDuration = .milliseconds(100)
        #expect(control.canStart([lane(.milliseconds(100))]))
        #expect(control.canResume([lane(.milliseconds(100))]))
        #expect(LoadControl().canStart([lane(.zero)]), "a file is simply there")
    }
}

@Suite("Catching up with a live stream")
struct LiveCatchUpTests {
    private let limit = MediaTime.seconds(10)

    private func look(
        _ catchUp: inout LiveCatchUp, _ delay: Double, buffered: MediaTime = .seconds(5)
    ) -> LiveCatchUp.Step {
        catchUp.look(delay: MediaTime(seconds: delay), limit: limit, buffered: buffered)
    }

    private let normal = LiveCatchUp.Step.play(.normal)

    @Test("ADV-38: the delay that stalls added is made up, faster the more it is, down to the delay before the stall")
    func faster() {
        let unheard = LiveCatchUp.Step.play(LiveCatchUp.unheard)
        let (fast, fastest) = (LiveCatchUp.Step.play(LiveCatchUp.faster), LiveCatchUp.Step.play(LiveCatchUp.fastest))
        var catchUp = LiveCatchUp()
        var steps = [8, 9.5, 9.6, 9, 8.6, 8.4, 8.6, 9.4].map { look(&catchUp, $0) }
        expect(steps, is: [normal, normal, fast, fast, fast, normal, normal, normal])
        steps = [9.9, 10.1, 9.6, 8.6, 8.4].map { look(&catchUp, $0) }
        expect(steps, is: [fast, fastest, fastest, fastest, normal])
        var near = LiveCatchUp()
        expect([1.5, 2.1].map { lookNear(&near, $0) }, is: [normal, unheard])
    }

    @Test("packets that arrive as they are made show a smaller delay than a list, so it is made up sooner and further")
    func received() {
        let unheard = LiveCatchUp.Step.play(LiveCatchUp.unheard)
        var catchUp = LiveCatchUp()
        let steps = [3, 3.6, 3.7, 3.3, 3.2, 3.5].map { delay in
            catchUp.look(
                delay: MediaTime(seconds: delay), limit: limit, buffered: .seconds(2), isReceived: true)
        }
        expect(steps, is: [normal, normal, unheard, unheard, normal, normal])
    }

    private func lookNear(_ catchUp: inout LiveCatchUp, _ delay: Double) -> LiveCatchUp.Step {
        catchUp.look(
            delay: MediaTime(seconds: delay), limit: .seconds(2), buffered: .seconds(1), distance: .milliseconds(1500))
    }

    @Test("ADV-38: playback does not speed up with a nearly empty buffer, and jumps if it is far behind")
    func bounds() {
        var catchUp = LiveCatchUp()
        expect(look(&catchUp, 6), is: normal)
        expect(look(&catchUp, 12, buffered: .milliseconds(900)), is: normal)
        expect(look(&catchUp, 12), is: .play(LiveCatchUp.fastest))
        expect(look(&catchUp, 12.1), is: .jump(by: .milliseconds(6100)))
        catchUp.place()
        expect(look(&catchUp, 8), is: normal)
    }

    @Test("a jump that ends at a key frame before its target is followed by a higher speed, and by no second jump")
    func jumped() {
        let fast = LiveCatchUp.Step.play(LiveCatchUp.faster)
        var catchUp = LiveCatchUp()
        expect(look(&catchUp, 6), is: normal)
        expect(look(&catchUp, 14), is: .jump(by: .seconds(8)))
        catchUp.jumped()
        expect([7.4, 7.1, 6.5, 7.4].map { look(&catchUp, $0) }, is: [fast, fast, normal, normal])
        expect(look(&catchUp, 14), is: .jump(by: .seconds(8)))
        catchUp.jumped()
        expect([13, 13, 13.2].map { look(&catchUp, $0) }, is: [normal, normal, normal])
    }

    @Test("ADV-38: a viewer who seeks back stays there, and catching up resumes only after a return to the edge")
    func past() {
        var catchUp = LiveCatchUp()
        expect(look(&catchUp, 6), is: normal)
        catchUp.place()
        for delay in [60.0, 75, 300] { expect(look(&catchUp, delay), is: normal) }
        catchUp.place()
        expect(look(&catchUp, 7), is: normal)
        expect(look(&catchUp, 11), is: .play(LiveCatchUp.fastest))
    }

    @Test("ADV-38: with --live-max-delay=no playback never catches up")
    func never() {
        var catchUp = LiveCatchUp()
        for delay in [6.0, 12, 300] {
            expect(catchUp.look(delay: MediaTime(seconds: delay), limit: nil, buffered: .seconds(5)), is: normal)
        }
    }

    /// A transmission whose edge the test sets.
    private final class Transmission: StreamHandle {
        private let state = Monitor(StreamStatus())
        var status: StreamStatus { state.withLock { $0 } }
        func setLive(_ live: LiveState?) { state.withLock { $0.live = live } }
        func note(_ demand: StreamDemand) {}
        func selectAngle(_ track: Int) {}
        func selectDefinition(_ index: Int?) {}
        func selectTexts(_ tracks: Set<Int>) {}
    }

    @Test("ADV-38: a session plays faster while it is too far behind and returns to its own speed afterwards")
    func session() throws {
        let transmission = Transmission()
        let rules = try BufferRules(maximumDelay: .seconds(30))
        var talk = MachineConversation()
        talk.play(Film(tracks: [Film.video], duration: nil, stream: transmission)) { $0.networkBuffer = rules }
        talk.at(.seconds(1))
        func live(_ distance: MediaTime) -> LiveState {
            LiveState(
                edge: ClockReading(
                    position: talk.position + distance, hostTime: talk.clock.now, rate: .normal, isRunning: true),
                windowLength: .seconds(60), latency: .seconds(2))
        }
        func enough() -> MachineConversation.Said { .round(Queues(end: talk.position + .seconds(5))) }
        transmission.setLive(live(.seconds(2)))
        #expect(talk.when(enough()).rates.isEmpty)
        #expect(talk.snapshot.liveState != nil)
        transmission.setLive(live(.seconds(8)))
        expect(talk.when(enough()).rates, is: [LiveCatchUp.fastest])
        expect(talk.snapshot.rate, is: .normal, "the viewer's speed is not changed")
        expect(talk.snapshot.clock.rate, is: LiveCatchUp.fastest)
        #expect(talk.when(enough()).rates.isEmpty)
        talk.wait(.seconds(10))
        expect(talk.position, is: .milliseconds(13_500))
        transmission.setLive(nil)
        expect(talk.when(enough()).rates, is: [.normal])
        expect(talk.snapshot.liveState, is: nil)
        expect(talk.snapshot.clock.rate, is: .normal)
    }
}
