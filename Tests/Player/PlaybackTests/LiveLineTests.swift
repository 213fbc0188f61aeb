import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A transmission that has two seconds left to play.
@Suite("Playback machine: the line to a live server")
struct LiveLineTests {
    private var talk = MachineConversation()
    private static let film: Film = {
        var film = Film(tracks: [Film.video], duration: nil, canSeek: false)
        (film.isOverNetwork, film.isBroadcast) = (true, true)
        return film
    }()

    private mutating func receive() {
        var input = MachineConversation.input()
        input.isTransmission = true
        talk.play(Self.film, input: input) { $0.reconnects = ReconnectRule(tries: 1) }
        talk.at(.seconds(10))
        round()
    }

    @discardableResult
    private mutating func round(end: MediaTime = .seconds(12), isFull: Bool = false) -> [PlaybackAction] {
        talk.when(.round(Queues(isFull: isFull, end: end)))
    }

    @Test("the line is probed once nothing has arrived for 0.7 seconds, until something arrives")
    mutating func silence() {
        receive()
        expect(talk.takeDone().probesLine, is: [false])
        talk.wait(.milliseconds(690))
        expect(round().probesLine, is: [])
        talk.wait(.milliseconds(10))
        expect(round().probesLine, is: [true])
        talk.wait(.milliseconds(100))
        expect(round(end: .seconds(13)).probesLine, is: [false])
    }

    @Test("nothing is probed while the buffer is full, holds three seconds, or the viewer pauses")
    mutating func noSilence() {
        receive()
        talk.wait(.seconds(1))
        expect(round(isFull: true).probesLine, is: [])
        round(end: .seconds(15))
        talk.wait(.milliseconds(900))
        expect(round(end: .seconds(15)).probesLine, is: [])
        talk.when(.command(.pause))
        talk.wait(.seconds(3))
        expect(round(end: .seconds(15)).probesLine, is: [])
    }

    @Test("a silent transmission is opened again at once when the line carries again")
    mutating func reopens() {
        receive()
        talk.wait(.seconds(1))
        round()
        let actions = talk.when(.networkCame)
        #expect(actions.reloadsNetwork)
        expect(actions.keptConnections, is: [true])
        expect(actions.resumesLive, is: [true])
        expect(talk.snapshot.reconnection?.number, is: 1)
    }

    @Test("a transmission that has failed is closed before it is opened again")
    mutating func failed() {
        receive()
        talk.wait(.seconds(1))
        round()
        let failing = talk.when(.worker(.readFailed(MachineConversation.failure(.timedOut))))
        let actions = failing + talk.when(.round(.playedOut, sound: .ended)) + talk.when(.networkCame)
        expect(actions.keptConnections, is: [false])
        expect(actions.opened, is: 1)
    }

    private mutating func beginOpening() {
        var input = MachineConversation.input()
        input.isTransmission = true
        talk.setUp(input) { ($0.plays, $0.reconnects) = (true, ReconnectRule(tries: 3)) }
    }

    private mutating func failToOpen(_ code: ByteSourceError.Code, after wait: HostTime) {
        talk.wait(wait)
        talk.when(.worker(.openFailed(MachineConversation.failure(code))))
    }

    @Test("a transmission whose server does not answer is opened five times, then fails")
    mutating func unanswered() {
        beginOpening()
        for number in 1...4 {
            failToOpen(.timedOut, after: .seconds(5))
            expect(talk.snapshot.reconnection?.number, is: number)
            talk.wait(.seconds(1))
            expect(round().opened, is: 1)
        }
        failToOpen(.timedOut, after: .seconds(5))
        expect(talk.state.status, is: .failed)
    }

    @Test("a transmission whose server answers late plays, and the tries after an interruption are not limited")
    mutating func late() {
        beginOpening()
        failToOpen(.unreachable, after: .seconds(3))
        talk.wait(.seconds(1))
        round()
        talk.open(Self.film)
        talk.answerRequest()
        talk.when(.round)
        expect(talk.state.status, is: .playing)
        talk.at(.seconds(10))
        talk.when(.worker(.readFailed(MachineConversation.failure(.truncated))))
        talk.when(.round(.playedOut, sound: .ended))
        #expect((talk.snapshot.reconnection?.tries ?? 0) > 100)
    }

    @Test("a server that refuses a transmission at once ends it, and one that is paused while it opens stays paused")
    mutating func refused() {
        beginOpening()
        failToOpen(.unreachable, after: .seconds(1))
        expect(talk.state.status, is: .failed)
        beginOpening()
        talk.when(.command(.pause))
        failToOpen(.timedOut, after: .seconds(5))
        #expect(!talk.state.wantsPlay)
        #expect(talk.snapshot.reconnection != nil)
    }

    @Test("a transmission that is being opened is opened again at once when the line carries again")
    mutating func opensAgain() {
        beginOpening()
        round(end: .zero)
        talk.wait(.seconds(1))
        expect(round(end: .zero).probesLine, is: [true])
        let actions = talk.when(.networkCame)
        expect(actions.keptConnections, is: [false])
        expect(actions.resumesLive, is: [true])
    }

    @Test("a transmission that flows is not opened again when the network comes")
    mutating func flows() {
        receive()
        let actions = talk.when(.networkCame)
        expect(actions.opened, is: 0)
        #expect(!actions.reloadsNetwork)
        expect(talk.snapshot.reconnection, is: nil)
    }

    @Test(
        "a silent source whose line cannot be probed is opened again beside it, and the first that delivers is played")
    mutating func beside() {
        for delivers in [false, true] {
            talk = MachineConversation()
            receive()
            talk.wait(.milliseconds(900))
            expect(round().openedAhead, is: [])
            talk.wait(.milliseconds(100))
            expect(round().openedAhead, is: [true])
            talk.tell { $0.endedOpeningAhead(hasFailed: true) }
            expect(round().openedAhead, is: [])
            talk.wait(.milliseconds(500))
            expect(round().openedAhead, is: [true])
            talk.tell { $0.endedOpeningAhead(hasFailed: true) }
            talk.wait(.milliseconds(900))
            expect(round().openedAhead, is: [])
            talk.wait(.milliseconds(100))
            expect(round().openedAhead, is: [true])
            if delivers {
                let actions = round(end: .seconds(13))
                #expect(actions.closesAhead)
                expect(talk.snapshot.reconnection, is: nil)
            } else {
                talk.tell { $0.endedOpeningAhead(hasFailed: false) }
                expect(talk.snapshot.reconnection?.number, is: 1)
                let actions = talk.when(.round)
                expect(actions.keptConnections, is: [false])
                expect(actions.opened, is: 1)
            }
        }
    }

    @Test("while a live item is opened again the line is probed, and a try begun before it carries is replaced")
    mutating func replaces() {
        receive()
        talk.when(.worker(.readFailed(MachineConversation.failure(.truncated))))
        talk.when(.round(.playedOut, sound: .ended))
        talk.wait(.milliseconds(100))
        let first = round()
        expect(first.opened, is: 1)
        expect(first.probesLine, is: [true])
        talk.wait(.seconds(2))
        let second = talk.when(.networkCame)
        expect(second.closed, is: 1)
        expect(second.opened, is: 1)
        expect(talk.snapshot.reconnection?.number, is: 1)
        talk.open(Self.film)
        talk.answerRequest()
        talk.when(.round)
        expect(talk.state.status, is: .playing)
    }
}
