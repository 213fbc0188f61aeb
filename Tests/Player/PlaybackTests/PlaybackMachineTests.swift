import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playing, without threads: opening, seeking, ends")
struct PlaybackMachineTests {
    @Test("PLAY-08: an item that is opened stands ready with its first picture; play starts its sound")
    func opens() {
        var talk = MachineConversation()
        talk.setUp()
        #expect(talk.takeDone().opened == 1)
        #expect(talk.state.status == .loading)
        talk.open()
        let first = talk.takeDone()
        #expect(first.requests.map(\.target) == [.here] && first.requests[0].audioTrack == 1)
        talk.answerRequest()
        #expect(talk.state.status == .ready)
        #expect(!talk.takeDone().playsSound)
        talk.send(.play)
        #expect(talk.state.status == .playing)
        #expect(talk.takeDone().playsSound)
        #expect(talk.takeEvents() == [.playbackBufferEmpty, .playbackLikelyToKeepUp, .ready, .playRequest, .play])
    }

    @Test("PLAY-10: an item that is to begin elsewhere asks for nothing but that place")
    func begins() {
        var talk = MachineConversation()
        talk.setUp { $0.start = .absolute(.seconds(30)) }
        talk.open()
        #expect(talk.takeDone().requests.map(\.target) == [.time(.seconds(30))])
        #expect(talk.position == .seconds(30))
    }

    @Test("a seek stands where it leads until it is answered; a newer one takes its place")
    func seeks() {
        var talk = MachineConversation()
        talk.play()
        _ = talk.takeDone()
        talk.send(.seek(.absolute(.seconds(10)), .exact))
        let older = talk.run.generation
        talk.send(.seek(.relative(.seconds(5)), .exact))
        let requests = talk.takeDone().requests
        #expect(requests.map(\.target) == [.time(.seconds(10)), .time(.seconds(15))])
        #expect(talk.snapshot.isSeeking)
        #expect(talk.position == .seconds(15))
        talk.wait(.seconds(3))
        talk.tell { $0.handle(.started(older, .seconds(10))) }
        #expect(talk.run.preroll?.start == nil, "what is answered is not what is wanted now")
        talk.answerRequest()
        #expect(!talk.snapshot.isSeeking)
        #expect(talk.state.status == .playing)
        #expect(talk.position == .seconds(15))
        talk.send(.revertSeek)
        #expect(talk.takeDone().requests.map(\.target) == [.time(.zero)])
    }

    @Test("by key frame and forward, a seek never ends before where it began")
    func floor() {
        var talk = MachineConversation()
        talk.play()
        _ = talk.takeDone()
        talk.send(.seek(.relative(.seconds(5)), .keyframe))
        talk.send(.seek(.relative(.seconds(-2)), .keyframe))
        #expect(talk.takeDone().requests.map(\.floor) == [.zero, nil])
    }

    @Test("what cannot be sought in says so once and plays on")
    func refuses() {
        var talk = MachineConversation()
        talk.setUp { $0.plays = true }
        talk.open(canSeek: false)
        talk.answerRequest()
        _ = talk.takeDone()
        talk.send(.seek(.absolute(.seconds(10)), .exact))
        #expect(talk.snapshot.notices.map(\.notice) == [.cannotSeek])
        #expect(talk.takeDone().isEmpty)
        #expect(talk.state.status == .playing)
    }

    @Test("frames are stepped through one by one; playing on begins with a seek to the picture")
    func steps() {
        var talk = MachineConversation()
        talk.play()
        talk.send(.step(2))
        #expect(talk.state.status == .paused)
        #expect(talk.machine.wantsStep)
        for time in [MediaTime.milliseconds(40), .milliseconds(80)] {
            talk.tell {
                $0.showed(MachineConversation.frame(time), aspect: 1)
                $0.stepped(to: time)
            }
        }
        #expect(!talk.machine.wantsStep)
        #expect(talk.position == .milliseconds(80))
        _ = talk.takeDone()
        talk.send(.play)
        #expect(talk.takeDone().requests.map(\.target) == [.time(.milliseconds(80))])
    }

    @Test("at the end nothing moves; played again it begins at the start")
    func ends() {
        var talk = MachineConversation()
        talk.play()
        talk.wait(.seconds(100))
        _ = talk.takeDone()
        talk.round(ended: true, emptyLanes: true, sound: .ended)
        #expect(talk.state.status == .reachEnd)
        #expect(talk.position == .seconds(100))
        #expect(talk.takeDone().pausesSound)
        talk.send(.play)
        #expect(talk.takeDone().requests.map(\.target) == [.time(.zero)])
    }

    @Test("the end waits for the last sound, and for the last picture where the sound is over")
    func lastOnes() {
        var talk = MachineConversation()
        talk.play()
        talk.tell { $0.showed(MachineConversation.frame(.seconds(50)), aspect: 1) }
        talk.wait(.seconds(50))
        talk.round(ended: true, emptyLanes: true, sound: .running)
        #expect(talk.state.status == .playing)
        talk.round(ended: true, emptyLanes: true, sound: .ended)
        #expect(talk.state.status == .playing, "the last picture is shown for 40 ms")
        talk.wait(.milliseconds(40))
        talk.round(ended: true, emptyLanes: true, sound: .ended)
        #expect(talk.state.status == .reachEnd)
    }

    @Test("an item loops as often as it was told to, and what is between A and B for ever")
    func loops() {
        var talk = MachineConversation()
        talk.play { $0.loopFile = 1 }
        talk.wait(.seconds(100))
        _ = talk.takeDone()
        talk.round(ended: true, emptyLanes: true, sound: .ended)
        #expect(talk.takeDone().requests.map(\.target) == [.time(.zero)])
        #expect(talk.takeEvents().contains(.loopingStart))
        talk.answerRequest()
        talk.hear(.running, at: .zero)
        talk.send(.setABLoop(start: .seconds(10), end: .seconds(20)))
        talk.wait(.seconds(20))
        talk.round()
        #expect(talk.takeDone().requests.map(\.target) == [.time(.seconds(10))])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(10))
        talk.send(.setABLoop(start: nil, end: nil))
        talk.wait(.seconds(100))
        talk.round(ended: true, emptyLanes: true, sound: .ended)
        #expect(talk.state.status == .reachEnd, "once more was asked for")
    }

    @Test("what plays only up to a place ends there")
    func cut() {
        var talk = MachineConversation()
        talk.play { $0.length = .seconds(5) }
        talk.wait(.milliseconds(4900))
        talk.round()
        #expect(talk.state.status == .playing)
        talk.wait(.milliseconds(100))
        talk.round()
        #expect(talk.state.status == .reachEnd)
        #expect(talk.position == .seconds(5))
    }

    @Test("CTRL-04: nothing of an item is left after a reset but the numbers that rise")
    func resets() {
        var talk = MachineConversation()
        talk.play()
        talk.send(.seek(.absolute(.seconds(10)), .exact))
        talk.send(.setVolume(30))
        let last = talk.run.generation
        _ = talk.takeDone()
        talk.tell { $0.reset() }
        let done = talk.takeDone()
        #expect(done.closed == 1)
        #expect(done.clearsPicture)
        #expect(talk.state == SessionState())
        #expect(!talk.run.isOpen)
        #expect(talk.run.facts == nil)
        #expect(talk.run.preroll == nil)
        #expect(talk.snapshot.volume == 100)
        #expect(talk.snapshot.tracks.isEmpty)
        #expect(talk.takeEvents().last == .terminate)
        talk.play()
        #expect(last < talk.run.generation)
    }

    @Test("when to look again: for the sound at once, while playing often, settled not at all")
    func deadlines() {
        var talk = MachineConversation()
        talk.setUp { $0.plays = true }
        talk.open()
        talk.answerRequest()
        let reading = MachineConversation.reading(sound: nil)
        func next(_ talk: MachineConversation, due: HostTime? = nil, ended: Bool = false) -> HostTime? {
            let fill = MachineConversation.reading(ended: ended, sound: nil).fill
            return talk.machine.deadline(due, fill, hasWaiting: false).map { $0 - talk.clock.now }
        }
        #expect(next(talk) == .milliseconds(4), "the sound has not begun")
        talk.hear(.running, at: .zero)
        #expect(next(talk) == .milliseconds(50))
        #expect(next(talk, due: talk.clock.now + .milliseconds(20)) == .milliseconds(20))
        talk.send(.pause)
        talk.tell { $0.describe(reading.fill) }
        #expect(next(talk) == .milliseconds(500), "it reads ahead")
        talk.round(ended: true)
        #expect(next(talk, ended: true) == nil)
    }
}
