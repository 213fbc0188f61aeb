import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playback machine: supply, networks, background")
struct MachineSupplyTests {
    private static let broken = MachineConversation.failure(.timedOut)

    @Test("ARCH-23: playback that runs dry stalls once and resumes when enough data has arrived")
    func stalls() {
        var talk = MachineConversation()
        talk.play()
        talk.wait(.seconds(3))
        _ = talk.takeDone()
        talk.when(.round(.dry, sound: .running))
        expect(talk.state.status, is: .playing, "the sound has not run dry yet")
        talk.when(.round(.dry, sound: .starved))
        expect(talk.state.status, is: .stalled)
        #expect(talk.takeDone().pausesSound)
        talk.wait(.seconds(5))
        talk.when(.round(.dry))
        expect(talk.position, is: .seconds(3))
        expect(talk.snapshot.statistics.stallCount, is: 1)
        expect(talk.snapshot.waitingSince, is: talk.clock.now - .seconds(5))
        talk.when(.round)
        expect(talk.state.status, is: .playing)
        #expect(talk.takeDone().playsSound)
        expect(talk.snapshot.waitingSince, is: nil)
    }

    @Test("ARCH-20, ARCH-22: a lost connection is retried at the same position, with growing pauses, and then fails")
    func reconnects() {
        var talk = MachineConversation()
        talk.play { $0.reconnects = ReconnectRule(tries: 2, pause: .seconds(2)) }
        talk.at(.seconds(10))
        talk.when(.worker(.readFailed(Self.broken)))
        expect(talk.state.status, is: .playing, "what is there is played first")
        _ = (talk.takeDone(), talk.takeEvents())
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.takeEvents(), is: [.loadingTimeout, .resumeBegin])
        expect(talk.state.status, is: .loading)
        expect(talk.snapshot.reconnection?.number, is: 1)
        expect(talk.machine.reconnectionDeadline, is: talk.clock.now + .seconds(2))
        talk.tell { $0.followReconnection(hasNetworkCome: false, source: nil) }
        let closing = talk.takeDone()
        expect(closing.closed, is: 1)
        expect(closing.opened, is: 0)
        talk.wait(.seconds(2))
        talk.tell { $0.followReconnection(hasNetworkCome: false, source: nil) }
        expect(talk.takeDone().opened, is: 1)
        talk.when(.worker(.openFailed(Self.broken)))
        expect(talk.machine.reconnectionDeadline, is: talk.clock.now + .seconds(6))
        talk.wait(.seconds(6))
        talk.tell { $0.followReconnection(hasNetworkCome: false, source: nil) }
        _ = talk.takeDone()
        talk.when(.worker(.openFailed(Self.broken)))
        expect(talk.state.status, is: .failed)
        expect(talk.takeEvents(), is: [.resumeFail, .error, .fail])
    }

    @Test("ARCH-21: a successful retry resumes at the same position and completes with its first sound")
    func resumes() {
        var talk = MachineConversation()
        talk.play { $0.reconnects = ReconnectRule(tries: 2, pause: .seconds(2)) }
        talk.at(.seconds(10))
        talk.when(.worker(.readFailed(Self.broken)))
        talk.when(.round(.playedOut, sound: .ended))
        // The network comes back before the pause is over.
        talk.when(.networkCame)
        _ = (talk.takeDone(), talk.takeEvents())
        talk.open()
        expect(talk.takeDone().requests.map(\.target), is: [.time(.seconds(10))])
        talk.answerRequest()
        talk.tell { $0.followReconnection(hasNetworkCome: false, source: nil) }
        expect(talk.state.status, is: .playing)
        expect(talk.snapshot.reconnection, is: nil)
        expect(talk.takeEvents(), is: [.resumeComplete, .play])
    }

    @Test("the notice of a read failure disappears when data arrives again, after a resumption or a seek")
    func readsAgain() {
        var talk = MachineConversation()
        talk.play { $0.reconnects = ReconnectRule(tries: 2, pause: .seconds(2)) }
        talk.at(.seconds(10))
        talk.when(.worker(.readFailed(Self.broken)))
        talk.when(.round(.playedOut, sound: .ended))
        talk.when(.networkCame)
        talk.open()
        expect(talk.notices, is: [.readFailed(reason: Self.broken.reason)])
        talk.answerRequest()
        #expect(talk.notices.isEmpty)
        talk.when(.worker(.readFailed(Self.broken)))
        expect(talk.notices.count, is: 1)
        talk.send(.seek(.absolute(.seconds(2)), .exact))
        talk.answerRequest()
        #expect(talk.notices.isEmpty)
    }

    @Test("a live stream skips a hole that is longer than the buffer that ends a stall; a film does not")
    func holes() {
        func leaps(_ film: Film, _ hole: MediaRange, at position: MediaTime) -> [DemuxRequest.Target] {
            var talk = MachineConversation()
            talk.play(film)
            talk.at(position)
            _ = talk.takeDone()
            return talk.when(.round(Queues(holes: [hole]))).requests.map(\.target)
        }
        var broadcast = Film.remote
        (broadcast.canSeek, broadcast.isBroadcast) = (false, true)
        let hole = MediaRange(start: .seconds(10), end: .seconds(18))
        #expect(leaps(broadcast, hole, at: .seconds(9)).isEmpty)
        expect(leaps(broadcast, hole, at: .seconds(10)), is: [.time(.seconds(18))])
        #expect(leaps(broadcast, hole, at: .milliseconds(17_900)).isEmpty)
        #expect(leaps(broadcast, MediaRange(start: .seconds(10), end: .seconds(12)), at: .seconds(10)).isEmpty)
        #expect(leaps(.remote, hole, at: .seconds(10)).isEmpty)
    }

    @Test("a live stream that has stalled skips any hole before the next data")
    func holeAfterStall() {
        var broadcast = Film.remote
        (broadcast.canSeek, broadcast.isBroadcast) = (false, true)
        var talk = MachineConversation()
        talk.play(broadcast)
        talk.at(.seconds(10))
        talk.when(.round(.dry, sound: .starved))
        expect(talk.state.status, is: .stalled)
        let hole = MediaRange(start: .seconds(10), end: .seconds(12))
        expect(talk.when(.round(Queues(holes: [hole]))).requests.map(\.target), is: [.time(.seconds(12))])
    }

    @Test("a seek whose data does not arrive is shown as buffering, but not during a short wait")
    func buffers() {
        var talk = MachineConversation()
        talk.play()
        talk.send(.seek(.absolute(.seconds(20)), .exact))
        talk.when(.round(.dry))
        #expect(talk.state.isSeeking && !talk.snapshot.isBuffering)
        talk.wait(PlaybackSnapshot.shortWait)
        talk.when(.round(.dry))
        #expect(talk.snapshot.isBuffering)
        talk.answerRequest()
        talk.when(.round)
        #expect(!talk.snapshot.isBuffering)
        talk.when(.round(.dry, sound: .starved))
        #expect(talk.snapshot.isBuffering)
    }

    @Test(
        "ADV-37: a source that has given up is reloaded or stopped, as the settings say", arguments: [true, false])
    func answers(reloads: Bool) {
        var talk = MachineConversation()
        talk.play { $0.retryAnswer = reloads ? .reload : .stop }
        talk.when(.worker(.network(QuietLink())))
        expect(talk.when(.network(.asking)).reloadsNetwork, is: reloads)
        expect((talk.state.status == .failed), is: !reloads)
        #expect(!talk.when(.network(.asking)).reloadsNetwork, "it is answered once")
    }

    @Test("ARCH-32: without a viewer the picture is not decoded, and it returns at the current position")
    func background() {
        var talk = MachineConversation()
        talk.play()
        talk.wait(.seconds(5))
        _ = talk.takeDone()
        talk.send(.setPictureAttached(false))
        expect(talk.run.videoTrack, is: nil)
        expect(talk.snapshot.videoTrack, is: 0)
        #expect(talk.takeDone().requests.isEmpty)
        talk.wait(.seconds(5))
        talk.send(.setPictureAttached(true))
        let request = talk.takeDone().requests.first
        expect(request?.target, is: .time(.seconds(10)))
        expect(request?.videoTrack, is: 0)
    }

    @Test("the loss and the return of the sound device are reported once each; a working device is not")
    func device() {
        var talk = MachineConversation()
        talk.play()
        for device in [
            AudioSinkStatus.Device.open(name: "card"), .lost(name: "card", reason: "gone"),
            .lost(name: "card", reason: "gone"), .open(name: "card"),
        ] {
            talk.tell { $0.checkDevice(device) }
        }
        expect(
            talk.snapshot.notices.map(\.notice), is: [.soundDeviceLost(name: "card"), .soundDeviceBack(name: "card")])
    }
}
