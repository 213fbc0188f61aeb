import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playback machine: marked parts")
struct MachineRegionTests {
    private func mark(_ start: Int, _ end: Int, _ kind: Region.Kind = .sponsor, _ use: RegionMark.Use = .skip)
        -> RegionMark
    {
        RegionMark(start: .time(.seconds(start)), end: .time(.seconds(end)), kind: kind, use: use)
    }

    private func talk(
        _ marks: [RegionMark], rules: RegionRules? = RegionRules(), _ change: (inout SessionOptions) -> Void = { _ in }
    ) -> MachineConversation {
        var talk = MachineConversation()
        talk.play(Film(marks: marks)) {
            $0.regionRules = rules
            change(&$0)
        }
        return talk
    }

    private func entered(_ talk: MachineConversation) -> [Region.Kind] {
        talk.notices.compactMap { if case .entered(let region) = $0 { region.kind } else { nil } }
    }

    @Test("playback skips a part once at its start; reverting the skip plays the part, and reverting again skips it")
    func skips() {
        var talk = talk([mark(10, 20)])
        talk.at(.milliseconds(9_999))
        #expect(talk.when(.round).requests.isEmpty)
        talk.at(.seconds(10))
        let requests = talk.when(.round).requests
        expect(requests.map(\.target), is: [.time(.seconds(20))])
        expect(requests.map(\.mode), is: [.exact])
        expect(entered(talk), is: [.sponsor])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(20))
        #expect(talk.when(.round).requests.isEmpty)
        expect(talk.when(.command(.revertSeek)).requests.map(\.target), is: [.time(.seconds(10))])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(10))
        talk.at(.seconds(15))
        #expect(talk.when(.round).requests.isEmpty, "the viewer wants to see it")
        expect(talk.when(.command(.revertSeek)).requests.map(\.target), is: [.time(.seconds(20))])
    }

    @Test(
        "notices about opening are shown once, and not again when the film is reopened after an advert",
        arguments: [false, true])
    func tellsOnce(_ isOpenedAgain: Bool) {
        var talk = MachineConversation()
        let silent = Film.picture(9, height: 100, codec: "unheard-of", isDecodable: false)
        talk.play(Film(tracks: [silent, Film.video, Film.sound], marksProblem: "the marks cannot be read")) {
            $0.regionRules = RegionRules()
            $0.videoTrack = .number(1)
            if isOpenedAgain { $0 = $0.resuming(from: PlaybackSnapshot()) }
        }
        let told = talk.notices.filter {
            switch $0 {
            case .regionsUnread, .trackSkipped: true
            default: false
            }
        }
        expect(told.count, is: (isOpenedAgain ? 0 : 2), "\(told)")
    }

    @Test("a seek into a part plays it, until playback reaches its start again")
    func seeks() {
        var talk = talk([mark(10, 20)])
        talk.when(.command(.seek(.absolute(.seconds(12)), .exact)))
        talk.answerRequest()
        talk.hear(.running, at: .seconds(12))
        talk.at(.seconds(13))
        #expect(talk.when(.round).requests.isEmpty)
        talk.when(.command(.seek(.absolute(.seconds(5)), .exact)))
        talk.answerRequest()
        talk.hear(.running, at: .seconds(5))
        talk.at(.seconds(10))
        expect(talk.when(.round).requests.map(\.target), is: [.time(.seconds(20))])
    }

    @Test("a seek never lands in a cut and passes back over it; reverting the skip of a cut plays it")
    func cuts() {
        var talk = talk([mark(10, 20, .cut)])
        let forward = talk.when(.command(.seek(.absolute(.seconds(12)), .keyframe))).requests
        expect(forward.map(\.target), is: [.time(.seconds(20))])
        expect(forward.map(\.mode), is: [.exact])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(20))
        talk.at(.seconds(21))
        let named = talk.when(.command(.seek(.absolute(.seconds(12)), .exact))).requests
        expect(named.map(\.target), is: [.time(.seconds(20))], "also where it leads back: the seek names its place")
        talk.answerRequest()
        talk.hear(.running, at: .seconds(20))
        talk.at(.seconds(21))
        let back = talk.when(.command(.seek(.relative(-.seconds(5)), .keyframe))).requests
        expect(back.map(\.target), is: [.time(.seconds(6))])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(6))
        talk.at(.seconds(10))
        expect(talk.when(.round).requests.map(\.target), is: [.time(.seconds(20))])
        talk.answerRequest()
        talk.when(.command(.revertSeek))
        talk.answerRequest()
        talk.hear(.running, at: .seconds(10))
        talk.at(.seconds(11))
        #expect(talk.when(.round).requests.isEmpty)
        // A new sound start is requested at the current position, which is no seek into the cut.
        talk.when(.command(.setAudioDelay(.milliseconds(100))))
        talk.answerRequest()
        talk.hear(.running, at: .seconds(11))
        #expect(talk.when(.round).requests.isEmpty)
    }

    @Test("adjacent parts are skipped at once, and a part that reaches past the end leads to the end")
    func chains() {
        var talk = talk([mark(10, 20), mark(20, 30, .commercial), mark(25, 40, .cut), mark(90, 2000)])
        talk.at(.seconds(10))
        expect(talk.when(.round).requests.map(\.target), is: [.time(.seconds(40))])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(40))
        talk.at(.seconds(90))
        expect(talk.when(.round).requests.map(\.target), is: [.time(.seconds(100))])
    }

    @Test("a part at the start is skipped unless a start position was requested, and reverting the skip shows it")
    func beginning() {
        var talk = MachineConversation()
        talk.setUp { $0.regionRules = RegionRules() }
        let film = Film(marks: [mark(0, 7)])
        expect(talk.open(film).requests.map(\.target), is: [.time(.seconds(7))])
        expect(entered(talk), is: [.sponsor])
        talk.answerRequest()
        expect(talk.position, is: .seconds(7))
        expect(talk.when(.command(.revertSeek)).requests.map(\.target), is: [.time(.zero)])

        var asked = MachineConversation()
        asked.setUp {
            $0.regionRules = RegionRules()
            $0.start = .absolute(.seconds(3))
            $0.plays = true
        }
        expect(asked.open(film).requests.map(\.target), is: [.time(.seconds(3))])
        asked.answerRequest()
        asked.hear(.running, at: .seconds(3))
        #expect(asked.when(.round).requests.isEmpty)
    }

    @Test("each pass of a loop skips a part at the item's start")
    func loops() {
        var talk = talk([mark(0, 7)]) { $0.loopFile = nil }
        talk.at(.seconds(100))
        expect(talk.when(.round(.playedOut, sound: .ended)).requests.map(\.target), is: [.time(.seconds(7))])
    }

    @Test("entering a part that asks or mutes is reported; entering one that is only shown is not")
    func told() {
        var talk = talk([mark(10, 20, .intro), mark(30, 40, .mute, .mute), mark(50, 60, .filler)])
        for second in [10, 30, 50] {
            talk.at(.seconds(second))
            #expect(talk.when(.round).requests.isEmpty)
        }
        expect(entered(talk), is: [.intro, .mute])
        expect(talk.snapshot.regions.map(\.effect), is: [.ask, .mute, .show])
    }

    @Test("marked chapters can be sought, and the highlight is reported only at the start of an item")
    func chapters() {
        let marks = [
            RegionMark(start: .time(.seconds(8)), end: .time(.seconds(8)), kind: .highlight, use: .show),
            RegionMark(
                start: .time(.seconds(2)), end: .time(.seconds(5)), kind: .chapter, use: .show, title: "The gate"),
        ]
        var talk = talk(marks)
        expect(talk.snapshot.chapters.map(\.title), is: ["The gate", "Highlight"])
        expect(entered(talk), is: [.highlight])
        expect(talk.when(.command(.seek(.chapter(1), .exact))).requests.map(\.target), is: [.time(.seconds(8))])
        var later = self.talk(marks) { $0.start = .chapter(1) }
        expect(later.position, is: .seconds(8))
        expect(entered(later), is: [])
        later.when(.round)
        #expect(self.talk(marks, rules: nil).snapshot.chapters.isEmpty)
    }

    @Test("nothing is skipped without rules or in an input that cannot seek")
    func withoutRules() {
        var talk = talk([mark(10, 20)], rules: nil)
        talk.at(.seconds(10))
        #expect(talk.when(.round).requests.isEmpty)
        #expect(talk.snapshot.regions.isEmpty)
        var pipe = MachineConversation()
        pipe.play(Film(canSeek: false, marks: [mark(10, 20)])) { $0.regionRules = RegionRules() }
        pipe.at(.seconds(10))
        #expect(pipe.when(.round).requests.isEmpty)
        #expect(pipe.notices.isEmpty)
    }

    @Test("the thread wakes at the instant at which a part begins")
    func deadline() throws {
        var talk = talk([mark(10, 20)])
        talk.at(.milliseconds(9_990))
        talk.when(.round)
        let due = try #require(talk.machine.deadline(nil, Queues.flowing.reading(sound: nil), hasWaiting: false))
        talk.wait(due - talk.clock.now)
        expect(talk.position, is: .seconds(10))
    }

    @Test("a part that a live stream marks applies at once, but is skipped only once its end is available")
    func marked() {
        var talk = talk([], rules: RegionRules(written: "advert:skip"))
        func say(_ marks: [RegionMark], edge: Int?) {
            var status = StreamStatus()
            status.adverts = marks
            let now = talk.clock.now
            status.live = edge.map {
                LiveState(
                    edge: ClockReading(position: .seconds($0), hostTime: now, rate: .normal, isRunning: true),
                    windowLength: .seconds(90))
            }
            talk.tell { $0.streamSaid(status, readTo: nil) }
        }
        talk.at(.seconds(5))
        say([mark(10, 20, .advert), mark(30, 60, .advert)], edge: 40)
        expect(talk.snapshot.regions.map(\.kind), is: [.advert, .advert])
        talk.at(.seconds(10))
        expect(talk.when(.round).requests.map(\.target), is: [.time(.seconds(20))])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(20))
        talk.at(.seconds(30))
        #expect(talk.when(.round).requests.isEmpty, "its end is not there yet")
        say([], edge: 60)
        #expect(talk.snapshot.regions.isEmpty)
    }

    @Test("a part marked by a container during reading applies at once, and the rest of a playing part is skipped")
    func markedWithin() {
        var talk = talk([mark(40, 50)], rules: RegionRules(written: "advert:skip"))
        talk.at(.seconds(5))
        talk.when(.worker(.adverts([mark(10, 20, .advert)])))
        expect(talk.snapshot.regions.map(\.kind), is: [.advert, .sponsor])
        talk.at(.seconds(12))
        expect(talk.when(.round).requests.map(\.target), is: [.time(.seconds(20))])
        expect(entered(talk), is: [.advert])
        talk.answerRequest()
        talk.hear(.running, at: .seconds(21))
        talk.when(.worker(.adverts([mark(10, 20, .advert), mark(60, 70, .advert)])))
        expect(talk.snapshot.regions.count, is: 3)
        #expect(talk.when(.round).requests.isEmpty)
    }
}
