import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("OptionParser")
struct OptionParserTests {
    private func options(_ arguments: String...) throws -> PlayerOptions { try OptionParser.parse(arguments).options }

    private func items(_ arguments: String...) throws -> [PlayItem] { try OptionParser.parse(arguments).items }

    private func error(_ arguments: String...) -> OptionError? {
        do {
            _ = try OptionParser.parse(arguments)
            return nil
        } catch {
            return error
        }
    }

    @Test("no arguments mean no items and the default options")
    func empty() throws {
        try expect(
            OptionParser.parse([]), is: ParsedOptions(command: .play, options: PlayerOptions(), items: []))
    }

    @Test(
        "PLAY-12: --definition takes keys in order of preference; INFO-05: a number is refused with a hint")
    func definition() throws {
        try expect(options("--definition=720p,high,audio").definitions, is: [.hd720, .high, .audio])
        try expect(options("--definition", "原画").definitions.map(\.rawValue), is: ["原画"])
        try expect(options("--definition=high", "--definition=auto").definitions, is: [])
        for text in ["2", "high,2", "1,2,3", "", ",", "high,", "a b"] {
            let message = error("--definition=" + text)?.message
            expect(message?.contains("such as 720p,high,audio (not numbers)"), is: true, "\(text)")
        }
    }

    @Test("PLAY-10: --start accepts seconds, clock times, times before the end, per cents and chapters")
    func start() throws {
        try expect(options("--start=90").start, is: .time(.seconds(90)))
        try expect(options("--start=1:30").start, is: .time(.seconds(90)))
        try expect(options("--start=+1:02:03.5").start, is: .time(.milliseconds(3_723_500)))
        try expect(options("--start=-30").start, is: .beforeEnd(.seconds(30)))
        try expect(options("--start", "-30").start, is: .beforeEnd(.seconds(30)))
        try expect(options("--start=12.5%").start, is: .percent(12.5))
        try expect(options("--start=#3").start, is: .chapter(2))
        try expect(options("--start=9", "--start=none").start, is: nil)
        for text in ["", "x", "101%", "-1%", "%", "nan%", "inf%", "#0", "#-1", "#", "1e3", "1:2:3:4"] {
            #expect(error("--start=" + text) != nil, "\(text)")
        }
    }

    @Test("PLAY-11: speeds that mpv accepts are limited to 0.25 ... 4")
    func speed() throws {
        try expect(options("--speed=1.25").rate, is: PlaybackRate(1.25))
        try expect(options("--speed=0.01").rate.value, is: 0.25)
        try expect(options("--speed=100").rate.value, is: 4)
        for text in ["0", "-1", "101", "nan", "inf", "1e0", "0x1", "1,5", ""] {
            #expect(error("--speed=" + text) != nil, "\(text)")
        }
    }

    @Test("ADV-50: a colour has six digits, or eight with an ignored alpha in front")
    func background() throws {
        try expect(options("--background=#102030").background, is: 0x102030)
        try expect(options("--background=#80102030").background, is: 0x102030)
        try expect(options("--background=0x0000ff00").background, is: 0x00FF00)
        try expect(options("--background=#102030", "--background=default").background, is: nil)
        for text in ["102030", "#10203", "#1020304", "#10203g", "#", "", "#+12345"] {
            #expect(error("--background=" + text) != nil, "\(text)")
        }
    }

    @Test("a bit rate is a number with k or M, and 0 and none mean no limit")
    func bitRate() throws {
        try expect(options().maximumBitRate, is: nil)
        try expect(options("--max-bitrate=800k").maximumBitRate, is: 800_000)
        try expect(options("--max-bitrate=1.5M").maximumBitRate, is: 1_500_000)
        try expect(options("--max-bitrate", "64000").maximumBitRate, is: 64_000)
        try expect(options("--max-bitrate=5M", "--max-bitrate=0").maximumBitRate, is: nil)
        try expect(options("--max-bitrate=5M", "--max-bitrate=none").maximumBitRate, is: nil)
        for text in ["", "k", "M", "-1M", "5G", "5 M", "1e6", "9k", "nan"] {
            #expect(error("--max-bitrate=" + text) != nil, "\(text)")
        }
        try expect(options("--stats-file=frames.jsonl").statsFile, is: "frames.jsonl")
    }

    @Test("ADV-23: hardware decoding is on by default")
    func hardware() throws {
        try expect(options().hardwareDecoding, is: .auto)
        try expect(options("--no-hwdec").hardwareDecoding, is: .no)
        try expect(options("--hwdec=vaapi").hardwareDecoding, is: .vaapi)
        try expect(options("--hwdec=no", "--hwdec").hardwareDecoding, is: .auto)
    }

    @Test("PLAY-29: --scaling accepts fit, fill and stretch")
    func scaling() throws {
        try expect(options().scaling, is: .fit)
        try expect(options("--scaling=fill").scaling, is: .fill)
        try expect(options("--scaling", "stretch").scaling, is: .stretch)
    }

    @Test("tracks are selected by number, automatically, or not at all")
    func tracks() throws {
        try expect(options("--no-video", "--no-audio").videoTrack, is: .none)
        try expect(options("--video=no").videoTrack, is: .none)
        try expect(options("--vid=no", "--vid=2").videoTrack, is: .number(2))
        try expect(options("--no-audio").audioTrack, is: .none)
        try expect(options("--aid=no", "--audio=auto").audioTrack, is: .automatic)
        #expect(error("--vid=0") != nil)
    }

    @Test("--loop-file counts repeats, and without a value it repeats forever")
    func loop() throws {
        try expect(options().loopFile, is: 0)
        try expect(options("--loop").loopFile, is: nil)
        try expect(options("--loop-file=inf").loopFile, is: nil)
        try expect(options("--loop=3").loopFile, is: 3)
        try expect(options("--loop", "--no-loop").loopFile, is: 0)
        try expect(items("--loop", "3").map(\.path), is: ["3"])
    }

    @Test("--no-name means --name=no, for flags and for words")
    func negations() throws {
        try expect(options("--no-mouse").usesMouse, is: false)
        try expect(options("--pause", "--no-pause").isPaused, is: false)
        try expect(options("--no-control-bar").controlBar, is: .never)
        try expect(options("--no-ascii").usesASCII, is: false)
        #expect(try options("--no-bidi").reordersText == false && options("--bidi").reordersText == true)
        try expect(options("--bidi=auto").reordersText, is: nil)
        try expect(options("--no-ab-loop-a").abLoopStart, is: nil)
        expect(error("--no-mouse=yes"), is: .unexpectedValue(option: "--no-mouse"))
        expect(error("--no-volume"), is: .unknownOption("--no-volume", suggestion: "--volume"))
        #expect(error("--no-version") != nil)
    }

    @Test("the remaining options reach their fields")
    func fields() throws {
        let all = try options(
            "--end=50%", "--length=10", "--paused", "--ab-loop-a=1", "--ab-loop-b=2", "--keep-open=yes",
            "--image-display-duration=5", "--color=gray", "--ascii", "--cell-aspect=2.1", "--sharpen=0.5",
            "--audio-device=hw:0",
            "--audio-channel=left", "--volume=130", "--mute", "--audio-delay=-0.1", "--osc=always",
            "--hide-controls-after=0.5", "--jump-back=5", "--no-title", "--log-file=a", "--log-level=debug",
            "--log-events=-", "--really-quiet")
        var expected = PlayerOptions()
        expected.end = .percent(50)
        expected.length = .seconds(10)
        expected.isPaused = true
        expected.abLoopStart = .seconds(1)
        expected.abLoopEnd = .seconds(2)
        expected.keepsOpen = true
        expected.imageDuration = .seconds(5)
        expected.colorMode = .grey
        expected.usesASCII = true
        expected.cellAspect = 2.1
        expected.sharpening = 0.5
        expected.audioDevice = .named("hw:0")
        expected.channelOutput = .left
        expected.volume = 130
        expected.isMuted = true
        expected.audioDelay = .milliseconds(-100)
        expected.controlBar = .always
        expected.hideControlsAfter = .milliseconds(500)
        expected.jumpBack = .seconds(5)
        expected.setsTitle = false
        expected.logFile = "a"
        expected.logLevel = .debug
        expected.eventLog = .standardError
        expected.isQuiet = true
        expect(all, is: expected)
        try expect(options("--vo-tct-256").colorMode, is: .palette256)
        try expect(options("--log-events=-x").eventLog, is: .file("-x"))
        try expect(options("--audio-device=help").audioDevice, is: .list)
    }

    @Test("options apply at any position, the last of equal ones wins, and - is a file")
    func order() throws {
        let parsed = try OptionParser.parse(["--volume=1", "a", "-", "--volume", "7", "b"])
        expect(parsed.items.map(\.path), is: ["a", "-", "b"])
        #expect(parsed.items.allSatisfy { $0.options.volume == 7 })
    }

    @Test("every argument after -- is a file")
    func onlyFiles() throws {
        try expect(items("--", "--volume", "-h", "demo", "--").map(\.path), is: ["--volume", "-h", "demo", "--"])
    }

    @Test("options in --{ --} apply to their files only and override those of the run")
    func groups() throws {
        let parsed = try OptionParser.parse(
            ["x", "--{", "--volume=5", "a", "--mute", "b", "--}", "--{", "c", "--pause", "--}", "y", "--volume=9"])
        expect(parsed.items.map(\.path), is: ["x", "a", "b", "c", "y"])
        expect(parsed.items.map(\.options.volume), is: [9, 5, 5, 9, 9])
        expect(parsed.items.map(\.options.isMuted), is: [false, true, true, false, false])
        expect(parsed.items.map(\.options.isPaused), is: [false, false, false, true, false])
        expect(parsed.options.volume, is: 9)
    }

    @Test("groups must be complete, and contain only files and options for files")
    func badGroups() {
        expect(error("--{", "a"), is: .unbalancedGroup)
        expect(error("a", "--}"), is: .unbalancedGroup)
        expect(error("--{", "a", "--{", "b", "--}", "--}"), is: .nestedGroup)
        expect(error("a", "--{", "--volume=3", "--}"), is: .emptyGroup)
        expect(error("--{", "a", "--}", "--{", "--}"), is: .emptyGroup)
        expect(error("--{", "--no-mouse", "a", "--}"), is: .notForOneFile(option: "--no-mouse"))
        expect(error("--{", "--", "a", "--}"), is: .unbalancedGroup)
    }

    @Test("--vo and --symbols must agree, or the error names both")
    func symbols() throws {
        let agreed: [([String], PictureSymbols?)] = [
            ([], nil), (["--vo=sixel"], nil), (["--vo=tct"], .half), (["--vo=quadrant"], .quadrant),
            (["--symbols=sextant"], .sextant), (["--vo=braille", "--symbols=braille"], .braille),
            (["--vo=kitty", "--symbols=quadrant"], .quadrant), (["--ascii", "--vo=half"], .half),
        ]
        for (arguments, symbols) in agreed {
            let options = try OptionParser.parse(arguments + ["a"]).options
            expect(options.wantedSymbols, is: symbols, "\(arguments)")
        }
        expect(error("--vo=sextant", "--symbols=braille", "a"), is: .contradiction("--vo=sextant", "--symbols=braille"))
        expect(error("--ascii", "--symbols=half", "a"), is: .contradiction("--ascii", "--symbols=half"))
        expect(error("--vo=sixel", "--ascii", "demo"), is: .contradiction("--ascii", "--vo=sixel"))
        try expect(OptionParser.parse(["--vo=help"]).command, is: .show(.pictureOutputs))
        for output in PictureOutput.allCases { #expect(HelpText.pictureOutputs().contains("  \(output.rawValue) ")) }
    }

    @Test("demo and help are commands only in the place of the first file")
    func commands() throws {
        try expect(OptionParser.parse(["demo"]).command, is: .demo)
        #expect(try OptionParser.parse(["--mute", "demo", "--pause"]).options.isPaused)
        try expect(OptionParser.parse(["help"]).command, is: .show(.help(all: false)))
        try expect(OptionParser.parse(["help", "all"]).command, is: .show(.help(all: true)))
        try expect(OptionParser.parse(["help", "get"]).command, is: .show(.commandHelp("get")))
        try expect(items("./demo").map(\.path), is: ["./demo"])
        try expect(items("a", "demo").map(\.path), is: ["a", "demo"])
        try expect(items("--{", "demo", "--}").map(\.path), is: ["demo"])
        expect(error("demo", "a"), is: .unexpectedArgument("a", command: "demo"))
        expect(error("help", "me"), is: .unknownCommand("me", of: "", suggestion: nil))
    }

    @Test("PLAY-18: positions and history list by default, and accept list or clear once")
    func memoryCommands() throws {
        try expect(OptionParser.parse(["positions"]).command, is: .positions(.list))
        try expect(OptionParser.parse(["positions", "clear"]).command, is: .positions(.clear))
        try expect(OptionParser.parse(["history", "list"]).command, is: .history(.list))
        try expect(OptionParser.parse(["history", "clear"]).command, is: .history(.clear))
        expect(error("positions", "film.mkv"), is: .unknownCommand("film.mkv", of: "positions", suggestion: nil))
        expect(error("history", "clear", "clear"), is: .unexpectedArgument("clear", command: "history clear"))
        expect(error("demo", "clear"), is: .unexpectedArgument("clear", command: "demo"))
    }

    @Test("ADV-01, ADV-06: feed accepts files, even with names of commands, and the number of items to prepare")
    func feed() throws {
        let parsed = try OptionParser.parse(["--feed-preload=3", "feed", "a", "demo", "--{", "--mute", "b", "--}"])
        expect(parsed.command, is: .feed)
        expect(parsed.items.map(\.path), is: ["a", "demo", "b"])
        expect(parsed.items.map(\.options.isMuted), is: [false, false, true])
        expect(parsed.options.feedPreload, is: 3)
        expect(error("feed"), is: .missingArgument("FILE...", command: "feed"))
        #expect(try OptionParser.parse(["feed", "--idle"]).items.isEmpty)
        expect(PlayerOptions().feedPreload, is: 2)
    }

    @Test("ARCH-06: --playlist keeps its place among the files, and options for lists apply to the whole run")
    func playlists() throws {
        let items = try items("a", "--playlist=l.m3u", "--{", "--playlist", "m.pls", "--mute", "--}", "b")
        expect(items.map(\.path), is: ["a", "l.m3u", "m.pls", "b"])
        expect(items.map(\.isPlaylist), is: [false, true, true, false])
        expect(items.map(\.options.isMuted), is: [false, false, true, false])
        #expect(error("--playlist=", "a") != nil)
        for (argument, loop) in [
            ("--loop-playlist", PlaylistLoop.endless), ("--loop-playlist=inf", .endless),
            ("--loop-playlist=3", .times(3)),
            ("--loop-playlist=no", .times(1)), ("--no-loop-playlist", .times(1)),
            ("--loop-playlist=force", .endlessDespiteFailures),
        ] {
            try expect(OptionParser.parse([argument, "a"]).options.playlistLoop, is: loop, "\(argument)")
        }
        let options = try OptionParser.parse(["--shuffle", "--playlist-start=4", "--recursive", "a"]).options
        #expect(options.isShuffled)
        expect(options.playlistStart, is: 4)
        #expect(options.isRecursive)
        expect(error("--{", "--shuffle", "a", "--}"), is: .notForOneFile(option: "--shuffle"))
    }

    @Test("PLAY-15, PLAY-17: options about resuming have mpv's names as aliases")
    func resuming() throws {
        for argument in ["--no-resume", "--no-resume-playback", "--resume=no", "--resume-playback=no"] {
            #expect(try !OptionParser.parse([argument, "a"]).options.resumesPlayback, "\(argument)")
        }
        #expect(try OptionParser.parse(["--no-resume", "--resume-playback", "a"]).options.resumesPlayback)
        try expect(OptionParser.parse(["--resume-ignore-tail=1:30", "a"]).options.resumeIgnoreTail, is: .seconds(90))
        expect(PlayerOptions().resumeIgnoreTail, is: .seconds(5))
        try expect(OptionParser.parse(["--save-position-on-quit", "a"]).options, is: PlayerOptions())
        #expect(try !OptionParser.parse(["--no-save-position-on-quit", "a"]).options.savesPosition)
        #expect(try !OptionParser.parse(["--no-history", "a"]).options.keepsHistory)
        #expect(try !OptionParser.parse(["--no-trace-id", "a"]).options.usesTraceID)
    }

    @Test("the first option that prints information wins over all later words")
    func information() throws {
        for command in CommandTable.all.map(\.name) {
            try expect(OptionParser.parse([command, "--help"]).command, is: .show(.commandHelp(command)))
        }
        try expect(
            OptionParser.parse(["downloads", "pause", "-h"]).command, is: .show(.commandHelp("downloads pause")))
        try expect(
            OptionParser.parse(["help", "downloads", "rm"]).command, is: .show(.commandHelp("downloads remove")))
        try expect(OptionParser.parse(["get", "--help=all"]).command, is: .show(.help(all: true)))
        try expect(OptionParser.parse(["film.mkv", "--help"]).command, is: .show(.help(all: false)))
        try expect(OptionParser.parse(["-h"]).command, is: .show(.help(all: false)))
        try expect(OptionParser.parse(["a", "--help=all", "--bogus"]).command, is: .show(.help(all: true)))
        try expect(OptionParser.parse(["--help", "all"]).command, is: .show(.help(all: false)))
        try expect(OptionParser.parse(["--version", "--help"]).command, is: .show(.version))
        try expect(OptionParser.parse(["--completion=zsh"]).command, is: .show(.completion(.zsh)))
        try expect(OptionParser.parse(["--completion", "fish"]).command, is: .show(.completion(.fish)))
        try expect(OptionParser.parse(["--man"]).command, is: .show(.manualPage))
        try expect(OptionParser.parse(["--list-options"]).command, is: .show(.optionList))
    }

    @Test("a required value is not taken from the next option")
    func missingValues() {
        expect(error("--volume"), is: .missingValue(option: "--volume"))
        expect(error("--volume", "--mute"), is: .missingValue(option: "--volume"))
        expect(error("--log-file", "--"), is: .missingValue(option: "--log-file"))
    }

    @Test("PLAY-21, ARCH-33: remote control needs both --background-audio and --remote-control")
    func remoteControl() throws {
        #expect(try !options().isRemoteControlled)
        #expect(try !options("--remote-control").isRemoteControlled)
        #expect(try !options("--background-audio").isRemoteControlled)
        #expect(try options("--background-audio", "--remote-control").isRemoteControlled)
    }

    @Test("a mistyped option gets a suggestion")
    func suggestions() {
        expect(error("--volum=3"), is: .unknownOption("--volum", suggestion: "--volume"))
        expect(error("--puase"), is: .unknownOption("--puase", suggestion: "--pause"))
        expect(error("-volume"), is: .unknownOption("-volume", suggestion: "--volume"))
        expect(error("--xyzzy"), is: .unknownOption("--xyzzy", suggestion: nil))
        expect(error("--=5"), is: .unknownOption("--", suggestion: nil))
        expect(error("-"), is: nil)
    }

    @Test("no command line causes a crash or a message with a control character")
    func noise() {
        var random = SeededGenerator(seed: 1)
        let names = OptionTable.all.flatMap(\.spellings)
        let values = [
            "", "=", "=no", "=-1", "=9e99", "=99999999999999999999", "=#", "=%", "=\u{1B}[2J", "=\u{202E}é",
            "=#1\u{301}",
        ]
        let words = ["--{", "--}", "--", "-", "", "a", "demo", "help", "-h", "-\u{0}", "--\u{7}", "--\u{301}"]
        for _ in 0..<5_000 {
            let arguments = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? "--" + (names.randomElement(using: &random) ?? "") + (values.randomElement(using: &random) ?? "")
                    : words.randomElement(using: &random) ?? ""
            }
            guard
                case let message? = Result(catching: { () throws(OptionError) in try OptionParser.parse(arguments) })
                    .message
            else { continue }
            #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(arguments)")
        }
    }
}

extension Result where Failure == OptionError {
    fileprivate var message: String? {
        if case .failure(let error) = self { error.message } else { nil }
    }
}
