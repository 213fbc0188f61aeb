import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("Tracks and their shown cues")
struct SubtitleSetTests {
    static func cue(_ start: Int, _ end: Int, _ text: String, layer: Int = 0) -> Cue {
        Cue(start: .milliseconds(start), end: .milliseconds(end), layer: layer, lines: [[CueSpan(text)]])
    }

    private static func track(_ name: String, _ language: String?, _ cues: [Cue]) -> SubtitleTrack {
        SubtitleTrack(origin: .file(path: name), title: name, language: language, format: .subRip, cues: cues)
    }

    private static var two: SubtitleSet {
        var set = SubtitleSet()
        set.add(track("en.srt", "eng", [cue(1000, 2000, "one"), cue(3000, 5000, "two"), cue(4000, 6000, "three")]))
        set.add(track("zh.srt", "zh-Hans", [cue(1500, 2500, "一"), cue(4500, 4600, "二")]))
        return set
    }

    @Test("the index finds the same cues as a search of all, even if unsorted, empty or appended")
    func index() {
        var random = SeededGenerator(seed: 4)
        for round in 0..<60 {
            var track = Self.track("a", nil, [])
            var all: [Cue] = []
            for step in 0..<Int.random(in: 1...40, using: &random) {
                // Most times are in order, as in a container.
                let base = round % 3 == 0 ? Int.random(in: 0...1000, using: &random) : step * 25
                let new = (0..<Int.random(in: 1...3, using: &random)).map { number in
                    let start = base + Int.random(in: 0...40, using: &random)
                    let length =
                        Int.random(in: 0...9, using: &random) == 0 ? 900 : Int.random(in: -5...60, using: &random)
                    return Self.cue(start, start + length, "\(round).\(step).\(number)")
                }
                all += new
                track.add(new)
            }
            for time in stride(from: -10, through: 2100, by: 7) {
                let at = MediaTime.milliseconds(time)
                let expected = Set(all.filter { $0.isActive(at: at) }.map(\.text))
                expect(Set(track.index.active(at: at).map(\.text)), is: expected)
                guard let next = track.index.nextChange(after: at) else {
                    #expect(!all.contains { $0.end > at && $0.end > $0.start })
                    continue
                }
                #expect(next > at)
                let before = next - MediaTime(nanoseconds: 1)
                expect(Set(track.index.active(at: before).map(\.text)), is: expected)
            }
        }
    }

    @Test("a sign that lasts for the whole film does not slow down 200 000 searches")
    func longCue() {
        var cues = [Self.cue(0, 1_000_000_000, "sign")]
        for number in 0..<199_999 { cues.append(Self.cue(number * 1000, number * 1000 + 900, "x")) }
        let track = Self.track("a", nil, cues)
        var found = 0
        for number in 0..<200_000 { found += track.index.active(at: .milliseconds(number * 1000 + 500)).count }
        // A walk through all cues would take 2 · 10¹⁰ steps and never end here.
        expect(found, is: 399_999)
    }

    @Test("cues keep their ids when others are added, and a repeated cue is dropped")
    func ids() {
        var track = Self.track("a", nil, [Self.cue(3000, 4000, "c"), Self.cue(1000, 2000, "a")])
        expect(track.cues.map(\.id), is: [1, 0])
        track.add([Self.cue(2000, 3000, "b"), Self.cue(1000, 2000, "a")])
        expect(track.cues.map(\.text), is: ["a", "b", "c"])
        expect(track.cues.map(\.id), is: [1, 2, 0])
        track.add([Self.cue(1000, 2000, "a")])
        expect(track.revision, is: 2)
        expect(track.cues.count, is: 3)
    }

    @Test("ADV-19, CTRL-07: adding returns the track's number, and enabling a track disables its slot's former one")
    func selection() {
        var set = Self.two
        expect(set.add(Self.track("third.srt", nil, [])), is: 2)
        expect(set.add(Self.track("en.srt", "eng", [])), is: 0)
        set.select(0)
        set.select(1)
        expect(set.selection(.first), is: 1)
        expect(set.slot(of: 0), is: nil)
        set.select(0, in: .second)
        expect(set.selection(.first), is: 1)
        expect(set.selection(.second), is: 0)
        // A track can be in only one slot.
        set.select(0)
        expect(set.selection(.first), is: 0)
        expect(set.selection(.second), is: nil)
        set.select(9)
        expect(set.selection(.first), is: 0)
        set.select(nil)
        expect(set.selection(.first), is: nil)
        #expect(set.active(.first, at: .milliseconds(1500)).isEmpty)
    }

    @Test("ADV-20: tracks and headers are announced once, and lines are shown and hidden by their own ids")
    func events() {
        var set = Self.two
        var tracker = SubtitleEventTracker()
        set.select(0)
        set.add(SubtitleTrack(origin: .file(path: "s.ass"), format: .ass, header: "[Script Info]", cues: []))
        expect(
            tracker.update(set, at: .zero),
            is: [
                .added(track: 0, origin: .file(path: "en.srt")), .added(track: 1, origin: .file(path: "zh.srt")),
                .added(track: 2, origin: .file(path: "s.ass")), .header(track: 2, text: "[Script Info]"),
            ])
        expect(tracker.update(set, at: .milliseconds(3500)), is: [.show(track: 0, id: 1, text: "two")])
        expect(tracker.update(set, at: .milliseconds(4500)), is: [.show(track: 0, id: 2, text: "three")])
        // The line that began first is hidden, and the other one stays.
        expect(tracker.update(set, at: .milliseconds(5500)), is: [.hide(track: 0, id: 1)])
        set.select(1)
        expect(
            tracker.update(set, at: .milliseconds(4550)),
            is: [.hide(track: 0, id: 2), .show(track: 1, id: 1, text: "二")])
        expect(tracker.update(set, at: .milliseconds(4550)), is: [])
    }

    @Test("PLAY-27: the current text is that of the selected track, or nil between lines")
    func currentTexts() {
        var set = Self.two
        expect(set.currentText(at: .milliseconds(1600)), is: nil)
        set.select(1)
        expect(set.currentText(at: .milliseconds(1600)), is: "一")
        expect(set.currentText(at: .milliseconds(2600)), is: nil)
        set.select(0)
        expect(set.currentText(at: .milliseconds(4500)), is: "two\nthree")
        expect(SubtitleSet().currentText(at: .zero), is: nil)
    }

    @Test("a delay shifts lines, their changes and seeks to them")
    func delay() {
        var set = Self.two
        set.select(0)
        set.delay = .milliseconds(500)
        #expect(set.active(.first, at: .milliseconds(1400)).isEmpty)
        expect(set.active(.first, at: .milliseconds(2400)).map(\.text), is: ["one"])
        expect(set.nextChange(after: .milliseconds(1400)), is: .milliseconds(1500))
        expect(set.nextLine(after: .zero), is: .milliseconds(1500))
    }

    @Test("the next and previous lines are found between lines and right beside the start of one")
    func lines() {
        var set = Self.two
        set.select(0)
        expect(set.nextLine(after: .zero), is: .seconds(1))
        expect(set.nextLine(after: .milliseconds(990)), is: .seconds(3))
        expect(set.nextLine(after: .milliseconds(1000)), is: .seconds(3))
        expect(set.nextLine(after: .seconds(4)), is: nil)
        expect(set.previousLine(before: .milliseconds(3500)), is: .seconds(1))
        expect(set.previousLine(before: .milliseconds(2980)), is: .seconds(1))
        expect(set.previousLine(before: .milliseconds(2500)), is: .seconds(1))
        expect(set.previousLine(before: .milliseconds(1500)), is: nil)
        expect(set.previousLine(before: .milliseconds(500)), is: nil)
        expect(SubtitleSet().nextLine(after: .zero), is: nil)
    }

    @Test("a hidden slot shows no lines and reports no changes, and layers order the shown lines")
    func visibility() {
        var set = SubtitleSet()
        set.add(Self.track("a", nil, [Self.cue(0, 1000, "high", layer: 2), Self.cue(0, 1000, "low", layer: -1)]))
        set.select(0)
        expect(set.active(.first, at: .zero).map(\.text), is: ["low", "high"])
        set.setVisible(false, .first)
        #expect(set.active(.first, at: .zero).isEmpty)
        expect(set.nextChange(after: .zero), is: nil)
        set.removeTracks()
        #expect(!set.isVisible(.first))
        #expect(set.tracks.isEmpty)
        expect(set.selection(.first), is: nil)
    }

    @Test(
        "languages are recognised by their names and codes",
        arguments: [
            ("eng", "en"), ("zh-Hans", "zh"), ("chs&eng", "zh"), ("zho", "zh"), ("pt_BR", "pt"), ("xx", "xx"),
            ("", nil),
            ("\u{1B}[2J", nil),
        ])
    func languages(_ name: String, _ short: String?) {
        expect(LanguageCode.short(name), is: short)
        #expect(LanguageCode.matches("eng", "en"))
        #expect(LanguageCode.matches("zh-Hans", "chi"))
        #expect(!LanguageCode.matches("de", "en"))
        #expect(!LanguageCode.matches("zh", "zh-Hant"))
    }

    @Test("Chinese, Japanese and Korean are recognised by their script")
    func scripts() {
        func guess(_ text: String) -> String? { LanguageCode.ofScript([Self.cue(0, 1, text)]) }
        expect(guess("前路漫漫 OK"), is: "zh")
        expect(guess("これは日本語です"), is: "ja")
        expect(guess("한국어"), is: "ko")
        expect(guess("a long way to go before"), is: nil)
    }

    @Test("a cue that a container delivers twice is shown once", arguments: [1, 2])
    func givenTwice(_ deliveries: Int) {
        let origin = SubtitleOrigin.container(stream: 3)
        var set = SubtitleSet()
        set.add(SubtitleTrack(origin: origin, format: .subRip))
        set.select(0)
        let cues = [Self.cue(0, 1000, "running"), Self.cue(0, 1000, "running")]
        if deliveries == 1 {
            set.add(cues, to: origin)
        } else {
            for cue in cues { set.add([cue], to: origin) }
        }
        expect(set.tracks[0].cues.map(\.text), is: ["running"])
    }
}
