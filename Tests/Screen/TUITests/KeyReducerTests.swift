import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Keys")
struct KeyReducerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let key: KeyPress
        let effects: [Effect]
        var testDescription: String { key.name(isASCII: true) }

        init(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = [], _ effects: Effect...) {
            self.key = KeyPress(key, modifiers)
            self.effects = effects
        }
    }

    static func seek(_ seconds: Int, _ mode: SeekMode) -> Effect {
        .command(.seek(.relative(.seconds(seconds)), mode))
    }

    /// The keys and their effects, while the sample plays at 0:12:34 of 1:02:03, in the second of four chapters, at
    /// volume 80.
    static let cases: [Case] = [
        Case(.character(" "), [], .command(.togglePause)),
        Case(.character("p"), [], .command(.togglePause)),
        Case(.left, [], seek(-5, .keyframe)), Case(.right, [], seek(5, .keyframe)),
        Case(.down, [], seek(-60, .keyframe)), Case(.up, [], seek(60, .keyframe)),
        Case(.left, .shift, seek(-1, .exact)), Case(.right, .shift, seek(1, .exact)),
        Case(.down, .shift, seek(-5, .exact)), Case(.up, .shift, seek(5, .exact)),
        Case(.pageDown, .shift, seek(-600, .keyframe)), Case(.pageUp, .shift, seek(600, .keyframe)),
        Case(.pageUp, [], .command(.seek(.chapter(2), .exact))),
        Case(.pageDown, [], .command(.seek(.chapter(1), .exact))),
        Case(.character("!"), [], .command(.seek(.chapter(1), .exact))),
        Case(.home, [], .command(.seek(.absolute(.zero), .keyframe))),
        Case(.end, [], .command(.seek(.percent(100), .keyframe))),
        Case(.character("b"), [], seek(-10, .keyframe)),
        Case(.character("X")),
        Case(.backspace, .shift, .command(.revertSeek)),
        Case(.character("."), [], .command(.step(1))), Case(.character(","), [], .command(.step(-1))),
        Case(.character("]"), [], .command(.setRate(PlaybackRate(1.1)))),
        Case(.character("["), [], .command(.setRate(PlaybackRate(1 / 1.1)))),
        Case(.character("}"), [], .command(.setRate(PlaybackRate(2)))),
        Case(.character("{"), [], .command(.setRate(PlaybackRate(0.5)))),
        Case(.backspace, [], .command(.setRate(.normal))), Case(.character("="), [], .command(.setRate(.normal))),
        Case(.character("0"), [], .command(.setVolume(82))), Case(.character("*"), [], .command(.setVolume(82))),
        Case(.character("9"), [], .command(.setVolume(78))), Case(.character("/"), [], .command(.setVolume(78))),
        Case(.character("m"), [], .command(.setMuted(true))),
        Case(.character("C"), [], .command(.setChannelOutput(.left))),
        Case(.character("w"), [], .command(.setScalingMode(.aspectFill))),
        Case(.character("l"), [], .command(.setABLoop(start: .seconds(754), end: nil))),
        Case(.character("L"), [], .command(.setLoopFile(nil))),
        Case(.character(">"), [], .move(1)), Case(.character("<"), [], .move(-1)), Case(.enter, [], .move(1)),
        Case(.character("l"), .control, .redraw),
        Case(.character("S"), [], .screenshot(.source)),
        Case(.character("s"), .control, .screenshot(.screen)),
        Case(.character("q"), [], .quit), Case(.character("Q"), [], .quit), Case(.character("w"), .control, .quit),
        Case(.character("#"), []), Case(.character("r"), []), Case(.delete), Case(.escape), Case(.tab),
        Case(.character("f")), Case(.character("c")), Case(.character("o")), Case(.character("P")),
        Case(.character("O")),
        Case(.character("i")),
        Case(.character("?")), Case(.function(1)),
        Case(.character("g")), Case(.character("é")), Case(.function(8)), Case(.function(9)), Case(.function(16)),
        Case(.function(10), .shift), Case(.character("s")), Case(.character("d")), Case(.character("p"), .control),
        Case(.character("1"), [], adjusted(.contrast, -1)), Case(.character("2"), [], adjusted(.contrast, 1)),
        Case(.character("3"), [], adjusted(.brightness, -1)), Case(.character("4"), [], adjusted(.brightness, 1)),
        Case(.character("5"), [], adjusted(.gamma, -1)), Case(.character("6"), [], adjusted(.gamma, 1)),
        Case(.character("7"), [], adjusted(.saturation, -1)), Case(.character("8"), [], adjusted(.saturation, 1)),
        Case(.character("-"), .control, .command(.setAudioDelay(.milliseconds(-100)))),
        Case(.character("+"), .control, .command(.setAudioDelay(.milliseconds(100)))),
        Case(.character("="), .control, .command(.setAudioDelay(.milliseconds(100)))),
        Case(.character("j")), Case(.character("J")), Case(.character("v")), Case(.character("v"), .alt),
        Case(.character("z")), Case(.character("Z")), Case(.character("x")), Case(.character("R")),
        Case(.left, .control), Case(.right, .control),
        Case(.character("_"), [], .command(.selectTrack(.video, id: nil))),
        Case(.character("a"), [], .command(.selectTrack(.video, id: nil))),
        Case(.character("D")), Case(.character("o"), .control),
        Case(.character("-"), .alt, viewed { $0.zoom = -0.1 }), Case(.character("+"), .alt, viewed { $0.zoom = 0.1 }),
        Case(.character("="), .alt, viewed { $0.zoom = 0.1 }), Case(.left, .alt, viewed { $0.panX = 0.1 }),
        Case(.right, .alt, viewed { $0.panX = -0.1 }), Case(.up, .alt, viewed { $0.panY = 0.1 }),
        Case(.down, .alt, viewed { $0.panY = -0.1 }), Case(.backspace, .alt, viewed { _ in }),
        Case(.character("A"), [], viewed { $0.aspect = 16.0 / 9 }),
    ]

    static func viewed(_ change: (inout PictureView) -> Void) -> Effect {
        var view = PictureView()
        change(&view)
        return .command(.setPictureView(view))
    }

    static let tenths = (0...9).map { digit in
        Case(.character(Character("\(digit)")), .alt, .command(.seek(.percent(Double(digit) * 10), .keyframe)))
    }

    static func adjusted(_ property: PictureAdjustment.Property, _ value: Int) -> Effect {
        var adjustment = PictureAdjustment()
        adjustment[property] = value
        return .command(.setAdjustment(adjustment))
    }

    @Test("CTRL-01, CTRL-02, CTRL-03, ADV-48, PLAY-11: each key has its effect", arguments: cases + tenths)
    func keys(_ test: Case) {
        var state = Samples.playing()
        expect(state.press(test.key.key, test.key.modifiers), is: test.effects)
    }

    @Test("every key of the table is tested above, has a single meaning, and has a title on the page of keys")
    func tableIsCovered() {
        let all = Keymap.player.groups.flatMap(\.entries).flatMap(\.bindings)
        let bindings = all.filter { !$0.isAfterPrefix }
        let keys = bindings.flatMap(\.keys)
        expect(Set(keys).count, is: keys.count)
        expect(Set(keys).subtracting((Self.cases + Self.tenths).map(\.key)), is: [KeyPress(.tab, .shift)])
        #expect(Keymap.player.groups.flatMap(\.entries).allSatisfy { !$0.title.isEmpty && !$0.bindings.isEmpty })
        for binding in bindings {
            for key in binding.keys { expect(Keymap.player.action(for: key), is: binding.action) }
        }
        let continued = all.filter(\.isAfterPrefix)
        expect(Set(continued.flatMap(\.keys)).count, is: continued.count)
        for binding in continued {
            for key in binding.keys { expect(Keymap.player.actionAfterPrefix(for: key), is: binding.action) }
        }
    }

    @Test("o shows the played percentage, and the times only without a bar")
    func progress() {
        var state = Samples.playing()
        state.press("o")
        expect(state.message?.text, is: "The other road · 20%")
        state.bar.visibility = .never
        state.press("o")
        expect(state.message?.text, is: "The other road · 0:12:34 / 1:02:03 (20%)")
    }

    @Test("PLAY-34: a switches the picture off and on again")
    func soundOnly() {
        var state = Samples.playing()
        let id = state.snapshot.videoTrack
        expect(state.press("a"), is: [.command(.selectTrack(.video, id: nil))])
        expect(state.message?.text, is: "Sound only")
        expect(state.press("a"), is: [.command(.selectTrack(.video, id: id))])
        state.report { $0.audioTrack = nil }
        #expect(state.press("a").isEmpty)
    }

    @Test("PLAY-34, CTRL-15: a switches to a separate source of sound only, and back to the previous one")
    func soundOnlySource() {
        var state = Samples.playing()
        let list = [
            DefinitionInfo(key: .hd1080, name: "1080p", width: 1920, height: 1080),
            DefinitionInfo(key: .hd720, name: "720p", width: 1280, height: 720),
            DefinitionInfo(key: .audio, name: "audio"),
        ]
        func play(_ index: Int, in state: inout AppState) {
            state.report { $0.sourceDefinitions = list }
            let source = Source("/\(index)", definition: list[index])
            state.report { $0.selection = SourceSelection(source: source, network: NetworkEntry()) }
        }
        play(1, in: &state)
        expect(state.press("a"), is: [.command(.selectDefinition(2))])
        expect(state.message?.text, is: "Sound only")
        play(2, in: &state)
        expect(state.press("a"), is: [.command(.selectDefinition(1))])
        // The service chose the sound only, so a switches to the first source with a picture.
        var chosen = Samples.playing()
        play(2, in: &chosen)
        expect(chosen.press("a"), is: [.command(.selectDefinition(0))])
        // Without a source of sound only, the picture is switched off here.
        play(1, in: &state)
        state.report { $0.sourceDefinitions.removeLast() }
        expect(state.press("a"), is: [.command(.selectTrack(.video, id: nil))])
    }

    @Test("each function has a key that every terminal sends")
    func plainKeys() {
        let bindings = Keymap.player.groups.flatMap(\.entries).flatMap(\.bindings)
        for binding in bindings {
            // A tenth of the duration is typed after g.
            if case .seekTenths = binding.action { continue }
            let same = bindings.filter { $0.action == binding.action }.flatMap(\.keys)
            #expect(same.contains(where: KeyReach().contains), "\(binding.action)")
        }
        var state = Samples.playing()
        let shifted = state.press(.left, .shift)
        state = Samples.playing()
        state.press("g")
        expect(state.press(.left), is: shifted)
    }

    @Test("the page of keys and the list after g show the keys that this terminal sends")
    func namesWhatComes() {
        func keys(_ reach: KeyReach) -> [String] {
            HelpPage.lines(.player, isASCII: true, within: reach).compactMap {
                if case .entry(let keys, _) = $0 { keys } else { nil }
            }
        }
        #expect(keys(.all).contains("Shift+Left  Shift+Right"))
        #expect(keys(.all).contains("Shift+Backspace"))
        #expect(!keys(.all).contains { $0.contains("g-Left") || $0.contains("g-[") })
        #expect(keys([]).contains("g-Left  g-Right"))
        #expect(keys([]).contains("g-Backspace"))
        #expect(keys([.arrows, .alt, .others]).contains("g-PgDn  g-PgUp"))
        #expect(!keys([]).contains { $0.contains("Shift+") && !$0.contains("Tab") && !$0.contains("F10") })
        let after = Keymap.player.continuations(within: .all) { _ in true }.map(\.key)
        #expect(!after.contains(KeyPress(.backspace)))
        let instead = Keymap.player.continuations(within: []) { _ in true }.map(\.key)
        #expect(instead.contains(KeyPress(.backspace)))
    }

    @Test("an unknown letter after g does nothing, not even its own action")
    func prefix() {
        var state = Samples.playing()
        state.press("g")
        #expect(state.hasPrefix)
        #expect(state.press("f").isEmpty)
        #expect(!state.hasPrefix)
        expect(state.panel, is: nil)
        #expect(!state.bar.isFullScreen)
        expect(state.press("q"), is: [.quit])
    }

    @Test("ADV-49: C cycles through both channels, left and right; PLAY-29: w cycles through the scaling modes")
    func cycles() {
        var state = Samples.playing()
        let channels: [ChannelOutput] = [.left, .right, .both]
        expect(channels.map { [Effect.command(.setChannelOutput($0))] }, is: channels.map { _ in state.press("C") })
        let modes: [ScalingMode] = [.aspectFill, .fill, .aspectFit]
        expect(modes.map { [Effect.command(.setScalingMode($0))] }, is: modes.map { _ in state.press("w") })
    }

    @Test("volume stays within 0 and 130, and speed reaches 4 at most and returns to exactly 1")
    func limits() {
        var state = Samples.playing()
        for _ in 0..<40 { state.press("0") }
        expect(state.snapshot.volume, is: 130)
        for _ in 0..<90 { state.press("9") }
        expect(state.snapshot.volume, is: 0)
        for _ in 0..<3 { state.press("]") }
        for _ in 0..<3 { state.press("[") }
        expect(state.snapshot.rate, is: .normal)
        for _ in 0..<30 { state.press("]") }
        expect(state.snapshot.rate.value, is: 4)
    }

    @Test("# cycles through the audio tracks that can be decoded")
    func audioTracks() {
        var state = Samples.playing()
        #expect(state.press("#").isEmpty)
        state.report { $0.tracks.append(Samples.audioTrack(5, "zho")) }
        expect(state.press("#"), is: [.command(.selectTrack(.audio, id: 5))])
        expect(state.message?.text, is: "Audio track 2 of 2: Chinese")
        expect(state.press("#"), is: [.command(.selectTrack(.audio, id: 1))])
    }

    @Test("PLAY-31: after a failure only the keys of its page work")
    func failure() {
        var state = Samples.with(Samples.failed())
        expect(state.press(" "), is: [.retry])
        expect(state.press("r"), is: [.retry])
        expect(state.press(">"), is: [.move(1)])
        expect(state.press(.enter), is: [.move(1)])
        expect(state.press("q"), is: [.quit])
        #expect(state.press(.left).isEmpty)
        #expect(state.press("0").isEmpty)
        #expect(state.mouse(.press(.left), 3, 23).isEmpty)
    }

    @Test("Space at the end plays from the start")
    func replay() {
        var state = Samples.with(Samples.snapshot(.reachEnd))
        expect(state.press(" "), is: [.command(.seek(.absolute(.zero), .keyframe)), .command(.play)])
    }

    @Test("UI-19, UI-21: Tab cycles through the visible controls, Enter activates one, and Esc clears the focus")
    func focus() {
        var state = Samples.playing()
        var seen: [ControlTag] = []
        repeat {
            state.press(.tab)
            if let focus = state.bar.focus { seen.append(focus) }
        } while state.bar.focus != nil
        expect(seen, is: [.playback, .jumpBack, .duration, .volume, .speed, .screenMode])
        state.press(.tab, .shift)
        expect(state.bar.focus, is: .screenMode)
        for _ in 0..<4 { state.press(.tab, .shift) }
        expect(state.press(.enter), is: [Self.seek(-10, .keyframe)])
        // A narrower terminal keeps the focus in the compact set.
        state.apply(.terminal(Samples.traits(60, 24)))
        expect(state.bar.focus, is: .jumpBack)
        state.press(.escape)
        expect(state.bar.focus, is: nil)
        expect(state.press(.enter), is: [.move(1)])
    }

    @Test("a focused control that is removed loses the focus")
    func removedFocus() {
        var state = Samples.playing()
        var snapshot = state.snapshot
        snapshot.tracks.append(Samples.audioTrack(2, "zho"))
        state.apply(.snapshot(snapshot))
        state.bar.focus = .closedCaption
        state.apply(.snapshot(Samples.snapshot()))
        expect(state.bar.focus, is: nil)
    }

    @Test("the page of keys scrolls within its lines, and ?, q and Esc close it without quitting")
    func help() {
        var state = Samples.playing()
        for closing in [KeyPress.Key.character("?"), .function(1), .character("q"), .escape] {
            state.press("?")
            expect(state.help?.scroll, is: 0)
            #expect(state.press(closing).isEmpty)
            expect(state.help?.scroll, is: nil)
        }
        state.press("?")
        state.press("k")
        expect(state.help?.scroll, is: 0)
        state.press("j")
        state.press(.down)
        expect(state.help?.scroll, is: 2)
        state.press(.end)
        let last = state.help?.scroll
        state.press(.pageDown)
        state.mouse(.wheelDown, 5, 5)
        expect(state.help?.scroll, is: last)
        state.mouse(.wheelUp, 5, 5)
        expect(state.help?.scroll, is: (last ?? 0) - 3)
        expect(state.press(" "), is: [.command(.togglePause)])
    }

    @Test("UI-27: full screen hides the bar at once, input shows it, and Esc ends full screen")
    func fullScreen() {
        var state = Samples.playing()
        state.bar.visibility = .always
        state.press("f")
        expect(state.barPhase(at: Samples.now), is: .hidden)
        state.mouse(.move, 3, 3)
        expect(state.barPhase(at: Samples.now), is: .full)
        state.press(.escape)
        #expect(!state.bar.isFullScreen)
        expect(state.barPhase(at: Samples.now + .seconds(60)), is: .full)
    }

    @Test("Ctrl-Z pauses playback and resumes it afterwards, and a paused item stays paused")
    func suspension() {
        var state = Samples.playing()
        expect(state.apply(.input(.suspending)), is: [.command(.pause), .suspend])
        expect(state.apply(.input(.resumed)), is: [.command(.play), .redraw])
        expect(state.apply(.input(.resumed)), is: [.redraw])
        state = Samples.with(Samples.snapshot(.paused))
        expect(state.apply(.input(.suspending)), is: [.suspend])
        expect(state.apply(.input(.resumed)), is: [.redraw])
    }

    @Test("signals and a hang-up end the loop")
    func ending() {
        var state = Samples.playing()
        expect(state.apply(.input(.terminated(signal: 15))), is: [.terminate(signal: 15)])
        expect(state.apply(.input(.inputClosed)), is: [.terminate(signal: nil)])
        expect(state.apply(.input(.resized)), is: [.redraw])
    }
}
