import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playback machine: pausing, seeking, stepping, speed")
struct MachineSeekTests {
    @Test("CTRL-02: pause stops clock and sound; CTRL-01: play resumes at the same position")
    func pauses() {
        var talk = MachineConversation()
        talk.play(to: .seconds(3))
        #expect(talk.when(.command(.pause)).pausesSound)
        expect(talk.state.status, is: .paused)
        #expect(talk.isStanding)
        talk.wait(.seconds(20))
        expect(talk.position, is: .seconds(3))
        let actions = talk.when(.command(.play))
        #expect(actions.playsSound)
        #expect(actions.requests.isEmpty)
        talk.hear(.running, at: .seconds(3))
        talk.wait(.seconds(1))
        expect(talk.position, is: .seconds(4))
        expect(talk.takeEvents().suffix(4), is: [.pauseRequest, .pause, .playRequest, .play])
    }

    @Test("during opening, a reopened item is already at its resume position, a new one at its beginning")
    func standsWhileOpened() {
        for isOpenedAgain in [false, true] {
            var talk = MachineConversation()
            talk.setUp {
                $0.start = .absolute(.seconds(40))
                $0.isOpenedAgain = isOpenedAgain
            }
            expect(talk.position, is: (isOpenedAgain ? .seconds(40) : .zero))
            expect(talk.snapshot.clock.position, is: talk.position)
            talk.open()
            expect(talk.position, is: .seconds(40))
        }
    }

    @Test("the position is the target of a seek until the seek is answered, and a newer seek replaces it")
    func seeks() {
        var talk = MachineConversation()
        talk.play()
        let first = talk.when(.command(.seek(.absolute(.seconds(10)), .exact)))
        let older = talk.run.generation
        let second = talk.when(.command(.seek(.relative(.seconds(5)), .exact)))
        expect((first + second).requests.map(\.target), is: [.time(.seconds(10)), .time(.seconds(15))])
        #expect(talk.snapshot.isSeeking)
        expect(talk.position, is: .seconds(15))
        talk.wait(.seconds(3))
        talk.when(.worker(.started(older, .seconds(10))))
        expect(talk.run.preroll?.start, is: nil, "what is answered is not what is wanted now")
        talk.answerRequest()
        #expect(!talk.snapshot.isSeeking)
        expect(talk.state.status, is: .playing)
        expect(talk.position, is: .seconds(15))
    }

    @Test("unanswered relative seeks add up, and reverting returns to the position before the first")
    func addsUp() {
        var talk = MachineConversation()
        talk.play { $0.start = .absolute(.seconds(2)) }
        talk.send(.pause)
        for _ in 1...5 { talk.send(.seek(.relative(.seconds(1)), .exact)) }
        talk.answerRequest()
        expect(talk.position, is: .seconds(7))
        #expect(talk.isStanding)
        expect(talk.snapshot.revertPosition, is: .seconds(2))
        expect(talk.when(.command(.revertSeek)).requests.map(\.target), is: [.time(.seconds(2))])
        talk.answerRequest()
        expect(talk.position, is: .seconds(2))
        #expect(!talk.snapshot.isSeeking)
    }

    @Test("ADV-04: SeekEnd marks the end of the viewer's own seek")
    func seekEnd() {
        var talk = MachineConversation()
        talk.setUp()
        talk.open()
        talk.answerRequest()
        _ = talk.takeEvents()
        talk.send(.seek(.absolute(.seconds(3)), .exact))
        expect(talk.takeEvents(), is: [.playbackBufferEmpty])
        talk.answerRequest()
        expect(talk.takeEvents(), is: [.playbackLikelyToKeepUp, .seekEnd])
    }

    @Test("a forward key-frame seek never ends before the position it began at")
    func floor() {
        var talk = MachineConversation()
        talk.play()
        let forward = talk.when(.command(.seek(.relative(.seconds(5)), .keyframe)))
        let back = talk.when(.command(.seek(.relative(.seconds(-2)), .keyframe)))
        expect((forward + back).requests.map(\.floor), is: [.zero, nil])
    }

    @Test("a key frame may be as far away as the step is long, five seconds from a position, any distance at the end")
    func reach() {
        var talk = MachineConversation()
        talk.play()
        let seeks: [(SeekTarget, SeekMode)] = [
            (.relative(.seconds(3)), .keyframe), (.relative(.seconds(-2)), .keyframe),
            (.absolute(.seconds(4)), .keyframe), (.percent(100), .keyframe), (.relative(.seconds(-2)), .onlyKeyframe),
            (.relative(.seconds(-2)), .exact),
        ]
        let requests = seeks.flatMap { talk.when(.command(.seek($0.0, $0.1))).requests }
        expect(requests.map(\.reach), is: [.seconds(3), .seconds(2), .seconds(5), nil, nil, nil])
        expect(requests.map(\.mode), is: [.keyframe, .keyframe, .keyframe, .keyframe, .keyframe, .exact])
    }

    @Test("an input that cannot seek reports each refused seek or track change and plays on with its tracks")
    func refuses() {
        var talk = MachineConversation()
        talk.play(.pipe)
        #expect(!talk.snapshot.canSeek)
        #expect(talk.when(.command(.seek(.absolute(.seconds(10)), .exact))).isEmpty)
        expect(talk.notices, is: [.cannotSeek])
        expect(talk.state.status, is: .playing)
        #expect(talk.when(.command(.selectTrack(.audio, id: nil))).isEmpty)
        expect(talk.notices, is: [.cannotSeek, .cannotSeek])
        expect(talk.snapshot.audioTrack, is: 1)
    }

    @Test("a seek and later commands are answered with its first picture, and a refused seek at once")
    func answers() {
        var talk = MachineConversation()
        talk.setUp()
        talk.open()
        talk.answerRequest()
        talk.send(.seek(.absolute(.seconds(4)), .exact))
        talk.send(.setVolume(30))
        expect(talk.snapshot.volume, is: 30)
        expect(talk.snapshot.answered, is: 0)
        talk.answerRequest()
        expect(talk.snapshot.answered, is: 2)
        #expect(!talk.snapshot.isSeeking)
        expect(talk.position, is: .seconds(4))
        talk.send(.seek(.chapter(9), .exact))
        expect(talk.snapshot.answered, is: 3)
        expect(talk.position, is: .seconds(4))
    }

    @Test("frame steps advance one by one, and resuming playback seeks to the shown picture")
    func steps() {
        var talk = MachineConversation()
        talk.play()
        talk.send(.step(2))
        expect(talk.state.status, is: .paused)
        #expect(talk.machine.wantsStep)
        for time in [MediaTime.milliseconds(40), .milliseconds(80)] {
            talk.tell {
                $0.showed(MachineConversation.frame(time), aspect: 1)
                $0.stepped(to: time)
            }
        }
        #expect(!talk.machine.wantsStep)
        expect(talk.position, is: .milliseconds(80))
        expect(talk.when(.command(.play)).requests.map(\.target), is: [.time(.milliseconds(80))])
    }

    @Test("a step back requests the picture before the shown one and moves to its time")
    func stepsBack() {
        var talk = MachineConversation()
        talk.play { $0.start = .absolute(.seconds(4)) }
        let back = talk.when(.command(.step(-1))).requests
        expect(back.map(\.target), is: [.time(.seconds(4))])
        expect(back.map(\.mode), is: [.before])
        talk.answerRequest(picture: .milliseconds(3960))
        expect(talk.position, is: .milliseconds(3960))
        expect(talk.state.status, is: .paused)
        expect(talk.when(.command(.play)).requests.map(\.target), is: [.time(.milliseconds(3960))])
    }

    @Test("PLAY-11: a new speed is sent to the sound, which leads the clock, or to the clock if there is no sound")
    func speed() {
        var talk = MachineConversation()
        talk.play(to: .seconds(2))
        expect(talk.when(.command(.setRate(PlaybackRate(2)))).rates, is: [PlaybackRate(2)])
        expect(talk.snapshot.rate, is: PlaybackRate(2))
        talk.hear(.running, at: .seconds(2))
        talk.wait(.seconds(3))
        expect(talk.position, is: .seconds(8))
        talk.play(.silent) { $0.rate = PlaybackRate(2) }
        talk.wait(.seconds(3))
        expect(talk.position, is: .seconds(6))
        talk.send(.setRate(PlaybackRate(0.5)))
        talk.wait(.seconds(3))
        expect(talk.position, is: .milliseconds(7500))
    }
}
