import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A network that returns when the test says so.
private final class FakeWatch: NetworkWatch {
    private struct State {
        var arrivals = 0
        var doorbell: Doorbell?
    }

    private let state = Monitor(State())

    var arrivals: Int { state.withLock { $0.arrivals } }
    var isUsed: Bool { state.withLock { $0.doorbell != nil } }

    func watch(_ doorbell: Doorbell) -> any NetworkWatch {
        state.withLock { $0.doorbell = doorbell }
        return self
    }

    func come() {
        let doorbell = state.withLock { state in
            state.arrivals += 1
            return state.doorbell
        }
        doorbell?.ring()
    }
}

@Suite("Reconnection rules")
struct ReconnectionRuleTests {
    private let error = PlayError(.requestFailed, reason: "time-out", item: "film")

    @Test("ARCH-22: a reconnection makes three tries with growing pauses, then gives up")
    func tries() throws {
        let rule = ReconnectRule()
        expect((1...6).map { rule.pause(before: $0).inSeconds }, is: [2, 6, 18, 54, 60, 60])
        var now = HostTime.seconds(100)
        var item = try #require(Reconnection(rule, at: .seconds(7), after: error, last: nil, now: now))
        for (number, pause) in [(1, 2), (2, 6), (3, 18)] {
            expect(item.status.number, is: number)
            expect(item.status.tries, is: 3)
            expect(item.status.nextTry, is: now + .seconds(pause))
            let isEarly = item.begin(at: now + .seconds(pause) - .milliseconds(1))
            #expect(!isEarly)
            now = now + .seconds(pause)
            let begins = item.begin(at: now)
            #expect(begins)
            expect(item.status.nextTry, is: nil)
            expect(item.status.number, is: number)
            let isSecond = item.begin(at: now)
            #expect(!isSecond, "one at a time")
            let retries = item.fail(error, at: now)
            expect(retries, is: (number < 3))
        }
        expect(Reconnection(.never, at: .zero, after: error, last: nil, now: now), is: nil)
    }

    @Test("a live stream is retried sooner, with tries over about 81 seconds")
    func live() {
        let rule = ReconnectRule().live
        let pauses = (1...rule.tries).map { rule.pause(before: $0).inMilliseconds / 1000 }
        expect(pauses.prefix(5), is: [0.1, 0.3, 0.5, 0.5, 0.5])
        #expect((80...82).contains(pauses.reduce(0, +)))
        expect(ReconnectRule.never.live, is: .never)
    }

    @Test("ARCH-20: when the network returns, the next try is immediate and all tries are available again")
    func arrival() throws {
        let now = HostTime.seconds(100)
        var item = try #require(Reconnection(ReconnectRule(tries: 1), at: .zero, after: error, last: nil, now: now))
        item.networkCame(at: now)
        let begins = item.begin(at: now)
        // The try under way may have begun before the network returned.
        item.networkCame(at: now)
        let retries = item.fail(error, at: now)
        #expect(begins)
        #expect(retries)
        expect(item.status.nextTry, is: now)
        expect(item.status.number, is: 1)
        let again = item.begin(at: now)
        let isOver = !item.fail(error, at: now)
        #expect(again)
        #expect(isOver)
    }

    @Test("ARCH-22: a failure before any progress continues the count of tries")
    func progress() throws {
        let now = HostTime.seconds(100)
        let rule = ReconnectRule(tries: 2)
        var first = try #require(Reconnection(rule, at: .seconds(50), after: error, last: nil, now: now))
        _ = first.begin(at: now + .seconds(2))
        let second = Reconnection(rule, at: .seconds(54), after: error, last: first, now: now)
        expect(second?.status.number, is: 2)
        let farther = Reconnection(rule, at: .seconds(55), after: error, last: first, now: now)
        expect(farther?.status.number, is: 1)
    }
}

/// A film whose middle never arrives at first, and the attempts to reconnect.
@Suite("Reconnection", .timeLimit(.minutes(10)))
struct ReconnectionTests {
    private static let place: Int64 = 15_000
    private static let never = HostTime.seconds(3600)

    /// - Parameters:
    ///   - failures: The number of attempts after the first that cannot be opened.
    ///   - gate: The first of these attempts waits for this.
    private func open(
        failures: Int, _ rule: ReconnectRule, watch: FakeWatch = FakeWatch(), gate: Monitor<Bool> = Monitor(true)
    ) -> (SessionHarness, Monitor<Int>) {
        let harness = SessionHarness { watch.watch($0) }
        var options = SessionOptions()
        options.plays = true
        options.reconnects = rule
        let attempts = Monitor(0)
        let input = SessionInput(name: "http://host/film.mp4") { cancel throws(ByteSourceError) in
            let number = attempts.update { count in
                defer { count += 1 }
                return count
            }
            if number == 1 { gate.wait { $0 ? () : nil } }
            if (1...max(1, failures)).contains(number), failures > 0 {
                throw ByteSourceError(.unreachable, operation: "open", context: "test")
            }
            // The film is complete from the second opening on.
            let limit = number == 0 ? Self.place : BrokenNetworkSource.index
            return BrokenNetworkSource(limit: limit, .fails(.timedOut), cancel: cancel)
        }
        harness.session.setUp(input, options: options)
        return (harness, attempts)
    }

    @Test("ARCH-20, ARCH-21, ARCH-22: playback resumes at the same position, in one resumption without other events")
    func retries() throws {
        let gate = Monitor(false)
        let (harness, attempts) = open(failures: 2, ReconnectRule(tries: 3, pause: .milliseconds(1)), gate: gate)
        defer { harness.session.destroy() }
        defer { gate.update { $0 = true } }
        let waiting = try #require(harness.wait { $0.reconnection != nil })
        gate.update { $0 = true }
        let place = waiting.clock.position
        #expect(place >= .seconds(1))
        expect(waiting.status, is: .loading)
        #expect(waiting.duration != nil)
        let back = try #require(harness.wait { $0.status == .playing && $0.reconnection == nil })
        #expect(back.clock.position >= place - .milliseconds(100), "\(back.clock.position) after \(place)")
        _ = try #require(harness.wait { $0.status == .reachEnd })
        let events = harness.events()
        expect(events.count { $0 == .resumeBegin }, is: 1)
        expect(events.count { $0 == .resumeComplete }, is: 1)
        let begin = try #require(events.firstIndex(of: .resumeBegin))
        expect(events[begin + 1], is: .resumeComplete)
        #expect(!events.contains(.resumeFail))
        #expect(!events.contains(.fail))
        expect(attempts.withLock { $0 }, is: 4)
    }

    @Test("ARCH-20: the engine is notified that the network is back and reconnects at once")
    func networkReturns() throws {
        let watch = FakeWatch()
        let (harness, _) = open(failures: 0, ReconnectRule(tries: 1, pause: Self.never), watch: watch)
        defer { harness.session.destroy() }
        _ = try #require(harness.wait { $0.reconnection?.nextTry != nil })
        watch.come()
        _ = try #require(harness.wait { $0.status == .playing && $0.reconnection == nil })
        #expect(watch.isUsed)
    }
}

@Suite("Playback machine: reconnection")
struct ReconnectionConversationTests {
    /// Returns a conversation whose item has broken off at ten seconds and waits for the first try.
    private func broken(_ rule: ReconnectRule) -> MachineConversation {
        var talk = MachineConversation()
        talk.play(.remote) { $0.reconnects = rule }
        talk.at(.seconds(10))
        talk.when(.worker(.readFailed(MachineConversation.failure(.timedOut))))
        talk.when(.round(.playedOut, sound: .ended))
        talk.when(.round)
        return talk
    }

    /// Waits for the time of the next try. Returns the number of openings.
    private func tryAgain(_ talk: inout MachineConversation) -> Int {
        if let next = talk.machine.reconnectionDeadline { talk.wait(next - talk.clock.now) }
        return talk.when(.round).opened
    }

    @Test("ARCH-21, ARCH-22: after the last try the item fails once, at the position where it broke off")
    func givesUp() {
        var talk = broken(ReconnectRule(tries: 2))
        for _ in 1...2 {
            expect(talk.state.status, is: .loading)
            expect(tryAgain(&talk), is: 1)
            talk.when(.worker(.openFailed(MachineConversation.failure(.unreachable))))
        }
        expect(talk.state.status, is: .failed)
        expect(talk.snapshot.error?.code, is: .requestFailed)
        expect(talk.snapshot.reconnection, is: nil)
        expect(talk.position, is: .seconds(10))
        expect(talk.takeEvents().suffix(4), is: [.resumeBegin, .resumeFail, .error, .fail])
        expect(tryAgain(&talk), is: 0)
    }

    @Test("ARCH-20: an error that a retry cannot help ends the reconnection at once")
    func hopeless() {
        var talk = broken(ReconnectRule(tries: 9))
        expect(tryAgain(&talk), is: 1)
        talk.when(.worker(.openFailed(MachineConversation.failure(.httpStatus(404)))))
        expect(talk.state.status, is: .failed)
        expect(talk.snapshot.error?.code, is: .invalidVideoURL)
        expect(tryAgain(&talk), is: 0)
        expect(talk.snapshot.reconnection, is: nil)
    }

    @Test("ARCH-20: when the network returns, the item reconnects at once, even during a long pause")
    func networkReturns() {
        var talk = broken(ReconnectRule(tries: 1, pause: .seconds(3600)))
        talk.wait(.seconds(5))
        expect(talk.when(.round).opened, is: 0)
        expect(talk.when(.networkCame).opened, is: 1)
        expect(talk.open(.remote).requests.map(\.target), is: [.time(.seconds(10))])
        #expect(talk.answerRequest().playsSound)
        talk.when(.round)
        expect(talk.state.status, is: .playing)
        expect(talk.snapshot.reconnection, is: nil)
    }

    @Test("ARCH-20: a network that returns after the last try reopens the failed item at the same position")
    func networkReturnsLate() {
        var talk = broken(ReconnectRule(tries: 1))
        _ = tryAgain(&talk)
        talk.when(.worker(.openFailed(MachineConversation.failure(.unreachable))))
        expect(talk.state.status, is: .failed)
        talk.wait(.seconds(1000))
        expect(talk.when(.round).opened, is: 0)
        expect(talk.when(.networkCame).opened, is: 1)
        expect(talk.snapshot.error, is: nil)
        expect(talk.open(.remote).requests.map(\.target), is: [.time(.seconds(10))])
        talk.answerRequest()
        expect(talk.state.status, is: .playing)
    }

    @Test("a broadcast that breaks off is reopened, even after errors of the server that are otherwise final")
    func broadcast() {
        var film = Film.remote
        (film.canSeek, film.isBroadcast) = (false, true)
        var talk = MachineConversation()
        talk.play(film) { $0.reconnects = ReconnectRule(tries: 1) }
        talk.at(.seconds(10))
        talk.when(.worker(.readFailed(MachineConversation.failure(.truncated))))
        talk.when(.round(.playedOut, sound: .ended))
        for code in [ByteSourceError.Code.httpStatus(404), .invalidReply, .unreachable] {
            expect(talk.state.status, is: .loading)
            expect(tryAgain(&talk), is: 1)
            talk.when(.worker(.openFailed(MachineConversation.failure(code))))
        }
        expect(tryAgain(&talk), is: 1)
        expect(talk.open(film).requests.map(\.target), is: [.here])
        talk.answerRequest()
        expect(talk.state.status, is: .playing)
    }

    @Test("a broadcast that breaks off is opened again once less than three seconds are left, which play meanwhile")
    func ahead() {
        var broadcast = Film.remote
        (broadcast.canSeek, broadcast.isBroadcast) = (false, true)
        for (film, left, isAhead) in [(broadcast, 4, false), (broadcast, 2, true), (Film.remote, 2, false)] {
            var talk = MachineConversation()
            talk.play(film) { $0.reconnects = ReconnectRule(tries: 1) }
            talk.at(.seconds(10))
            talk.when(.worker(.readFailed(MachineConversation.failure(.truncated))))
            let actions = talk.when(.round(Queues(end: .seconds(10 + left))))
            expect(actions.openedAhead, is: isAhead ? [true] : [], "\(left)")
            expect(talk.when(.round(Queues(end: .seconds(10 + left)))).openedAhead, is: [])
            talk.when(.networkCame)
            let isRepeated = talk.when(.round(Queues(end: .seconds(10 + left)))).openedAhead == [true]
            expect(isRepeated, is: isAhead, "a request from before may be lost")
            talk.tell { $0.endedOpeningAhead(hasFailed: false) }
            #expect(!talk.when(.networkCame).closesAhead)
            expect(talk.state.status, is: .playing)
            expect(talk.snapshot.reconnection, is: nil)
            guard isAhead else { continue }
            talk.when(.round(.playedOut, sound: .ended))
            expect(talk.when(.round).opened, is: 1, "at once")
        }
    }

    @Test("ARCH-20: during a reconnection the viewer may retry at once, seek, or stop")
    func commands() {
        var talk = broken(ReconnectRule(tries: 1, pause: .seconds(3600)))
        expect(talk.snapshot.reconnection?.nextTry, is: talk.clock.now + ReconnectRule.longestPause)
        #expect(talk.when(.command(.seek(.absolute(.seconds(8)), .exact))).requests.isEmpty)
        expect(talk.position, is: .seconds(8))
        var other = talk
        talk.when(.command(.reload))
        expect(talk.when(.round).opened, is: 1)
        expect(talk.open(.remote).requests.map(\.target), is: [.time(.seconds(8))])
        other.when(.command(.stopLoading))
        expect(other.state.status, is: .failed)
        expect(other.snapshot.reconnection, is: nil)
    }

    @Test("ARCH-20: a source that is retrying by itself is reloaded when the network returns")
    func ownTries() {
        var talk = MachineConversation()
        talk.play(.remote)
        talk.when(.network(.flowing))
        #expect(!talk.when(.networkCame).reloadsNetwork)
        talk.when(.network(.retrying))
        #expect(talk.when(.networkCame).reloadsNetwork)
    }
}
