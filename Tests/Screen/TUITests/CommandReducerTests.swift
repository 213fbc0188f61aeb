import Cells
import Commands
import Encoding
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("Commands of keys and remote controls")
struct CommandReducerTests {
    /// Returns a state that plays at 754 s of 3723 s, in the second of four chapters, at volume 80, the first of three
    /// items.
    private func state(_ conf: String = "", usesDefaults: Bool = true) -> AppState {
        var state = Samples.playing()
        state.playlist = PlaylistPosition(index: 0, count: 3)
        state.list = PlaylistContents(locations: ["/a.mkv", "/b.mkv", "/c.mkv"])
        state.userKeys = UserKeys(InputConf.parse(conf).bindings, usesDefaults: usesDefaults)
        return state
    }

    private func effects(_ line: String) throws -> [Effect] {
        var state = state()
        return try run(line, &state)
    }

    private func run(_ line: String, _ state: inout AppState) throws -> [Effect] {
        var effects: [Effect] = []
        for command in try BoundCommand.parse(line: line) { effects += try state.run(command, at: Samples.now) }
        return effects
    }

    @Test("commands have the same effects as keys")
    func effects() throws {
        let cases: [(String, [Effect])] = [
            ("seek 5", [.command(.seek(.relative(.seconds(5)), .keyframe))]),
            ("seek 60 absolute", [.command(.seek(.absolute(.seconds(60)), .exact))]),
            ("seek -23 absolute", [.command(.seek(.absolute(.seconds(3700)), .exact))]),
            ("seek 50 absolute-percent", [.command(.seek(.percent(50), .keyframe))]),
            ("seek 10 relative-percent", [.command(.seek(.relative(.milliseconds(372_300)), .keyframe))]),
            ("revert-seek", [.command(.revertSeek)]), ("frame-back-step", [.command(.step(-1))]),
            ("cycle pause", [.command(.togglePause)]), ("set pause yes", [.command(.pause)]),
            ("add volume 5", [.command(.setVolume(85))]), ("add volume 500", [.command(.setVolume(130))]),
            ("multiply speed 1.1", [.command(.setRate(PlaybackRate(1.1)))]),
            ("cycle mute", [.command(.setMuted(true))]), ("add chapter 1", [.command(.seek(.chapter(2), .exact))]),
            ("cycle-values loop-file inf no", [.command(.setLoopFile(nil))]),
            ("playlist-next", [.move(1)]), ("playlist-play-index 2", [.moveTo(2)]),
            ("playlist-play-index 0", [.retry]), ("set playlist-pos 1", [.moveTo(1)]), ("quit", [.quit]),
            ("loadfile x", [.external(.loadFile(path: "x", mode: .replace))]),
            ("audio-add x.mka", [.addSound(TrackFileRequest(path: "x.mka"))]),
            (
                "audio-add x.mka auto Dub en",
                [.addSound(TrackFileRequest(path: "x.mka", title: "Dub", language: "en", isSelected: false))]
            ),
            ("sub-add x.srt", [.addSubtitles(TrackFileRequest(path: "x.srt"))]),
            (
                "sub-add x.srt auto Director en",
                [.addSubtitles(TrackFileRequest(path: "x.srt", title: "Director", language: "en", isSelected: false))]
            ),
            ("playlist-move 0 2", [.external(.playlist(.move(0, to: 2)))]), ("playlist-next force", [.move(1)]),
            ("playlist-prev force", [.stop(keepsList: true)]), ("stop", [.stop(keepsList: false)]),
            ("stop keep-playlist", [.stop(keepsList: true)]), ("playlist-play-index none", [.stop(keepsList: true)]),
            ("playlist-play-index current", [.retry]), ("set shuffle yes", [.external(.playlist(.setShuffled(true)))]),
            ("set loop-playlist 3", [.external(.playlist(.setRepeat(.times(3))))]),
            ("screenshot", [.screenshot(.subtitled([]))]), ("screenshot video", [.screenshot(.source)]),
            ("screenshot window", [.screenshot(.shown)]),
            ("screenshot each-frame", [.external(.screenshot("each-frame"))]),
            ("keypress SPACE", [.command(.togglePause)]),
            ("jump-back", [.command(.seek(.relative(.seconds(-10)), .keyframe))]),
            ("ignore", []), ("redraw", [.redraw]),
        ]
        for (line, expected) in cases { try expect(effects(line), is: expected, "\(line)") }
    }

    @Test("a command that fails changes nothing and throws an error")
    func failures() throws {
        var state = state()
        let before = state
        for line in [
            "playlist-prev", "playlist-play-index 9", "add chapter 9", "set volume loud", "set bogus 1",
            "set duration 1",
            "keypress BOGUS",
        ] {
            #expect(throws: CommandError.self, "\(line)") { try run(line, &state) }
        }
        state.report { $0.canSeek = false }
        for line in ["seek 5", "revert-seek", "ab-loop", "set time-pos 3"] {
            #expect(throws: CommandError.self, "\(line)") { try run(line, &state) }
        }
        state.report { $0.canSeek = true }
        expect(state, is: before)
    }

    @Test("a repeated command builds on the requested value, and no-osd shows no message")
    func buildingOn() throws {
        var state = state()
        try expect(run("add contrast 3", &state), is: [.command(.setAdjustment(adjusted(3)))])
        try expect(run("add contrast 3", &state), is: [.command(.setAdjustment(adjusted(6)))])
        expect(state.message?.text, is: "contrast: 6")
        state.message = nil
        _ = try run("no-osd add contrast 3", &state)
        expect(state.message, is: nil)
        expect(state.snapshot.adjustment[.contrast], is: 9)
        _ = try run("show-text '${volume} ${duration}' 500", &state)
        expect(state.message?.text, is: "80 01:02:03")
        expect(state.message?.until, is: Samples.now + .milliseconds(500))
        _ = try run("quit 7", &state)
        expect(state.program.exitStatus, is: 7)
    }

    private func adjusted(_ contrast: Int) -> PictureAdjustment {
        var adjustment = PictureAdjustment.neutral
        adjustment[.contrast] = contrast
        return adjustment
    }

    @Test("the pause property has the requested value until the engine has answered")
    func askedPause() throws {
        func isPaused(_ state: AppState) -> Bool { state.propertyContext(at: Samples.now).isPaused }
        var state = state()
        _ = try run("set pause yes", &state)
        #expect(isPaused(state))
        _ = try run("cycle pause", &state)
        #expect(!isPaused(state))
        _ = try run("set pause yes", &state)
        state.sent(.pause, number: 1)
        state.apply(.snapshot(Samples.snapshot(.playing)))
        #expect(isPaused(state))
        var answer = Samples.snapshot(.playing)
        answer.answered = 1
        state.apply(.snapshot(answer))
        #expect(!isPaused(state))
        var loading = Samples.loading()
        #expect(!isPaused(Samples.with(loading)))
        loading.wantsPlay = false
        #expect(isPaused(Samples.with(loading)))
    }

    @Test("a key of input.conf replaces the built-in key, and other keys stay")
    func replacing() {
        var state = state("SPACE seek 5; add volume 1\nm ignore\nx bogus-key-is-left-out\n")
        expect(
            state.press(.character(" ")),
            is: [
                .command(.seek(.relative(.seconds(5)), .keyframe)), .command(.setVolume(81)),
            ])
        expect(state.press(.character("m")), is: [])
        expect(state.press(.character("p")), is: [.command(.togglePause)])
        var bare = self.state("SPACE cycle pause\n", usesDefaults: false)
        expect(bare.press(.character("p")), is: [])
        expect(bare.press(.character(" ")), is: [.command(.togglePause)])
    }

    @Test("key sequences wait for their next key, and g still has its built-in meanings")
    func sequences() {
        var state = state("g-p playlist-next\nx-y quit\n")
        expect(state.press(.character("g")), is: [])
        expect(state.press(.character("p")), is: [.move(1)])
        #expect(!state.hasPrefix)
        _ = state.press(.character("g"))
        _ = state.press(.character("1"))
        expect(state.timePrompt?.text, is: "1")
        state.timePrompt = nil
        expect(state.press(.character("x")), is: [])
        // The sequence is broken, so the key has its own meaning again.
        expect(state.press(.character("p")), is: [.command(.togglePause)])
        expect(state.press(.character("x")), is: [])
        expect(state.press(.character("y")), is: [.quit])
    }

    @Test("a key that the viewer has bound does nothing in a list, not even its built-in action")
    func lists() {
        for (conf, expected) in [("", [Effect.command(.togglePause)]), ("SPACE quit\n", [])] {
            var state = state(conf)
            expect(state.open(.playlist, at: Samples.now), is: [])
            expect(state.panel?.kind, is: .playlist)
            expect(state.press(.character(" ")), is: expected)
        }
        var bare = state("x go-to\n", usesDefaults: false)
        expect(bare.press(.character("g")), is: [])
        #expect(!bare.hasPrefix)
        expect(bare.press(.character("x")), is: [])
        #expect(bare.hasPrefix)
        expect(bare.press(.character("p")), is: [])
        expect(bare.panel, is: nil)
    }

    @Test("after a failure the viewer's keys work, and r retries unless the built-in keys are off")
    func afterFailure() throws {
        var state = state("x playlist-next\ny retry\n")
        try expect(run("retry", &state), is: [])
        state.report { $0.status = .failed }
        expect(state.press(.character("x")), is: [.move(1)])
        expect(state.press(.character("y")), is: [.retry])
        expect(state.press(.character("r")), is: [.retry])
        state.userKeys = UserKeys(state.userKeys.bindings, usesDefaults: false)
        expect(state.press(.character("r")), is: [])
    }

    @Test("a key that a client binds sends the client a message, both by keypress and from the keyboard")
    func clientKeys() throws {
        var state = state()
        try expect(run("keybind b 'script-message custom-bind bind1'", &state), is: [])
        let message = Effect.message(ClientMessage(["custom-bind", "bind1"]))
        expect(state.press(.character("b")), is: [message])
        try expect(run("keypress b", &state), is: [message])
        try expect(run("keybind b ''", &state), is: [])
        #expect(state.press(.character("b")) != [message])
    }

    @Test("script-binding names its client, the key, and whether it is pressed or released")
    func scriptBindings() throws {
        var state = state()
        _ = try run("define-section mine 'b script-binding me/menu' force", &state)
        _ = try run("enable-section mine", &state)
        func message(_ state: String, _ key: String = "b") -> [Effect] {
            [.message(ClientMessage(to: "me", ["key-binding", "menu", state, key, key, "1", ""]))]
        }
        expect(state.press(.character("b")), is: message("p--"))
        try expect(run("keydown b", &state), is: message("d--"))
        try expect(run("keyup b", &state), is: message("u--"))
        try expect(run("keyup", &state), is: [])
        try expect(run("script-binding me/menu", &state), is: message("p--", ""))
        _ = try run("disable-section mine", &state)
        #expect(state.press(.character("b")) != message("p--"))
    }

    @Test("lists, user data and file options set by clients are kept")
    func notedOptions() throws {
        var state = state()
        _ = try run("change-list http-header-fields append 'A: b, c'; set start 10; set sub-scale 2", &state)
        _ = try run("set user-data/me/shown yes; set user-data/me/count 2", &state)
        let context = state.propertyContext(at: Samples.now)
        try expect(PropertyTable.get("http-header-fields/0", context), is: .string("A: b, c"))
        try expect(PropertyTable.get("user-data/me/count", context), is: .string("2"))
        try expect(PropertyTable.get("sub-scale", context), is: .number(2))
        let options = [PlayerCommand.FileOption("start", "10"), .init("http-header-fields", "A: b\\, c")]
        try expect(
            run("loadfile x", &state), is: [.external(.loadFile(path: "x", mode: .replace, options: options))])
        try expect(
            run("screenshot-to-file /a.png window", &state), is: [.screenshotFile(.shown, path: "/a.png")])
        try expect(run("print-text ${volume}", &state), is: [.print("80")])
    }

    @Test("an exclusive section disables all other keys")
    func exclusiveSection() throws {
        var state = state("x quit\n")
        _ = try run("define-section menu 'b ignore'; enable-section menu exclusive", &state)
        expect(state.press(.character("x")), is: [])
        expect(state.press(.character(" ")), is: [])
        _ = try run("disable-section menu", &state)
        expect(state.press(.character(" ")), is: [.command(.togglePause)])
        expect(state.press(.character("x")), is: [.quit])
    }

    @Test("a held key repeats the commands that mpv repeats, until it is released")
    func heldKeys() throws {
        var state = state()
        let louder = try run("keydown 0", &state)
        #expect(!louder.isEmpty)
        expect(state.repeatHeldKey(at: Samples.now), is: [])
        let later = Samples.now + .milliseconds(200)
        expect(state.nextChange(after: Samples.now).map { $0 <= later }, is: true)
        #expect(!state.repeatHeldKey(at: later).isEmpty)
        _ = try run("keyup 0", &state)
        expect(state.repeatHeldKey(at: later + .seconds(1)), is: [])
        _ = try run("keydown SPACE", &state)
        expect(state.repeatHeldKey(at: later + .seconds(2)), is: [])
    }

    @Test("subtitle properties have the same effects as keys")
    func subtitles() throws {
        var state = state()
        let track = SubtitleTrack(origin: .file(path: "/b.srt"), language: "de", format: .subRip)
        state.apply(.subtitles([.begin(SubtitleWish(first: .none)), .track(track, isWanted: false)]))
        expect(state.subtitles.set.selection(.first), is: nil)
        #expect(try run("set sid 1", &state) == [] && state.subtitles.set.selection(.first) == 0)
        #expect(try run("cycle sub-visibility", &state) == [] && !state.subtitles.set.isVisible(.first))
        #expect(try run("add sub-delay 0.5", &state) == [] && state.subtitles.set.delay == .milliseconds(500))
        let properties = state.propertyContext(at: Samples.now).subtitles
        expect(properties.first, is: 0)
        #expect(!properties.showsFirst)
        expect(properties.delay, is: .milliseconds(500))
        expect(properties.tracks.map(\.file), is: ["/b.srt"])
        expect(properties.tracks.map(\.codec), is: ["subrip"])
        #expect(try run("set sid no", &state) == [] && state.subtitles.set.selection(.first) == nil)
    }

    @Test("a stopped list has no next or previous item, but one of its items can be chosen")
    func idle() throws {
        var state = state()
        state.apply(.itemChanged(PlaylistPosition(index: nil, count: 3)))
        let context = state.propertyContext(at: Samples.now)
        expect(context.playlist.index, is: nil)
        expect(context.playlist.items.count, is: 3)
        for line in ["playlist-next", "playlist-prev", "playlist-play-index current"] {
            #expect(throws: CommandError.self, "\(line)") { try run(line, &state) }
        }
        try expect(run("playlist-play-index 2", &state), is: [.moveTo(2)])
        try expect(run("set playlist-pos 0", &state), is: [.moveTo(0)])
    }

    @Test("PLAY-24: play restarts the stopped item if the list was kept")
    func playAfterStop() throws {
        var state = state()
        state.apply(.itemChanged(PlaylistPosition(index: nil, count: 3)))
        state.report { $0.status = .stopped }
        for line in ["cycle pause", "set pause no"] { try expect(run(line, &state), is: [.retry], "\(line)") }
        state.apply(.itemChanged(PlaylistPosition(index: nil, count: 0)))
        state.report { $0.status = .stopped }
        try expect(run("cycle pause", &state), is: [.command(.togglePause)])
    }

    @Test("subtitle commands seek, shift, reload and remove tracks, whose numbers stay")
    func subtitleFiles() throws {
        func cue(_ start: Int) -> Cue {
            Cue(start: .seconds(start), end: .seconds(start + 2), lines: [[CueSpan("\(start)")]])
        }
        var state = state()
        let one = SubtitleTrack(origin: .file(path: "/a.srt"), format: .subRip, cues: [740, 750, 760, 770].map(cue))
        let two = SubtitleTrack(origin: .file(path: "/b.srt"), format: .subRip, cues: [754, 780].map(cue))
        let own = SubtitleTrack(origin: .container(stream: 3), format: .ass)
        state.apply(
            .subtitles([.begin(SubtitleWish(first: .none))] + [one, two, own].map { .track($0, isWanted: false) }))
        _ = try run("set sid 1; set secondary-sid 2", &state)
        try expect(run("sub-seek 2", &state), is: [.command(.seek(.absolute(.seconds(770)), .exact))])
        state.report { _ in }
        try expect(run("sub-seek 1 secondary", &state), is: [.command(.seek(.absolute(.seconds(780)), .exact))])
        state.report { _ in }
        #expect(try run("sub-step 1", &state) == [] && state.subtitles.set.delay == .seconds(-6))
        #expect(try run("sub-step -1", &state) == [] && state.subtitles.set.delay == .seconds(4))
        try expect(run("sub-reload 2", &state), is: [.reloadSubtitles(path: "/b.srt")])
        try expect(run("sub-reload", &state), is: [.reloadSubtitles(path: "/a.srt")])
        let again = SubtitleTrack(origin: .file(path: "/b.srt"), format: .subRip, cues: [cue(900)])
        state.apply(.subtitles([.reloaded(again)]))
        expect(state.subtitles.set.tracks[1].cues.map(\.text), is: ["900"])
        #expect(try run("sub-remove", &state) == [] && state.subtitles.set.selection(.first) == nil)
        expect(state.subtitles.choices.map(\.number), is: [1, 2])
        #expect(throws: CommandError.failed("sub-remove")) { try run("sub-remove 1", &state) }
        #expect(throws: CommandError.failed("sub-remove")) { try run("sub-remove 3", &state) }
        #expect(throws: CommandError.failed("sub-reload")) { try run("sub-reload", &state) }
        #expect(throws: CommandError.unavailable("sid")) { try run("set sid 1", &state) }
        #expect(try run("cycle sid", &state) == [] && state.subtitles.set.selection(.first) == 1)
        state.apply(.subtitles([.track(one, isWanted: true)]))
        expect(state.subtitles.set.selection(.first), is: 3)
    }

    @Test("a message about an item ends with it, unless it is marked to outlive the item")
    func outliving() {
        var state = state()
        state.message = Message("damaged", .warning, at: Samples.now)
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 3)))
        expect(state.message, is: nil)
        let left = Message("a video is missing", .warning, outlivesItem: true, at: Samples.now)
        state.message = left
        state.apply(.itemChanged(PlaylistPosition(index: 2, count: 3)))
        expect(state.message?.text, is: left.text)
    }

    @Test("osd-level 0 shows only warnings, 3 always shows the time, and O switches between 1 and 3")
    func osdLevel() throws {
        func shown(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }
        var state = state()
        state.bar.lastInput = nil
        state.message = Message("hello", at: Samples.now)
        #expect(shown(state).contains("hello"))
        #expect(!shown(state).contains("0:12:34"))
        try expect(run("set osd-level 0", &state), is: [])
        state.message = Message("hello", at: Samples.now)
        #expect(!shown(state).contains("hello"))
        state.message = Message("broken", .warning, at: Samples.now)
        #expect(shown(state).contains("broken"))
        state.message = nil
        _ = try run("no-osd set osd-level 2", &state)
        #expect(shown(state).contains("0:12:34"))
        #expect(!shown(state).contains("%)"))
        state.program.osdLevel = 1
        expect(state.press(.character("O")), is: [])
        expect(state.program.osdLevel, is: 3)
        state.bar.lastInput = nil
        #expect(shown(state).contains("0:12:34 / 1:02:03 (20%)"))
        let later = Samples.now + .seconds(1)
        #expect(ChromeKey(state, at: Samples.now) != ChromeKey(state, at: later))
        expect(state.nextChange(after: Samples.now).map { $0 <= later + .milliseconds(1) }, is: true)
        expect(state.press(.character("O")), is: [])
        expect(state.program.osdLevel, is: 1)
    }

    @Test("errors of a command are shown, and a key that presses itself does not loop")
    func mistakes() {
        var state = state("a playlist-prev\nb keypress b\nc set volume 3; quit\n")
        expect(state.press(.character("a")), is: [])
        expect(state.message?.text, is: "Command playlist-prev is not possible now")
        expect(state.press(.character("b")), is: [])
        expect(state.press(.character("c")), is: [.command(.setVolume(3)), .quit])
    }

    @Test("mouse buttons and the wheel can be bound over the picture, but not over the bar")
    func mouse() {
        var state = state("WHEEL_UP seek 10\nMBTN_RIGHT cycle pause\nCtrl+WHEEL_UP add volume 1\n")
        func point(_ kind: MouseEvent.Kind, row: Int, _ modifiers: KeyPress.Modifiers = []) -> [Effect] {
            state.apply(.input(.mouse(MouseEvent(kind, column: 40, row: row, modifiers: modifiers))))
        }
        expect(point(.wheelUp, row: 5), is: [.command(.seek(.relative(.seconds(10)), .keyframe))])
        expect(point(.wheelUp, row: 5, .control), is: [.command(.setVolume(81))])
        expect(point(.wheelDown, row: 5), is: [.command(.setVolume(79))])
        expect(point(.press(.right), row: 5), is: [.command(.togglePause)])
        #expect(point(.press(.right), row: 23) != [.command(.togglePause)])
    }

    @Test("the list of keys shows the viewer's own keys and leaves out those that they replace")
    func list() {
        let keys = UserKeys(InputConf.parse("SPACE seek 5 # mine\np ignore\n").bindings)
        let lines = KeyList.text(keys).split(separator: "\n").map(String.init)
        let words = lines.map { $0.split(separator: " ") }
        expect(lines[0], is: "Your own keys (input.conf):")
        #expect(words[1].joined(separator: " ") == "SPACE seek 5" && words[2] == ["p", "ignore"])
        #expect(!words.contains { $0.starts(with: ["Space", "play"]) })
        #expect(words.contains { $0.first == "q" })
        // A pair of keys is one line, with its meanings in the order of the keys.
        #expect(words.contains { $0.joined(separator: " ") == "[ ] decrease or increase the speed" })
        #expect(lines.contains("Playing:") && lines.contains("Class:") && lines.contains("Lists:"))
        var state = state("SPACE seek 5\n")
        state.press(.character("?"))
        let page = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(page.contains("Your own keys (input.conf)"))
        #expect(page.contains("SPACE"))
    }

    @Test("the loop reports that a command of the list is not available if the list has no owner")
    func external() throws {
        let rig = LoopRig(Samples.snapshot())
        let command = try BoundCommand.parse(line: "loadfile x")[0]
        expect(rig.loop.run(command), is: .notAvailable("loadfile"))
        try expect(rig.loop.run(try BoundCommand.parse(line: "set volume x")[0]), is: .badValue("volume", value: "x"))
    }

    private func view(_ change: (inout PictureView) -> Void) -> [Effect] {
        var view = PictureView()
        change(&view)
        return [.command(.setPictureView(view))]
    }

    @Test("zoom, pan, rotation, aspect ratio and deinterlacing work by mpv's keys, after g, and by command")
    func pictureView() throws {
        let cases: [(KeyPress, KeyPress.Key, String, (inout PictureView) -> Void, String)] = [
            (KeyPress(.character("+"), .alt), .character("z"), "add video-zoom 0.1", { $0.zoom = 0.1 }, "Zoom: 0.1"),
            (KeyPress(.character("-"), .alt), .character("Z"), "add video-zoom -0.1", { $0.zoom = -0.1 }, "Zoom: -0.1"),
            (
                KeyPress(.left, .alt), .character("<"), "add video-pan-x 0.1", { $0.panX = 0.1 },
                "Moved by 10% and 0%"
            ),
            (
                KeyPress(.up, .alt), .character("("), "add video-pan-y 0.1", { $0.panY = 0.1 },
                "Moved by 0% and 10%"
            ),
        ]
        for (key, afterPrefix, command, change, text) in cases {
            var state = state()
            expect(state.apply(.input(.key(key))), is: view(change))
            expect(state.message?.text, is: text)
            state = self.state()
            state.press("g")
            expect(state.press(afterPrefix), is: view(change))
            state = self.state()
            try expect(run(command, &state), is: view(change))
            expect(state.message?.text, is: text)
        }
        var state = state()
        state.press("g")
        expect(state.press("r"), is: view { $0.rotation = 90 })
        expect(state.message?.text, is: "Rotation: 90 degrees")
        state.press("g")
        _ = state.press("x")
        state = self.state()
        expect(state.press("A"), is: view { $0.aspect = 16.0 / 9 })
        expect(state.message?.text, is: "Aspect ratio: 16:9")
        state = self.state()
        try expect(run("cycle-values video-aspect-override 4:3 no", &state), is: view { $0.aspect = 4.0 / 3 })
        state = self.state()
        state.press("g")
        expect(state.press("i"), is: view { $0.deinterlacing = .no })
    }

    @Test("af adds, toggles and removes filter graphs, and alang and slang choose tracks")
    func filters() throws {
        var state = state()
        func graphs(_ graphs: [String]) -> [Effect] {
            var filters = SoundFilters()
            filters.graphs = graphs
            return [.command(.setSoundFilters(filters))]
        }
        try expect(run("af add bass=g=3", &state), is: graphs(["bass=g=3"]))
        try expect(run("af toggle \"lavfi=[treble=g=2]\"", &state), is: graphs(["bass=g=3", "treble=g=2"]))
        expect(state.message?.text, is: "Audio filters: bass=g=3,treble=g=2")
        try expect(run("af toggle treble=g=2", &state), is: graphs(["bass=g=3"]))
        try expect(run("af remove bass=g=3", &state), is: graphs([]))
        try expect(run("af clr \"\"", &state), is: graphs([]))
        try expect(run("set alang ja", &state), is: [.command(.setAudioLanguages(["ja"]))])
        var subtitled = SubtitleSamples.state(wish: SubtitleWish())
        _ = try run("set slang zh+en", &subtitled)
        expect(subtitled.subtitles.captionLabel, is: "CC zh+en")
    }

    @Test("audio-remove and audio-reload take an added file by number or while it plays, and cached selects it again")
    func externalSound() throws {
        var state = Samples.playing()
        let own = TrackInfo(
            id: 1, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: nil, title: nil,
            isDefault: true, isDecodable: true)
        var added = own
        added.id = 7
        added.external = ExternalTrack(name: "/dub.mka")
        state.report {
            $0.tracks = [own, added]
            $0.audioTrack = 1
        }
        #expect(throws: CommandError.self) { try run("audio-remove", &state) }
        #expect(throws: CommandError.self) { try run("audio-reload", &state) }
        #expect(throws: CommandError.self) { try run("audio-remove 1", &state) }
        #expect(throws: CommandError.self) { try run("audio-remove 3", &state) }
        try expect(run("audio-remove 2", &state), is: [.command(.removeSound(7))])
        try expect(run("audio-reload 2", &state), is: [.command(.reloadSound(7))])
        try expect(run("audio-add /dub.mka cached", &state), is: [.command(.selectTrack(.audio, id: 7))])
        state.report { $0.audioTrack = 7 }
        try expect(run("audio-remove", &state), is: [.command(.removeSound(7))])
    }

    @Test("screenshot includes the shown subtitles, the lowest first, and screenshot video none")
    func subtitledScreenshot() throws {
        var state = SubtitleSamples.state()
        let here = state.shownSubtitles(at: Samples.now)
        try #require(!here.first.isEmpty && !here.second.isEmpty)
        try expect(run("screenshot", &state), is: [.screenshot(.subtitled(here.second + here.first))])
        try expect(run("screenshot subtitles", &state), is: [.screenshot(.subtitled(here.second + here.first))])
        try expect(run("screenshot video", &state), is: [.screenshot(.source)])
    }
}
