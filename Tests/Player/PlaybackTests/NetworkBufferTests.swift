import Adaptation
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
        "ADV-38: from somewhat more than ends a stall to the maximum it grows with what was watched; a file keeps its own bounds"
    )
    func amounts() {
        let buffer = BufferOptimizer.standard
        func wanted(_ watched: Int, _ rules: BufferRules?) -> MediaTime? {
            buffer.forwardBuffer(watched: .seconds(watched), preferred: .zero, network: rules)
        }
        expect([0, 10, 45, 100].map { wanted($0, .standard) }, is: [5, 15, 50, 50].map { .seconds($0) })
        expect([0, 10, 45, 100].map { wanted($0, nil) }, is: [1, 10, 10, 10].map { .seconds($0) })
    }

    @Test("ADV-38, ARCH-37: without a method the maximum is read ahead, or what is preferred")
    func fixed() {
        let none = BufferOptimizer.none
        expect(none.forwardBuffer(watched: .zero, preferred: .zero, network: .standard), is: .seconds(50))
        expect(none.forwardBuffer(watched: .zero, preferred: .seconds(7), network: .standard), is: .seconds(7))
    }

    @Test("ADV-38: it starts with little and goes on with more; where there is no space for more, with what there is")
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

    @Test("ADV-38: what stalls cost beyond the largest delay is made good by playing faster, down to the delay before")
    func faster() {
        var catchUp = LiveCatchUp()
        var steps: [LiveCatchUp.Step] = []
        for delay in [6, 9.9, 10.1, 9, 7, 6.4, 6.6, 9.9] { steps.append(look(&catchUp, delay)) }
        let (normal, fast) = (LiveCatchUp.Step.play(.normal), LiveCatchUp.Step.play(LiveCatchUp.faster))
        expect(steps, is: [normal, normal, fast, fast, fast, normal, normal, normal])
    }

    @Test("ADV-38: not while there is hardly anything to play; far behind it jumps")
    func bounds() {
        var catchUp = LiveCatchUp()
        expect(look(&catchUp, 6), is: .play(.normal))
        expect(look(&catchUp, 12, buffered: .milliseconds(900)), is: .play(.normal))
        expect(look(&catchUp, 12), is: .play(LiveCatchUp.faster))
        expect(look(&catchUp, 26), is: .jump(by: .seconds(20)))
        expect(look(&catchUp, 8), is: .play(.normal))
    }

    @Test("ADV-38: nobody is chased out of the past: whoever goes there stays there")
    func past() {
        var catchUp = LiveCatchUp()
        expect(look(&catchUp, 6), is: .play(.normal))
        catchUp.place()
        for delay in [60.0, 75, 300] { expect(look(&catchUp, delay), is: .play(.normal)) }
        catchUp.place()
        expect(look(&catchUp, 7), is: .play(.normal))
        expect(look(&catchUp, 11), is: .play(LiveCatchUp.faster))
    }

    /// A transmission of which the test says how far ahead its edge is.
    private final class Transmission: StreamHandle {
        private let state = Monitor(StreamStatus())
        var status: StreamStatus { state.withLock { $0 } }
        func setLive(_ live: LiveState?) { state.withLock { $0.live = live } }
        func note(_ demand: StreamDemand) {}
        func selectAngle(_ track: Int) {}
        func selectDefinition(_ index: Int?) {}
        func selectTexts(_ tracks: Set<Int>) {}
    }

    @Test("ADV-38: a session plays faster while it is too far behind, and at its own speed again when that is over")
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
        expect(talk.when(enough()).rates, is: [LiveCatchUp.faster])
        expect(talk.snapshot.rate, is: .normal, "the viewer's speed is not changed")
        expect(talk.snapshot.clock.rate, is: LiveCatchUp.faster)
        #expect(talk.when(enough()).rates.isEmpty)
        talk.wait(.seconds(10))
        expect(talk.position, is: .seconds(12))
        transmission.setLive(nil)
        expect(talk.when(enough()).rates, is: [.normal])
        expect(talk.snapshot.liveState, is: nil)
        expect(talk.snapshot.clock.rate, is: .normal)
    }
}
