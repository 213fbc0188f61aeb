import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TestSupport
import Testing

@testable import TUI

@Suite("Selection and settings of subtitles")
struct SubtitleReducerTests {
    private func selections(_ state: AppState) -> [Int?] {
        [state.subtitles.set.selection(.first), state.subtitles.set.selection(.second)]
    }

    @Test("CTRL-07, INFO-07: j cycles through the tracks and off, J backwards, and each key shows the result")
    func cycle() {
        var state = SubtitleSamples.state(wish: SubtitleWish())
        expect(selections(state), is: [0, nil])
        state.press("j")
        expect(selections(state), is: [1, nil])
        expect(state.message?.text, is: "Subtitles 2 of 2: road.zh.srt")
        state.press("j")
        expect(selections(state), is: [nil, nil])
        expect(state.message?.text, is: "Subtitles: off")
        state.press("J")
        expect(selections(state), is: [1, nil])
        expect(state.subtitles.choices.map(\.slot), is: [nil, .first])
        expect(state.subtitles.choices.map(\.title), is: ["road.en.srt", "road.zh.srt"])
        expect(state.subtitles.choices.map(\.format), is: ["SRT", "SRT"])
    }

    @Test("CTRL-07: only the chosen texts of a container, those of both slots, are requested")
    func askedTexts() {
        func track(_ stream: Int, _ language: String, isDefault: Bool = false) -> SubtitleArrival {
            let origin = SubtitleOrigin.container(stream: stream)
            return .track(
                SubtitleTrack(origin: origin, language: language, format: .webVTT, isDefault: isDefault),
                isWanted: false)
        }
        var state = Samples.playing()
        func update(_ arrivals: [SubtitleArrival]) -> [Effect] {
            reduce(&state, .subtitles(arrivals), now: Samples.now)
        }
        expect(
            update([.begin(SubtitleWish()), track(4, "en", isDefault: true), track(5, "de")]),
            is: [.command(.selectTexts([4]))])
        #expect(update([.cues([], .container(stream: 4))]).isEmpty, "once is enough")
        func select(_ number: Int?, _ slot: SubtitleSlot) -> [Effect] {
            state.selectSubtitles(number, in: slot, at: Samples.now) + state.settle(at: Samples.now)
        }
        expect(select(1, .second), is: [.command(.selectTexts([4, 5]))])
        expect(select(nil, .first), is: [.command(.selectTexts([5]))])
        _ = update([.begin(SubtitleWish())])
        expect(update([track(5, "de", isDefault: true)]), is: [.command(.selectTexts([5]))], "another item")
    }

    @Test("j skips the track of the other slot")
    func cycleBesideSecond() {
        var state = SubtitleSamples.state()
        expect(selections(state), is: [0, 1])
        state.press("j")
        expect(selections(state), is: [nil, 1])
        state.press("j")
        expect(selections(state), is: [0, 1])
    }

    @Test("each subtitle key reports if there are no subtitles")
    func none() {
        var state = Samples.playing()
        for key: KeyPress in [
            KeyPress(.character("j")), KeyPress(.character("v")), KeyPress(.left, .control), KeyPress(.right, .control),
        ] {
            state.message = nil
            #expect(state.press(key.key, key.modifiers).isEmpty)
            expect(state.message?.text, is: "No subtitles")
        }
    }

    @Test("v and Alt+v hide and show subtitles, z and Z change the delay, and r and R the row")
    func settings() {
        var state = SubtitleSamples.state()
        state.press("v")
        #expect(!state.subtitles.set.isVisible(.first))
        #expect(state.subtitles.set.isVisible(.second))
        expect(state.message?.text, is: "Subtitles: hidden")
        state.press(.character("v"), .alt)
        #expect(!state.subtitles.set.isVisible(.second))
        expect(state.message?.text, is: "Second subtitles: hidden")
        state.press("v")
        #expect(state.subtitles.set.isVisible(.first))
        state.press("z")
        expect(state.subtitles.set.delay, is: .milliseconds(-100))
        expect(state.message?.text, is: "Subtitle delay: -0.1 s")
        state.press("Z")
        state.press("x")
        expect(state.subtitles.set.delay, is: .milliseconds(100))
        state.press("r")
        state.press("r")
        expect(state.subtitles.set.rowsUp, is: 2)
        expect(state.message?.text, is: "Subtitles raised by 2 rows")
        for _ in 0..<5 { state.press("R") }
        expect(state.subtitles.set.rowsUp, is: 0)
        // Choosing subtitles makes them visible.
        state.press("v")
        state.press("j")
        state.press("j")
        #expect(state.subtitles.set.isVisible(.first))
    }

    @Test("Ctrl+→ and Ctrl+← seek exactly to the next and the previous line")
    func lines() {
        var state = SubtitleSamples.state()
        expect(state.press(.right, .control), is: [.command(.seek(.absolute(.seconds(757)), .exact))])
        state.report { _ in }
        #expect(state.press(.left, .control).isEmpty)
        expect(state.message?.text, is: "Already at the first subtitle")
    }

    @Test("--sid and --secondary-sid select a number, none, or the best track by language and then by order")
    func wishes() {
        func wish(_ first: SubtitleWish.Choice, _ second: SubtitleWish.Choice, _ languages: [String] = []) -> [Int?] {
            selections(SubtitleSamples.state(wish: SubtitleWish(first: first, second: second, languages: languages)))
        }
        expect(wish(.automatic, .none), is: [0, nil])
        expect(wish(.automatic, .none, ["zh", "en"]), is: [1, nil])
        expect(wish(.automatic, .automatic, ["zh"]), is: [1, 0])
        expect(wish(.none, .none), is: [nil, nil])
        expect(wish(.number(2), .number(1)), is: [1, 0])
        expect(wish(.number(7), .none), is: [nil, nil])
    }

    @Test(
        "the viewer's choice stays when tracks arrive, and container tracks are selected only if they are wanted")
    func choice() {
        var state = SubtitleSamples.state(wish: SubtitleWish(languages: ["zh"]), tracks: [SubtitleSamples.english])
        state.press("j")
        expect(selections(state), is: [nil, nil])
        state.apply(.subtitles([.track(SubtitleSamples.chinese, isWanted: false)]))
        expect(selections(state), is: [nil, nil])
        func container(_ stream: Int, _ language: String, isDefault: Bool = false) -> SubtitleTrack {
            SubtitleTrack(
                origin: .container(stream: stream), language: language, format: .ass, isDefault: isDefault, cues: [])
        }
        expect(selections(SubtitleSamples.state(wish: SubtitleWish(), tracks: [container(2, "ger")])), is: [nil, nil])
        expect(
            selections(
                SubtitleSamples.state(
                    wish: SubtitleWish(), tracks: [container(2, "ger"), container(3, "eng", isDefault: true)])),
            is: [
                1, nil,
            ])
        expect(
            selections(SubtitleSamples.state(wish: SubtitleWish(languages: ["de"]), tracks: [container(2, "ger")])),
            is: [0, nil])
    }

    @Test("ADV-19: an added file is shown at once, even if its cues arrive later, and a failure names the file")
    func arrivals() {
        var state = SubtitleSamples.state(wish: SubtitleWish())
        let added = SubtitleSamples.track("added.srt", nil, [])
        state.apply(.subtitles([.track(added, isWanted: true)]))
        expect(selections(state), is: [2, nil])
        expect(state.message?.text, is: "Subtitles 3 of 3: added.srt")
        expect(state.subtitles.captionLabel, is: "CC 3")
        state.apply(.subtitles([.cues([SubtitleSamples.cue("late")], added.origin)]))
        expect(state.shownSubtitles(at: Samples.now).first.map(\.text), is: ["late"])
        state.message = nil
        state.apply(.subtitles([.failed(name: "bad\u{1B}.srt", reason: "No such file")]))
        expect(state.message?.text, is: "Playing without the subtitles bad.srt: No such file")
        expect(state.message?.kind, is: .warning)
    }

    @Test("the next item begins without tracks, but delay, position and visibility stay")
    func nextItem() {
        var state = SubtitleSamples.state()
        state.press("z")
        state.press("r")
        state.press("v")
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)), .subtitles([.begin(SubtitleWish())]))
        #expect(state.subtitles.set.tracks.isEmpty)
        expect(selections(state), is: [nil, nil])
        expect(state.subtitles.set.delay, is: .milliseconds(-100))
        expect(state.subtitles.set.rowsUp, is: 1)
        #expect(!state.subtitles.set.isVisible(.first))
    }

    @Test("PLAY-27, INFO-07: --slang=zh+en shows both languages, or one alone if the other is missing")
    func pair() {
        let wish = SubtitleWish(languages: ["zh+en"])
        expect(selections(SubtitleSamples.state(wish: wish)), is: [1, 0])
        expect(selections(SubtitleSamples.state(wish: wish, tracks: [SubtitleSamples.english])), is: [0, nil])
        let french = SubtitleSamples.track("road.fr.srt", "fr", [])
        let tracks = [SubtitleSamples.english, SubtitleSamples.chinese, french]
        let state = SubtitleSamples.state(wish: SubtitleWish(languages: ["fr", "zh+en"]), tracks: tracks)
        expect(selections(state), is: [2, nil], "a language that is wanted more")
        expect(SubtitleSamples.state(wish: wish).subtitles.captionLabel, is: "CC zh+en")
    }

    @Test("PLAY-27, INFO-07: the list has a row for two languages, which stays chosen for the next item")
    func pairRow() throws {
        var state = SubtitleSamples.state(wish: SubtitleWish(languages: ["zh", "en"]))
        expect(selections(state), is: [1, nil])
        state.press("s")
        let row = try #require(state.panelRows(.subtitles, at: Samples.now).first { $0.label == "ZH+EN" })
        #expect(!row.isCurrent)
        let choice = try #require(row.id)
        _ = state.choose(choice, at: Samples.now)
        expect(selections(state), is: [1, 0])
        expect(state.message?.text, is: "Subtitles: ZH+EN")
        state.apply(
            .itemChanged(PlaylistPosition(index: 1, count: 2)), .subtitles([.begin(SubtitleWish())]),
            .subtitles([SubtitleSamples.english, SubtitleSamples.chinese].map { .track($0, isWanted: false) }))
        expect(selections(state), is: [1, 0], "in the next item")
        state.press("j")
        state.apply(.subtitles([.begin(SubtitleWish())]))
        state.apply(.subtitles([.track(SubtitleSamples.english, isWanted: false)]))
        expect(selections(state), is: [0, nil], "another choice ends it")
        let one = SubtitleSamples.state(tracks: [SubtitleSamples.english])
        #expect(!one.panelRows(.subtitles, at: Samples.now).contains { $0.label.contains("+") })
    }

    @Test("without --slang the locale's language is shown if the sound is in another language")
    func locale() {
        func chosen(_ sound: String?) -> [Int?] {
            var state = Samples.playing()
            state.report { $0.tracks = [Samples.videoTrack, Samples.audioTrack(1, sound ?? "und")] }
            let chinese = SubtitleTrack(origin: .container(stream: 3), language: "chi", format: .ass, cues: [])
            state.apply(
                .subtitles([.begin(SubtitleWish(ownLanguages: ["zh-CN", "zh"])), .track(chinese, isWanted: false)]))
            return selections(state)
        }
        expect(chosen("eng"), is: [0, nil])
        expect(chosen("zho"), is: [nil, nil])
        expect(chosen(nil), is: [nil, nil])
    }

    @Test("bitmaps are selected like text, if no text fits")
    func bitmaps() {
        func bitmap(_ stream: Int, _ language: String, isDefault: Bool = false) -> SubtitleTrack {
            SubtitleTrack(
                origin: .container(stream: stream), language: language, format: nil, isDefault: isDefault, cues: [])
        }
        func text(_ stream: Int, _ language: String) -> SubtitleTrack {
            SubtitleTrack(origin: .container(stream: stream), language: language, format: .ass, cues: [])
        }
        let marked = SubtitleSamples.state(wish: SubtitleWish(), tracks: [bitmap(2, "eng", isDefault: true)])
        expect(selections(marked), is: [0, nil])
        let wish = SubtitleWish(languages: ["en"])
        expect(
            selections(SubtitleSamples.state(wish: wish, tracks: [bitmap(2, "eng"), text(3, "eng")])), is: [1, nil])
        expect(
            selections(SubtitleSamples.state(wish: wish, tracks: [bitmap(2, "eng"), text(3, "ger")])), is: [0, nil])
    }

    private static func embedded(
        _ stream: Int, _ language: String?, _ purpose: TrackPurpose = [], isDefault: Bool = false
    ) -> SubtitleTrack {
        SubtitleTrack(
            origin: .container(stream: stream), language: language, format: .subRip, isDefault: isDefault,
            purpose: purpose)
    }

    private static func beside(_ name: String, _ language: String?, _ purpose: TrackPurpose = []) -> SubtitleTrack {
        SubtitleTrack(origin: .file(path: name), language: language, format: .subRip, purpose: purpose)
    }

    /// - Parameter sound: The language of the sound.
    private func state(
        _ tracks: [SubtitleTrack], sound: String?, slang: [String] = [], own: [String] = ["en-GB", "en"]
    ) -> AppState {
        var state = Samples.playing()
        state.report { $0.tracks = [Samples.videoTrack, Samples.audioTrack(1, sound ?? "und")] }
        let wish = SubtitleWish(languages: slang, ownLanguages: own)
        state.apply(.subtitles([.begin(wish)] + tracks.map { .track($0, isWanted: false) }))
        return state
    }

    @Test("forced subtitles are selected for sound that the viewer understands, or else full ones, plain before SDH")
    func purposes() {
        func chosen(
            _ tracks: [SubtitleTrack], _ sound: String?, slang: [String] = [], own: [String] = ["en-GB", "en"]
        ) -> Int? {
            state(tracks, sound: sound, slang: slang, own: own).subtitles.set.selection(.first)
        }
        let (forced, sdh) = (TrackPurpose.forced, TrackPurpose.hearingImpaired)
        let inside = [Self.embedded(2, "eng", forced), Self.embedded(3, "eng", sdh), Self.embedded(4, "eng")]
        expect(chosen(inside, "eng"), is: 0)
        expect(chosen(inside, "jpn"), is: 2)
        expect(chosen(inside, "eng", slang: ["en"]), is: 2, "the full one was asked for")
        expect(chosen(inside, "eng", own: ["zh"]), is: 0, "what belongs to the sound, where nothing else fits")
        expect(chosen(inside, "jpn", own: ["zh"]), is: nil)
        expect(chosen(inside, "eng", own: []), is: 0, "messages are English in the C locale")
        expect(chosen([Self.embedded(2, "eng", forced)], "jpn", slang: ["en"]), is: 0)
        expect(chosen([Self.embedded(2, "fre", forced, isDefault: true)], "eng"), is: nil)
        expect(chosen([Self.embedded(9, "eng", isDefault: true), inside[0]], "eng"), is: 1)
        expect(chosen([Self.embedded(9, "eng", .commentary), inside[1]], "jpn"), is: 1)
        expect(chosen([Self.embedded(2, "eng"), Self.embedded(3, "eng", isDefault: true)], "jpn"), is: 1)
        let files = [
            Self.beside("film.en.forced.srt", "en", forced), Self.beside("film.en.sdh.srt", "en", sdh),
            Self.beside("film.en.srt", "en"),
        ]
        expect(chosen(files, "eng"), is: 0)
        expect(chosen(files, "jpn"), is: 2)
        expect(chosen(files, nil), is: 2)
        let unnamed = [
            Self.beside("film.forced.srt", nil, forced), Self.beside("film.sdh.srt", nil, sdh),
            Self.beside("film.srt", nil),
        ]
        expect(chosen(unnamed, "eng"), is: 0)
        expect(chosen(unnamed, "jpn"), is: 2)
        expect(chosen(unnamed, nil), is: 2)
        expect(chosen([unnamed[0]], nil), is: 0)
    }

    @Test("another sound track selects the matching subtitles until the viewer chooses some")
    func otherSound() {
        var state = state([Self.embedded(3, "eng", .forced), Self.embedded(4, "eng")], sound: "eng")
        let tracks = [Samples.videoTrack, Samples.audioTrack(1, "eng"), Samples.audioTrack(7, "jpn")]
        func play(_ track: Int) {
            var snapshot = state.item.playback.reported
            snapshot.tracks = tracks
            snapshot.audioTrack = track
            state.apply(.snapshot(snapshot))
        }
        play(1)
        expect(selections(state), is: [0, nil])
        play(7)
        expect(selections(state), is: [1, nil])
        play(1)
        expect(selections(state), is: [0, nil])
    }

    @Test("the chosen kind of subtitles is selected in the next item, too, and lists name the kind")
    func chosenKind() throws {
        let tracks = [Self.embedded(3, "eng"), Self.embedded(4, "eng", .hearingImpaired)]
        var state = state(tracks, sound: "eng")
        expect(selections(state), is: [nil, nil])
        expect(state.subtitles.choices.map(\.name), is: ["English", "English (SDH)"])
        _ = state.selectSubtitles(1, in: .first, at: Samples.now)
        expect(state.message?.text, is: "Subtitles 2 of 2: English (SDH)")
        state.apply(
            .itemChanged(PlaylistPosition(index: 1, count: 2)), .subtitles([.begin(SubtitleWish())]),
            .subtitles(tracks.map { .track($0, isWanted: false) }))
        expect(selections(state), is: [1, nil])
    }
}
