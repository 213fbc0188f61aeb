import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playback machine: opening and ends")
struct PlaybackMachineTests {
    @Test("PLAY-08: an opened item is ready with its first picture, and play starts its sound")
    func opens() {
        var talk = MachineConversation()
        talk.setUp()
        expect(talk.takeDone().opened, is: 1)
        expect(talk.state.status, is: .loading)
        let first = talk.open()
        expect(first.requests.map(\.target), is: [.here])
        expect(first.requests[0].audioTrack, is: 1)
        #expect(!talk.answerRequest().playsSound)
        expect(talk.state.status, is: .ready)
        #expect(talk.isStanding)
        expect(talk.position, is: .zero)
        expect(talk.takeEvents(), is: [.playbackBufferEmpty, .firstRenderedStart, .playbackLikelyToKeepUp, .ready])
        #expect(talk.when(.command(.play)).playsSound)
        expect(talk.state.status, is: .playing)
        expect(talk.takeEvents(), is: [.playRequest, .play])
    }

    @Test("PLAY-10: an item with a start position requests only that position")
    func begins() {
        var talk = MachineConversation()
        talk.setUp { $0.start = .absolute(.seconds(30)) }
        let requests = talk.open().requests
        expect(requests.map(\.target), is: [.time(.seconds(30))])
        expect(requests.map(\.mode), is: [.exact])
        expect(talk.position, is: .seconds(30))
    }

    @Test("PLAY-10: behind the end of a shorter item, the viewer's start is its beginning, and the viewer learns it")
    func startsBehindEnd() {
        for (isWished, isGuessed, expected) in [(true, false, 0), (false, false, 100), (true, true, 120)] {
            var talk = MachineConversation()
            talk.setUp {
                $0.start = .absolute(.seconds(120))
                $0.startsWithinItem = isWished
            }
            talk.open(Film(isDurationGuessed: isGuessed))
            expect(talk.position, is: .seconds(expected))
            expect(talk.notices, is: expected == 0 ? [.startBehindEnd] : [])
        }
    }

    @Test("PLAY-10: if only reading shows that the viewer's start is behind the end, the item begins again once")
    func startsBehindUnknownEnd() {
        for film in [Film(duration: nil), Film(isDurationGuessed: true)] {
            var talk = MachineConversation()
            talk.setUp {
                $0.plays = true
                $0.start = .absolute(.seconds(120))
                $0.startsWithinItem = true
            }
            talk.open(film)
            if let preroll = talk.run.preroll { talk.when(.worker(.started(preroll.generation, .seconds(120)))) }
            expect(talk.when(.round(.barren)).requests.map(\.target), is: [.time(.zero)])
            expect(talk.notices, is: [.startBehindEnd])
            talk.answerRequest()
            expect(talk.state.status, is: .playing)
            expect(talk.position, is: .zero)
        }
    }

    @Test(
        "PLAY-10: an item of unknown length that ends at the viewer's start begins again, unless the viewer has sought")
    func startsAtUnknownEnd() {
        for hasSought in [false, true] {
            var talk = MachineConversation()
            talk.play(Film(tracks: [Film.video], duration: nil)) {
                $0.start = .absolute(.seconds(120))
                $0.startsWithinItem = true
            }
            if hasSought {
                talk.when(.command(.seek(.absolute(.seconds(120)), .exact)))
                talk.answerRequest()
            }
            talk.at(.seconds(120) + .milliseconds(90))
            let actions = talk.when(.round(.playedOut))
            expect(actions.requests.map(\.target), is: hasSought ? [] : [.time(.zero)])
            expect(talk.notices, is: hasSought ? [] : [.startBehindEnd])
        }
    }

    @Test(
        "PLAY-10: an end position and a length both limit playback, and the earlier one counts",
        arguments: [(10, 5, 9), (nil, 5, 9), (6, nil, 6), (6, 5, 6)] as [(Int?, Int?, Int)])
    func cut(end: Int?, length: Int?, expected: Int) {
        var talk = MachineConversation()
        talk.play {
            $0.start = .absolute(.seconds(4))
            $0.end = end.map { .absolute(.seconds($0)) }
            $0.length = length.map { .seconds($0) }
        }
        talk.at(.seconds(expected) - .milliseconds(1))
        talk.when(.round)
        expect(talk.state.status, is: .playing)
        talk.at(.seconds(expected))
        talk.when(.round)
        expect(talk.state.status, is: .reachEnd)
        expect(talk.position, is: .seconds(expected))
    }

    @Test("at the end the clock stops, and playing again starts from the beginning")
    func ends() {
        var talk = MachineConversation()
        talk.play(to: .seconds(100))
        #expect(talk.when(.round(.playedOut, sound: .ended)).pausesSound)
        expect(talk.state.status, is: .reachEnd)
        expect(talk.position, is: .seconds(100))
        talk.wait(.seconds(7))
        expect(talk.position, is: .seconds(100))
        expect(talk.when(.command(.play)).requests.map(\.target), is: [.time(.zero)])
    }

    @Test(
        "the end waits for the last sound, and for the last picture's duration if the sound has ended")
    func lastOnes() {
        var talk = MachineConversation()
        talk.play()
        talk.tell { $0.showed(MachineConversation.frame(.seconds(50)), aspect: 1) }
        talk.at(.seconds(50))
        _ = talk.takeDone()
        talk.when(.round(.playedOut, sound: .running))
        talk.at(.seconds(60))
        talk.when(.round(.playedOut, sound: .running))
        expect(talk.state.status, is: .playing)
        #expect(!talk.takeDone().clearsPicture)
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)

        talk.play()
        talk.tell { $0.showed(MachineConversation.frame(.seconds(50)), aspect: 1) }
        talk.at(.seconds(50))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .playing, "the last picture is shown for 40 ms")
        talk.wait(.milliseconds(40))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)
    }

    @Test("an item loops the set number of times, and an A-B loop repeats without limit")
    func loops() {
        var talk = MachineConversation()
        talk.play {
            $0.start = .absolute(.seconds(70))
            $0.loopFile = 1
        }
        talk.at(.seconds(100))
        expect(talk.when(.round(.playedOut, sound: .ended)).requests.map(\.target), is: [.time(.zero)])
        #expect(talk.takeEvents().contains(.loopingStart))
        talk.answerRequest()
        talk.hear(.running, at: .zero)
        talk.when(.command(.setABLoop(start: .seconds(10), end: .seconds(20))))
        for _ in 1...3 {
            talk.at(.milliseconds(19_999))
            #expect(talk.when(.round).requests.isEmpty)
            talk.at(.seconds(20))
            expect(talk.when(.round).requests.map(\.target), is: [.time(.seconds(10))])
            talk.answerRequest()
            talk.hear(.running, at: .seconds(10))
        }
        talk.when(.command(.setABLoop(start: nil, end: nil)))
        talk.at(.seconds(100))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd, "once more was asked for")
    }

    @Test("an item that starts with an A-B loop jumps from B to A")
    func loopFromTheStart() {
        var talk = MachineConversation()
        talk.play(.silent) {
            $0.abLoopStart = .milliseconds(400)
            $0.abLoopEnd = .milliseconds(700)
        }
        talk.at(.milliseconds(700))
        expect(talk.when(.round).requests.map(\.target), is: [.time(.milliseconds(400))])
    }

    @Test("with all tracks off the clock runs on to the end")
    func allTracksOff() {
        var talk = MachineConversation()
        talk.play()
        talk.when(.command(.selectTrack(.audio, id: nil)))
        talk.answerRequest()
        talk.when(.command(.selectTrack(.video, id: nil)))
        talk.answerRequest()
        talk.at(.milliseconds(99_999))
        talk.when(.round)
        expect(talk.state.status, is: .playing)
        talk.at(.seconds(100))
        talk.when(.round)
        expect(talk.state.status, is: .reachEnd)
    }

    @Test(
        "ADV-30: a preview ends with a notice, unless the item is longer than the preview",
        arguments: [(100, true), (50, false)])
    func preview(seconds: Int, isTold: Bool) {
        var input = MachineConversation.input()
        input.preview = .seconds(seconds)
        var talk = MachineConversation()
        talk.play(input: input)
        talk.at(.seconds(100))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)
        expect((talk.notices == [.previewEnded]), is: isTold)
    }

    @Test("a still picture stays, or is shown for the set duration and once more for each loop")
    func stillPicture() {
        let still = Film(tracks: [Film.video], duration: nil, canSeek: false, isStillImage: true)
        var talk = MachineConversation()
        talk.play(still)
        talk.when(.round(.playedOut))
        talk.at(.seconds(3600))
        talk.when(.round(.playedOut))
        expect(talk.state.status, is: .playing)
        expect(talk.machine.deadline(nil, Queues.playedOut.reading(sound: nil), hasWaiting: false), is: nil)

        talk.play(still) {
            $0.imageDisplayDuration = .seconds(5)
            $0.loopFile = 1
        }
        for isLast in [false, true] {
            let end = talk.clock.now + .seconds(5)
            talk.when(.round(.playedOut))
            expect(talk.machine.deadline(nil, Queues.playedOut.reading(sound: nil), hasWaiting: false), is: end)
            talk.at(.seconds(5))
            talk.when(.round(.playedOut))
            expect(talk.state.status, is: (isLast ? .reachEnd : .playing))
        }
    }

    @Test("CTRL-04: a reset clears everything of an item except the increasing numbers")
    func resets() {
        var talk = MachineConversation()
        talk.play()
        talk.send(.seek(.absolute(.seconds(10)), .exact))
        talk.send(.setVolume(30))
        let last = talk.run.generation
        _ = talk.takeDone()
        talk.tell { $0.reset() }
        let done = talk.takeDone()
        expect(done.closed, is: 1)
        #expect(done.clearsPicture)
        expect(talk.state, is: SessionState())
        #expect(!talk.run.isOpen)
        #expect(talk.run.opened == nil)
        #expect(talk.run.preroll == nil)
        expect(talk.snapshot.volume, is: 100)
        #expect(talk.snapshot.tracks.isEmpty)
        expect(talk.snapshot.title, is: nil)
        expect(talk.snapshot.duration, is: nil)
        expect(talk.takeEvents().last, is: .terminate)
        talk.play()
        #expect(last < talk.run.generation)
    }

    @Test("PLAY-07, PLAY-33: another item keeps nothing of the previous one")
    func nextItem() {
        var talk = MachineConversation()
        talk.play(Film(chapters: [Chapter(range: MediaRange(start: .zero, end: .seconds(9)), title: "First")]))
        talk.at(.seconds(8))
        _ = talk.takeDone()
        talk.setUp(MachineConversation.input("music"))
        let actions = talk.takeDone()
        expect(actions.closed, is: 1)
        expect(actions.inputs.map(\.name), is: ["music"])
        talk.open(.soundOnly)
        talk.answerRequest()
        expect(talk.state.status, is: .ready)
        expect(talk.snapshot.item, is: "music")
        expect(talk.snapshot.videoTrack, is: nil)
        #expect(talk.snapshot.chapters.isEmpty)
        expect(talk.position, is: .zero)
    }

    @Test("the next deadline is near until the sound starts, 50 ms while playing, and none when nothing is left to do")
    func deadlines() {
        var talk = MachineConversation()
        talk.setUp { $0.plays = true }
        talk.open()
        talk.answerRequest()
        func next(_ talk: MachineConversation, due: HostTime? = nil, ended: Bool = false) -> HostTime? {
            talk.machine.deadline(due, Queues(ended: ended).reading(sound: nil), hasWaiting: false).map {
                $0 - talk.clock.now
            }
        }
        expect(next(talk), is: .milliseconds(4), "the sound has not begun")
        talk.hear(.running, at: .zero)
        expect(next(talk), is: .milliseconds(50))
        expect(next(talk, due: talk.clock.now + .milliseconds(20)), is: .milliseconds(20))
        talk.send(.pause)
        talk.tell { $0.describe(Queues.flowing.fill) }
        expect(next(talk), is: .milliseconds(500), "it reads ahead")
        talk.when(.round(Queues(ended: true)))
        expect(next(talk, ended: true), is: nil)
    }
}
