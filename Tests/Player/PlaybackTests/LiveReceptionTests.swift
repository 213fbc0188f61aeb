import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("The edge of a live stream without a list")
struct LiveReceptionTests {
    /// Notes what has arrived at each of these seconds.
    private func note(
        _ reception: inout LiveReception, _ arrivals: [(at: Double, end: Double)], isKnown: Bool = false,
        isFull: Bool = false
    ) {
        for (at, end) in arrivals {
            reception.note(MediaTime(seconds: end), at: instant(at), isKnown: isKnown, isFull: isFull)
        }
    }

    private func instant(_ seconds: Double) -> HostTime { .milliseconds(Int(seconds * 1000)) }

    private func edge(_ reception: LiveReception, _ at: Double) -> Double? {
        reception.edge(at: instant(at)).map { ($0.position.inSeconds * 10).rounded() / 10 }
    }

    /// Returns the arrivals from a server that starts `ahead` seconds ahead and then sends at `rate` times playing
    /// speed.
    private func paced(_ range: Range<Int>, ahead: Double, rate: Double = 1) -> [(at: Double, end: Double)] {
        range.map { (Double($0) * 0.1, ahead + Double($0) * 0.1 * rate) }
    }

    @Test("the most punctual packets set the edge, and between packets it moves with the clock")
    func punctual() {
        var reception = LiveReception()
        expect(edge(reception, 1), is: nil)
        note(&reception, [(1, 2), (1.9, 2.5), (2, 3), (2.8, 3.3)], isKnown: true)
        #expect(reception.isLive)
        expect(edge(reception, 2.8), is: 3.8)
        expect(edge(reception, 9), is: 10)
    }

    @Test("packets delayed by an interruption leave the edge where it is, and lost time moves it back")
    func interrupted() {
        var reception = LiveReception()
        note(&reception, paced(0..<50, ahead: 2), isKnown: true)
        // Twenty seconds without a packet, then all the missing ones at once.
        expect(edge(reception, 24), is: 26)
        note(&reception, [(24, 8), (24.1, 15), (24.3, 26.3), (30, 32)])
        expect(edge(reception, 30), is: 32)
        // The server itself paused for five seconds.
        note(&reception, paced(351..<700, ahead: -3))
        expect(edge(reception, 70), is: 67)
        #expect(reception.isLive)
    }

    @Test("a stream that arrives at playing speed for three seconds is live, even after an initial burst")
    func proof() {
        var reception = LiveReception()
        note(&reception, paced(0..<10, ahead: 0, rate: 10))
        note(&reception, paced(10..<38, ahead: 9))
        #expect(!reception.isLive)
        note(&reception, paced(38..<45, ahead: 9))
        #expect(reception.isLive)
        reception.reopen()
        #expect(reception.isLive && edge(reception, 5) == nil)
    }

    @Test("a film without a length is not live: it arrives faster, slower, or only as space frees up")
    func film() {
        for rate in [0.5, 1.5, 20] {
            var reception = LiveReception()
            note(&reception, paced(0..<600, ahead: 0, rate: rate))
            #expect(!reception.isLive, "\(rate)")
        }
        var reception = LiveReception()
        for second in 0..<60 {
            note(&reception, [(Double(second), 30 + Double(second))])
            note(&reception, [(Double(second) + 0.5, 30 + Double(second))], isFull: true)
        }
        #expect(!reception.isLive)
        // A line that was slow for a while.
        reception = LiveReception()
        note(&reception, paced(0..<100, ahead: 0))
        #expect(reception.isLive)
        note(&reception, paced(100..<200, ahead: -10, rate: 2))
        #expect(!reception.isLive)
    }
}

/// A transmission that plays one second behind the received end, of which a minute is kept.
@Suite("The live position")
struct LivePositionTests {
    private var talk = MachineConversation()
    private var ahead: MediaTime = .seconds(1)

    /// - Parameter ahead: The amount received before playing begins.
    private mutating func receive(ahead: MediaTime = .seconds(1)) throws {
        self.ahead = ahead
        var input = MachineConversation.input()
        input.isTransmission = true
        var film = Film(tracks: [Film.video], duration: nil, canSeek: false)
        (film.isOverNetwork, film.isBroadcast) = (true, true)
        talk.play(film, input: input)
        talk.at(.seconds(1))
        round()
    }

    @discardableResult
    private mutating func round() -> [PlaybackAction] {
        let end = talk.position + ahead
        let held = MediaRange(start: max(.zero, end - .seconds(60)), end: end)
        return talk.when(.round(Queues(end: end, held: held)))
    }

    /// Simulates a stall: the stream advances while playing does not.
    private mutating func stall(_ duration: MediaTime) -> [PlaybackAction] {
        ahead = ahead + duration
        return round()
    }

    private var delay: MediaTime? { talk.snapshot.liveDelay(at: talk.clock.now) }

    @Test("ADV-38: a stall of an RTMP stream is made up by playing faster, with one notice")
    mutating func catchesUp() throws {
        try receive()
        expect(delay, is: .seconds(1))
        expect(stall(.seconds(6)).rates, is: [LiveCatchUp.fastest])
        expect(delay, is: .seconds(7))
        expect(talk.notices, is: [.catchingUp(LiveCatchUp.fastest)])
        #expect(round().rates.isEmpty)
        talk.wait(.seconds(12))
        expect(delay, is: .seconds(4))
        expect(talk.notices.count, is: 1)
    }

    @Test("ADV-38: a long stall is made up by a jump within the received data, with a notice")
    mutating func jumps() throws {
        try receive()
        let position = talk.position
        let requests = stall(.seconds(25)).requests
        expect(requests.map(\.target), is: [.time(position + .seconds(25))])
        #expect(requests.allSatisfy { $0.readsOnce })
        expect(talk.notices, is: [.caughtUp(by: .seconds(25))])
    }

    @Test("ADV-38: the initial burst of a server does not count as a stall")
    mutating func burst() throws {
        try receive(ahead: .seconds(10))
        #expect(round().rates.isEmpty && talk.notices.isEmpty)
    }

    @Test(
        "a seek to the edge, to the end or past it leads to the live position: the initial distance from the edge")
    mutating func edge() throws {
        for target in [SeekTarget.percent(100), .absolute(.seconds(500)), .relative(.seconds(60))] {
            self = LivePositionTests()
            try receive(ahead: .seconds(2))
            _ = stall(.seconds(6))
            let edge = talk.position + ahead
            expect(
                talk.when(.command(.seek(target, .keyframe))).requests.map(\.target), is: [.time(edge - .seconds(2))])
        }
    }

    @Test("a transmission begins at its first picture, without the sound before it; a film without a length does not")
    mutating func joins() {
        for (isTransmission, targets) in [(true, [DemuxRequest.Target.time(.milliseconds(900))]), (false, [])] {
            var input = MachineConversation.input()
            input.isTransmission = isTransmission
            talk.setUp(input) { $0.plays = true }
            talk.open(Film(duration: nil, canSeek: false, isOverNetwork: true, isBroadcast: true))
            expect(talk.answerRequest(picture: .milliseconds(900)).requests.map(\.target), is: targets)
        }
    }

    @Test("at the live position a step forward only shows a notice, and a step back seeks")
    mutating func already() throws {
        try receive(ahead: .seconds(2))
        for target in [SeekTarget.percent(100), .relative(.seconds(5))] {
            #expect(talk.when(.command(.seek(target, .keyframe))).requests.isEmpty)
            expect(talk.notices.last, is: .atLiveEdge)
        }
        talk.at(.seconds(8))
        round()
        let position = talk.position
        expect(
            talk.when(.command(.seek(.relative(.seconds(-5)), .keyframe))).requests.map(\.target),
            is: [.time(position - .seconds(5))])
    }

    @Test("a speed above 1 returns to 1 at the live position, with a notice")
    mutating func slows() throws {
        try receive()
        #expect(round().rates.isEmpty)
        talk.send(.setRate(PlaybackRate(1.5)))
        expect(round().rates, is: [.normal])
        expect(talk.snapshot.rate, is: .normal)
        expect(talk.notices, is: [.slowedAtLiveEdge])
        _ = stall(.seconds(4))
        talk.send(.setRate(PlaybackRate(1.5)))
        #expect(round().rates.isEmpty)
        expect(talk.snapshot.rate, is: PlaybackRate(1.5))
    }

    @Test("a live stream is read into the timeshift space, a film without a length within the usual bounds")
    mutating func reads() throws {
        try receive()
        expect(talk.machine.forwardBytes, is: talk.machine.item.options.timeshiftBytes)
        var other = MachineConversation()
        other.play(Film(duration: nil, canSeek: false, isOverNetwork: true, isBroadcast: true))
        other.when(.round(Queues(end: .seconds(4))))
        expect(other.machine.forwardBytes, is: nil)
        expect(other.snapshot.liveState, is: nil)
    }

    @Test("of a live stream less is kept than of a film, unless the viewer chose the amount")
    mutating func kept() throws {
        try receive()
        expect(talk.machine.keptBytes, is: 32 << 20)
        talk.play(.remote)
        expect(talk.machine.keptBytes, is: 50 << 20)
        let broadcast = Film(duration: nil, canSeek: false, isOverNetwork: true, isBroadcast: true)
        talk.play(broadcast) { $0.keptBytes = 60 << 20 }
        expect(talk.machine.keptBytes, is: 60 << 20)
    }

    @Test(
        "a live stream with a short window is kept during a pause, unless --timeshift=no, and played as far as its list",
        arguments: [16, 900])
    mutating func window(_ seconds: Int) throws {
        for bytes in [1 << 20, 0] {
            talk = MachineConversation()
            let stream = Stream(edge: .seconds(500), window: .seconds(seconds), at: talk.clock.now)
            talk.play(
                Film(
                    tracks: [Film.video], duration: nil, naturalStart: .seconds(490), stream: stream,
                    isOverNetwork: true)
            ) { $0.timeshiftBytes = bytes }
            talk.when(.round(Queues(end: .seconds(497))))
            expect(talk.machine.forwardBytes, is: (seconds < 600 && bytes > 0 ? bytes : nil))
            expect(talk.machine.keptDuration, is: .seconds(seconds == 16 ? 20 : 910))
        }
    }

    /// A stream with a list.
    private final class Stream: StreamHandle {
        private let state: Monitor<StreamStatus>
        var status: StreamStatus { state.withLock { $0 } }
        init(edge: MediaTime, window: MediaTime = .seconds(600), at now: HostTime) {
            var status = StreamStatus()
            status.live = LiveState(
                edge: ClockReading(position: edge, hostTime: now, rate: .normal, isRunning: true),
                windowLength: window, latency: .seconds(10), distance: .seconds(6))
            state = Monitor(status)
        }
        func note(_ demand: StreamDemand) {}
        func selectAngle(_ track: Int) {}
        func selectDefinition(_ index: Int?) {}
        func selectTexts(_ tracks: Set<Int>) {}
    }

    @Test("the source of a stream with a list decides the live position, and the seek never leads back")
    mutating func list() throws {
        talk.play(
            Film(
                tracks: [Film.video], duration: nil, naturalStart: .seconds(400),
                stream: Stream(edge: .seconds(500), at: talk.clock.now), isOverNetwork: true))
        talk.when(.round(Queues(end: .seconds(410))))
        expect(talk.when(.command(.seek(.percent(50), .keyframe))).requests.map(\.target), is: [.time(.seconds(200))])
        talk.answerRequest()
        for target in [SeekTarget.percent(100), .absolute(.seconds(497)), .relative(.seconds(298))] {
            let requests = talk.when(.command(.seek(target, .keyframe))).requests
            expect(requests.map(\.target), is: [.live])
            expect(requests.first?.floor, is: .seconds(200))
            talk.answerRequest(at: .seconds(200))
        }
        expect(
            talk.when(.command(.seek(.relative(.seconds(290)), .keyframe))).requests.map(\.target),
            is: [.time(.seconds(490))])
        talk.answerRequest(at: .seconds(494))
        #expect(talk.when(.command(.seek(.relative(.seconds(5)), .keyframe))).requests.isEmpty)
        expect(talk.notices.last, is: .atLiveEdge)
    }
}
