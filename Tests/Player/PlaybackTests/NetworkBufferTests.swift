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

    @Test("ADV-38: a delay above the maximum is reduced by playing faster, down to the delay before the stall")
    func faster() {
        var catchUp = LiveCatchUp()
        var steps: [LiveCatchUp.Step] = []
        for delay in [8, 9.9, 10.1, 9, 8.4, 8.6, 9.9] { steps.append(look(&catchUp, delay)) }
        let (normal, fast) = (LiveCatchUp.Step.play(.normal), LiveCatchUp.Step.play(LiveCatchUp.faster))
        expect(steps, is: [normal, normal, fast, fast, normal, normal, normal])
        // More than 3 s behind: a quarter faster, until all is made up.
        let fastest = LiveCatchUp.Step.play(LiveCatchUp.fastest)
        expect([10.5, 11.1, 10.1, 8.6, 8.4].map { look(&catchUp, $0) }, is: [fast, fastest, fastest, fastest, normal])
    }

    @Test("ADV-38: playback does not speed up with a nearly empty buffer, and jumps if it is far behind")
    func bounds() {
        var catchUp = LiveCatchUp()
        expect(look(&catchUp, 6), is: .play(.normal))
        expect(look(&catchUp, 12, buffered: .milliseconds(900)), is: .play(.normal))
        expect(look(&catchUp, 12), is: .play(LiveCatchUp.fastest))
        expect(look(&catchUp, 26), is: .jump(by: .seconds(20)))
        expect(look(&catchUp, 8), is: .play(.normal))
    }

    @Test("ADV-38: a viewer who seeks back stays there, and catching up resumes only after a return to the edge")
    func past() {
        var catchUp = LiveCatchUp()
        expect(look(&catchUp, 6), is: .play(.normal))
        catchUp.place()
        for delay in [60.0, 75, 300] { expect(look(&catchUp, delay), is: .play(.normal)) }
        catchUp.place()
        expect(look(&catchUp, 7), is: .play(.normal))
        expect(look(&catchUp, 11), is: .play(LiveCatchUp.fastest))
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
        transmission.setLive(live(.seconds(40)))
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
