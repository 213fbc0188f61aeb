import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playing with low latency")
struct LowLatencyPlayingTests {
    private static let wanted = MediaTime.milliseconds(1500)
    private let normal = LiveCatchUp.Step.play(.normal)
    private let fast = LiveCatchUp.Step.play(LiveCatchUp.unheard)

    private func live(_ position: MediaTime, _ distance: MediaTime, at now: HostTime) -> LiveState {
        LiveState(
            edge: ClockReading(position: position + distance, hostTime: now, rate: .normal, isRunning: true),
            windowLength: .seconds(60), latency: .milliseconds(3500), lowLatency: Self.wanted)
    }

    @Test(
        "ADV-38: each stall adds to the distance, which shrinks again without stalls, more slowly after a failure"
    )
    func distance() {
        var distance = LowLatencyDistance()
        var now = HostTime.zero
        func wait(_ seconds: Int) -> MediaTime {
            now = now + .seconds(seconds)
            distance.look(at: now)
            return distance.added
        }
        expect(wait(100), is: .zero)
        distance.stall(at: now)
        expect(wait(11), is: .seconds(1))
        expect([wait(1), wait(11), wait(1)], is: [.milliseconds(500), .milliseconds(500), .zero])
        distance.stall(at: now)
        expect(wait(23), is: .seconds(1), "it came too near too soon")
        expect([wait(1), wait(24)], is: [.milliseconds(500), .zero])
        expect(wait(24), is: .zero)
        for added in [1, 2, 4, 8, 8] {
            distance.stall(at: now)
            expect(distance.added, is: .seconds(added))
        }
        expect(wait(12), is: .seconds(4), "what was long ago does not count")
    }

    @Test("an interruption does not add to the distance, unless another one was shortly before, or stalls were")
    func interruption() {
        var distance = LowLatencyDistance()
        func interrupt(_ start: HostTime, for length: HostTime) -> MediaTime {
            distance.stall(at: start)
            distance.resume(at: start + length)
            distance.look(at: start + length)
            return distance.added
        }
        expect(interrupt(.seconds(100), for: .milliseconds(1500)), is: .zero)
        expect(interrupt(.seconds(110), for: .seconds(4)), is: .seconds(1))
        distance = LowLatencyDistance()
        expect(interrupt(.seconds(100), for: .seconds(5)), is: .zero)
        expect(interrupt(.seconds(130), for: .seconds(5)), is: .zero)
        expect(interrupt(.seconds(200), for: .milliseconds(1400)), is: .seconds(1), "the network was too slow")
        expect(interrupt(.seconds(205), for: .seconds(5)), is: .seconds(2))
    }

    @Test("playback approaches the stream's distance from any delay, unless the viewer has gone back")
    func nearing() {
        func look(_ catchUp: inout LiveCatchUp, _ delay: Double, buffered: Double = 1) -> LiveCatchUp.Step {
            catchUp.look(
                delay: MediaTime(seconds: delay), limit: .seconds(2), buffered: MediaTime(seconds: buffered),
                distance: Self.wanted)
        }
        var catchUp = LiveCatchUp()
        expect([1.9, 2.1, 1.7, 1.59, 1.9].map { look(&catchUp, $0) }, is: [normal, fast, fast, normal, normal])
        let slow = LiveCatchUp.Step.play(LiveCatchUp.slower)
        expect([1.25, 1.19, 1.39, 1.41, 1.39].map { look(&catchUp, $0) }, is: [normal, slow, slow, normal, normal])
        expect(look(&catchUp, 1.1, buffered: 0.2), is: slow, "this fills the buffer")
        expect([1.9, 2.1, 1.5].map { look(&catchUp, $0) }, is: [normal, fast, normal])
        expect(look(&catchUp, 2.5, buffered: 0.4), is: normal, "with less the next stall is near")
        expect(look(&catchUp, 2.5, buffered: 0.5), is: fast)
        expect(look(&catchUp, 20), is: .jump(by: .milliseconds(18_500)))
        catchUp.place()
        expect([8, 9, 9].map { look(&catchUp, $0) }, is: [normal, normal, normal])
        catchUp.place()
        expect([1.8, 2.1, 1.7].map { look(&catchUp, $0) }, is: [normal, fast, fast], "back at the edge")
    }

    @Test("an item starts at the stream's distance from the current edge, with the picture shown there")
    func start() {
        let stream = FixedStream(live(.seconds(10), .zero, at: .seconds(5)))
        let opened = Film(duration: nil, naturalStart: .seconds(7), stream: stream).openedItem
        let request = FirstRequest(nil, opened, chapters: [], RegionIndex(), now: .seconds(6))
        expect(request.target, is: .time(.milliseconds(9500)))
        expect(request.mode, is: .exact)
        let sought = FirstRequest(.absolute(.seconds(3)), opened, chapters: [], RegionIndex(), now: .seconds(6))
        expect(sought.position, is: .seconds(3))
        let edge = ClockReading(position: .seconds(10), hostTime: .zero, rate: .normal, isRunning: true)
        stream.status.live = LiveState(edge: edge)
        let ordinary = FirstRequest(nil, opened, chapters: [], RegionIndex(), now: .seconds(6))
        expect(ordinary.target, is: .here)
    }

    @Test("a live stream ignores a remembered start position but honours one that the viewer requests")
    func remembered() {
        for isRemembered in [true, false] {
            var talk = MachineConversation()
            let edge = ClockReading(position: .seconds(80), hostTime: .zero, rate: .normal, isRunning: false)
            let live = LiveState(edge: edge, windowLength: .seconds(80))
            let film = Film(duration: nil, naturalStart: .seconds(70), stream: FixedStream(live))
            talk.play(film) { ($0.start, $0.isStartRemembered) = (.absolute(.seconds(3)), isRemembered) }
            expect(talk.position, is: .seconds(isRemembered ? 70 : 3))
        }
    }

    @Test("a low-latency stream starts with less than an ordinary one; a stall raises that and the distance")
    func session() {
        let stream = FixedStream(nil)
        var talk = MachineConversation()
        talk.play(Film(tracks: [Film.video], duration: nil, stream: stream, isOverNetwork: true))
        talk.at(.seconds(1))
        expect(talk.done.thresholds, is: [[.milliseconds(500), .seconds(3)]])
        func say(_ distance: MediaTime, end: MediaTime = .seconds(1)) -> [PlaybackAction] {
            stream.status.live = live(talk.position, distance, at: talk.clock.now)
            return talk.when(.round(Queues(end: talk.position + end)))
        }
        expect(say(Self.wanted).thresholds, is: [[.milliseconds(300), .milliseconds(900)]])
        expect(say(.milliseconds(2100)).rates, is: [LiveCatchUp.unheard])
        expect(say(Self.wanted).rates, is: [.normal])
        talk.when(.round(.dry))
        expect(talk.state.status, is: .stalled)
        expect(talk.run.lowLatency.added, is: .seconds(1))
        expect(say(.seconds(3)).thresholds, is: [[.milliseconds(300), .milliseconds(1500)]])
        expect(talk.state.status, is: .playing)
        #expect(say(.milliseconds(2900)).rates.isEmpty, "as near as the line allows")
        talk.wait(.seconds(12))
        expect(say(.milliseconds(2900)).rates, is: [LiveCatchUp.unheard], "and nearer again")
    }
}

/// A stream whose edge the test sets.
private final class FixedStream: StreamHandle {
    private let state: Monitor<StreamStatus>
    init(_ live: LiveState?) {
        state = Monitor(StreamStatus())
        status.live = live
    }
    var status: StreamStatus {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
    func note(_ demand: StreamDemand) {}
    func selectAngle(_ track: Int) {}
    func selectDefinition(_ index: Int?) {}
    func selectTexts(_ tracks: Set<Int>) {}
}
