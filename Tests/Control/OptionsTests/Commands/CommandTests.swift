import Encoding
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

@testable import Commands

@Suite("Commands")
struct CommandTests {
    private func commands(_ line: String) throws(CommandError) -> [PlayerCommand] {
        try BoundCommand.parse(line: line).map(\.command)
    }

    private func error(of line: String) -> CommandError? {
        do {
            _ = try BoundCommand.parse(line: line)
            return nil
        } catch {
            return error
        }
    }

    @Test("seek accepts seconds, clock times and per cents, with their precision in the same word or another")
    func seek() throws {
        try expect(commands("seek 5"), is: [.seek(.relative(.seconds(5)), .keyframe)])
        try expect(commands("seek -1.5 exact"), is: [.seek(.relative(.milliseconds(-1500)), .exact)])
        try expect(commands("seek 60 absolute"), is: [.seek(.absolute(.seconds(60)), .exact)])
        try expect(commands("seek 1:30 absolute+keyframes"), is: [.seek(.absolute(.seconds(90)), .onlyKeyframe)])
        try expect(commands("seek -10 absolute"), is: [.seek(.absolute(.seconds(-10)), .exact)])
        try expect(commands("seek 50 absolute-percent"), is: [.seek(.percent(50), .keyframe)])
        try expect(commands("seek 5 relative-percent+exact"), is: [.seek(.relativePercent(5), .exact)])
        try expect(commands("seek 5 relative exact"), is: [.seek(.relative(.seconds(5)), .exact)])
        expect(error(of: "seek"), is: .missingArgument("seek"))
        expect(error(of: "seek x"), is: .badArgument("seek", value: "x"))
        expect(error(of: "seek 5 sideways"), is: .badArgument("seek", value: "sideways"))
    }

    @Test("commands set, add to, multiply and cycle properties")
    func properties() throws {
        try expect(commands("set pause yes"), is: [.set("pause", .string("yes"))])
        try expect(commands("add volume -2"), is: [.add("volume", -2)])
        try expect(commands("add chapter"), is: [.add("chapter", nil)])
        try expect(commands("multiply speed 1.1"), is: [.multiply("speed", 1.1)])
        expect(error(of: "multiply speed 1/1.1"), is: .badArgument("multiply", value: "1/1.1"))
        expect(error(of: "set pause"), is: .missingArgument("set"))
    }

    @Test("cycle takes a direction and cycle-values a list of values")
    func cycle() throws {
        try expect(commands("cycle pause"), is: [.cycle("pause", isUp: true)])
        try expect(commands("cycle sub down"), is: [.cycle("sub", isUp: false)])
        try expect(commands("cycle-values loop-file inf no"), is: [.cycleValues("loop-file", ["inf", "no"])])
        try expect(commands("cycle-values !reverse speed 1 2 3"), is: [.cycleValues("speed", ["3", "2", "1"])])
        expect(error(of: "cycle pause sideways"), is: .badArgument("cycle", value: "sideways"))
        expect(error(of: "cycle-values speed"), is: .missingArgument("cycle-values"))
    }

    @Test("each remaining command name is parsed into its command")
    func others() throws {
        let cases: [(String, PlayerCommand)] = [
            ("ignore", .ignore), ("revert-seek", .revertSeek), ("frame-step", .frameStep(1)),
            ("frame-back-step", .frameStep(-1)), ("quit", .quit(code: nil)), ("quit 4", .quit(code: 4)),
            ("quit-watch-later", .quit(code: nil)), ("stop", .stop(keepsPlaylist: false)),
            ("stop keep-playlist", .stop(keepsPlaylist: true)),
            ("playlist-next force", .playlistMove(by: 1, isForced: true)), ("playlist-next weak", .playlistMove(by: 1)),
            ("playlist_prev", .playlistMove(by: -1)), ("playlist-play-index 2", .playlistPlay(index: 2)),
            ("playlist-play-index current", .playlistPlay(index: nil)),
            ("playlist-play-index none", .stop(keepsPlaylist: true)),
            ("playlist-clear", .playlist(.clear)), ("playlist-remove current", .playlist(.remove(nil))),
            ("playlist-remove 1", .playlist(.remove(1))), ("playlist-move 3 0", .playlist(.move(3, to: 0))),
            ("playlist-shuffle", .playlist(.shuffle)), ("loadfile a.mkv", .loadFile(path: "a.mkv", mode: .replace)),
            ("loadfile \"a b\" append-play", .loadFile(path: "a b", mode: .appendPlay)),
            ("loadlist l.m3u append", .playlist(.loadList("l.m3u", mode: .append))),
            ("sub-add s.srt", .subtitle(.add(.init(path: "s.srt")))), ("sub-seek -1", .subtitle(.seek(-1))),
            ("audio-add a.mka auto Dub en", .addSound(.init(path: "a.mka", mode: .auto, title: "Dub", language: "en"))),
            ("audio-remove 2", .removeSound(2)), ("audio-remove", .removeSound(nil)),
            ("audio-reload 2", .reloadSound(2)), ("audio-reload", .reloadSound(nil)),
            ("sub-step 1 primary", .subtitle(.step(1))),
            ("sub-seek 3 secondary", .subtitle(.seek(3, isSecond: true))), ("sub-remove", .subtitle(.remove(nil))),
            ("sub-reload 2", .subtitle(.reload(2))), ("screenshot video", .screenshot("video")),
            ("show-text 'a b' 2000", .showText("a b", 2000)), ("show-progress", .showProgress),
            ("ab-loop", .abLoop), ("keypress SPACE", .keyPress("SPACE")), ("jump-back", .control(.jumpBack)),
            ("script-binding stats/display-stats-toggle", .control(.statistics)),
            ("script-binding uosc/menu", .scriptBinding("uosc/menu", argument: "")),
            ("script-message a 'b c'", .message(ClientMessage(["a", "b c"]))),
            ("script-message-to me a", .message(ClientMessage(to: "me", ["a"]))),
            ("keybind a 'show-text x'", .keys(.bind("a", "show-text x"))),
            ("define-section s 'a quit' force", .keys(.define("s", "a quit", isForced: true))),
            ("enable-section s exclusive+allow-hide-cursor", .keys(.enable("s", isExclusive: true))),
            ("print-text a", .print("a")), ("drop-buffers", .seek(.relative(.zero), .exact)),
            ("mouse 3 4 0 double", .mouse(x: 3, y: 4, button: 0)), ("mouse 3 4", .mouse(x: 3, y: 4, button: nil)),
            ("change-list sub-file-paths append /s", .changeList("sub-file-paths", .append, "/s")),
            ("screenshot-to-file /a.png video", .screenshotFile(path: "/a.png", words: "video")),
            ("disable-section s", .keys(.disable("s"))), ("keydown a", .keyDown("a")), ("keyup", .keyUp(nil)),
        ]
        for (line, command) in cases { try expect(commands(line), is: [command], "\(line)") }
    }

    @Test("ARCH-06: loadfile accepts mpv's modes, and options for the file as a list or as a map")
    func loading() throws {
        for (word, mode) in [
            ("replace", LoadMode.replace), ("append", .append), ("append-play", .appendPlay),
            ("insert-next", .insertNext), ("insert-next-play", .insertNextPlay),
        ] {
            try expect(commands("loadfile a " + word), is: [.loadFile(path: "a", mode: mode)])
        }
        let options = [
            PlayerCommand.FileOption("start", "10"), .init("sub-files", "a,b"), .init("mute", "yes"),
        ]
        let line = #"loadfile a append 'start=10,sub-files="a,b",mute'"#
        try expect(commands(line), is: [.loadFile(path: "a", mode: .append, options: options)])
        // mpv since 2024: an index before the options.
        try expect(
            commands("loadfile a append -1 start=1"),
            is: [.loadFile(path: "a", mode: .append, options: [.init("start", "1")])])
        let words: [JSONValue] = [
            .string("loadfile"), .string("a"), .string("append"),
            .object(sorting: ["start": .integer(5), "mute": .flag(true)]),
        ]
        try expect(
            BoundCommand.parse(words: words).command,
            is: .loadFile(path: "a", mode: .append, options: [.init("mute", "yes"), .init("start", "5")]))
        for index in [JSONValue.integer(0), .string("0"), .string("-1")] {
            let words: [JSONValue] = [.string("loadfile"), .string("a"), .string("replace"), index, .string("mute")]
            try expect(
                BoundCommand.parse(words: words).command,
                is: .loadFile(path: "a", mode: .replace, options: [.init("mute", "yes")]))
        }
        for value in ["\"b,c\"", "[b,c]", "%3%b,c"] {
            try expect(
                commands("loadfile a append 'title=\(value),mute'"),
                is: [.loadFile(path: "a", mode: .append, options: [.init("title", "b,c"), .init("mute", "yes")])])
        }
        for wrong in [
            "loadfile a sideways", "loadfile a append =1", "loadfile a append 'a=\"b'", "loadfile a append a=%9%b",
            "loadfile a append a=[b", "loadfile",
        ] {
            #expect(error(of: wrong) != nil, "\(wrong)")
        }
        for wrong in ["playlist-remove -1", "playlist-remove x", "playlist-next sideways", "stop all"] {
            #expect(error(of: wrong) != nil, "\(wrong)")
        }
    }

    @Test("commands that start programs are refused, and unknown commands are named")
    func refused() {
        for name in ["run", "subprocess", "load-script"] {
            expect(error(of: name + " a b"), is: .refused(name))
        }
        expect(error(of: "vf toggle hflip"), is: .notAvailable("vf"))
        expect(error(of: "bogus"), is: .unknownCommand("bogus"))
        expect(error(of: "frame-step 1 2"), is: .tooManyArguments("frame-step"))
    }

    @Test("a line may contain several commands, prefixes, quotation marks, escapes and a comment")
    func lines() throws {
        let bound = try BoundCommand.parse(line: "no-osd set mute yes ; osd-msg-bar seek 1 # ; quit")
        expect(bound.map(\.command), is: [.set("mute", .string("yes")), .seek(.relative(.seconds(1)), .keyframe)])
        expect(bound.map(\.isQuiet), is: [true, false])
        try expect(commands(#"show-text "a\n\x41\u00e9\" ; # b""#), is: [.showText("a\nAé\" ; # b", nil)])
        try expect(commands("show-text 'a\\n'"), is: [.showText("a\\n", nil)])
        try expect(commands("show-text `|a'\"b|`"), is: [.showText("a'\"b", nil)])
        try expect(commands(" ; ;"), is: [])
        for line in ["show-text \"a", "show-text 'a", "show-text \"a\\q\"", "show-text \"a\"b", "show-text \"\\x4\""] {
            expect(error(of: line), is: .badSyntax, "\(line)")
        }
    }

    @Test("words from JSON keep their types")
    func typed() throws {
        let bound = try BoundCommand.parse(words: [.string("set"), .string("volume"), .integer(50)])
        expect(bound.command, is: .set("volume", .integer(50)))
        try expect(
            BoundCommand.parse(words: [.string("seek"), .number(2.5), .string("absolute")]).command,
            is: .seek(.absolute(.milliseconds(2500)), .exact))
        #expect(throws: CommandError.badArgument("seek", value: "")) {
            try BoundCommand.parse(words: [.string("seek"), .list([])])
        }
    }
}
