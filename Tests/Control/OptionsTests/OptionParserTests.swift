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

    @Test("nothing given is nothing to play, with the defaults")
    func empty() throws {
        #expect(
            try OptionParser.parse([]) == ParsedOptions(command: .play, options: PlayerOptions(), items: []))
    }

    @Test(
        "PLAY-12: --definition takes keys, the most wanted first; INFO-05: a number among them is refused with a hint")
    func definition() throws {
        #expect(try options("--definition=720p,high,audio").definitions == [.hd720, .high, .audio])
        #expect(try options("--definition", "原画").definitions.map(\.rawValue) == ["原画"])
        #expect(try options("--definition=high", "--definition=auto").definitions == [])
        for text in ["2", "high,2", "1,2,3", "", ",", "high,", "a b"] {
            let message = error("--definition=" + text)?.message
            #expect(message?.contains("such as 720p,high,audio (not numbers)") == true, "\(text)")
        }
    }

    @Test("PLAY-10: --start takes seconds, clock times, times before the end, per cents and chapters")
    func start() throws {
        #expect(try options("--start=90").start == .time(.seconds(90)))
        #expect(try options("--start=1:30").start == .time(.seconds(90)))
        #expect(try options("--start=+1:02:03.5").start == .time(.milliseconds(3_723_500)))
        #expect(try options("--start=-30").start == .beforeEnd(.seconds(30)))
        #expect(try options("--start", "-30").start == .beforeEnd(.seconds(30)))
        #expect(try options("--start=12.5%").start == .percent(12.5))
        #expect(try options("--start=#3").start == .chapter(2))
        #expect(try options("--start=9", "--start=none").start == nil)
        for text in ["", "x", "101%", "-1%", "%", "nan%", "inf%", "#0", "#-1", "#", "1e3", "1:2:3:4"] {
            #expect(error("--start=" + text) != nil, "\(text)")
        }
    }

    @Test("PLAY-11: speeds that mpv knows are understood and limited to 0.25 ... 4")
    func speed() throws {
        #expect(try options("--speed=1.25").rate == PlaybackRate(1.25))
        #expect(try options("--speed=0.01").rate.value == 0.25)
        #expect(try options("--speed=100").rate.value == 4)
        for text in ["0", "-1", "101", "nan", "inf", "1e0", "0x1", "1,5", ""] {
            #expect(error("--speed=" + text) != nil, "\(text)")
        }
    }

    @Test("ADV-50: a colour has six digits, or eight whose first two are an alpha that does not count")
    func background() throws {
        #expect(try options("--background=#102030").background == 0x102030)
        #expect(try options("--background=#80102030").background == 0x102030)
        #expect(try options("--background=0x0000ff00").background == 0x00FF00)
        #expect(try options("--background=#102030", "--background=default").background == nil)
        for text in ["102030", "#10203", "#1020304", "#10203g", "#", "", "#+12345"] {
            #expect(error("--background=" + text) != nil, "\(text)")
        }
    }

    @Test("a rate has a number and k or M; 0 and none are no limit")
    func bitRate() throws {
        #expect(try options().maximumBitRate == nil)
        #expect(try options("--max-bitrate=800k").maximumBitRate == 800_000)
        #expect(try options("--max-bitrate=1.5M").maximumBitRate == 1_500_000)
        #expect(try options("--max-bitrate", "64000").maximumBitRate == 64_000)
        #expect(try options("--max-bitrate=5M", "--max-bitrate=0").maximumBitRate == nil)
        #expect(try options("--max-bitrate=5M", "--max-bitrate=none").maximumBitRate == nil)
        for text in ["", "k", "M", "-1M", "5G", "5 M", "1e6", "9k", "nan"] {
            #expect(error("--max-bitrate=" + text) != nil, "\(text)")
        }
        #expect(try options("--stats-file=frames.jsonl").statsFile == "frames.jsonl")
    }

    @Test("ADV-23: hardware decoding is on unless it is switched off")
    func hardware() throws {
        #expect(try options().hardwareDecoding == .auto)
        #expect(try options("--no-hwdec").hardwareDecoding == .no)
        #expect(try options("--hwdec=vaapi").hardwareDecoding == .vaapi)
        #expect(try options("--hwdec=no", "--hwdec").hardwareDecoding == .auto)
    }

    @Test("PLAY-29: the picture fits, fills or is stretched")
    func scaling() throws {
        #expect(try options().scaling == .fit)
        #expect(try options("--scaling=fill").scaling == .fill)
        #expect(try options("--scaling", "stretch").scaling == .stretch)
    }

    @Test("tracks are counted, chosen or switched off")
    func tracks() throws {
        #expect(try options("--no-video", "--no-audio").videoTrack == .none)
        #expect(try options("--video=no").videoTrack == .none)
        #expect(try options("--vid=no", "--vid=2").videoTrack == .number(2))
        #expect(try options("--no-audio").audioTrack == .none)
        #expect(try options("--aid=no", "--audio=auto").audioTrack == .automatic)
        #expect(error("--vid=0") != nil)
    }

    @Test("--loop-file counts repeats, without a value it is for ever")
    func loop() throws {
        #expect(try options().loopFile == 0)
        #expect(try options("--loop").loopFile == nil)
        #expect(try options("--loop-file=inf").loopFile == nil)
        #expect(try options("--loop=3").loopFile == 3)
        #expect(try options("--loop", "--no-loop").loopFile == 0)
        #expect(try items("--loop", "3").map(\.path) == ["3"])
    }

    @Test("--no-name is --name=no, for flags and for words")
    func negations() throws {
        #expect(try options("--no-mouse").usesMouse == false)
        #expect(try options("--pause", "--no-pause").isPaused == false)
        #expect(try options("--no-control-bar").controlBar == .never)
        #expect(try options("--no-ascii").usesASCII == false)
        #expect(try options("--no-bidi").reordersText == false && options("--bidi").reordersText == true)
        #expect(try options("--bidi=auto").reordersText == nil)
        #expect(try options("--no-ab-loop-a").abLoopStart == nil)
        #expect(error("--no-mouse=yes") == .unexpectedValue(option: "--no-mouse"))
        #expect(error("--no-volume") == .unknownOption("--no-volume", suggestion: "--volume"))
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
        #expect(all == expected)
        #expect(try options("--vo-tct-256").colorMode == .palette256)
        #expect(try options("--log-events=-x").eventLog == .file("-x"))
        #expect(try options("--audio-device=help").audioDevice == .list)
    }

    @Test("options count wherever they stand, the last of equal ones wins, and - is a file")
    func order() throws {
        let parsed = try OptionParser.parse(["--volume=1", "a", "-", "--volume", "7", "b"])
        #expect(parsed.items.map(\.path) == ["a", "-", "b"])
        #expect(parsed.items.allSatisfy { $0.options.volume == 7 })
    }

    @Test("after -- everything is a file")
    func onlyFiles() throws {
        #expect(try items("--", "--volume", "-h", "demo", "--").map(\.path) == ["--volume", "-h", "demo", "--"])
    }

    @Test("options in --{ --} concern its files only and lie over those of the run")
    func groups() throws {
        let parsed = try OptionParser.parse(
            ["x", "--{", "--volume=5", "a", "--mute", "b", "--}", "--{", "c", "--pause", "--}", "y", "--volume=9"])
        #expect(parsed.items.map(\.path) == ["x", "a", "b", "c", "y"])
        #expect(parsed.items.map(\.options.volume) == [9, 5, 5, 9, 9])
        #expect(parsed.items.map(\.options.isMuted) == [false, true, true, false, false])
        #expect(parsed.items.map(\.options.isPaused) == [false, false, false, true, false])
        #expect(parsed.options.volume == 9)
    }

    @Test("groups have to be whole, and hold files and options of files")
    func badGroups() {
        #expect(error("--{", "a") == .unbalancedGroup)
        #expect(error("a", "--}") == .unbalancedGroup)
        #expect(error("--{", "a", "--{", "b", "--}", "--}") == .nestedGroup)
        #expect(error("a", "--{", "--volume=3", "--}") == .emptyGroup)
        #expect(error("--{", "a", "--}", "--{", "--}") == .emptyGroup)
        #expect(error("--{", "--no-mouse", "a", "--}") == .notForOneFile(option: "--no-mouse"))
        #expect(error("--{", "--", "a", "--}") == .unbalancedGroup)
    }

    @Test("--vo and --symbols agree, or the error names both")
    func symbols() throws {
        let agreed: [([String], PictureSymbols?)] = [
            ([], nil), (["--vo=sixel"], nil), (["--vo=tct"], .half), (["--vo=quadrant"], .quadrant),
            (["--symbols=sextant"], .sextant), (["--vo=braille", "--symbols=braille"], .braille),
            (["--vo=kitty", "--symbols=quadrant"], .quadrant), (["--ascii", "--vo=half"], .half),
        ]
        for (arguments, symbols) in agreed {
            let options = try OptionParser.parse(arguments + ["a"]).options
            #expect(options.wantedSymbols == symbols, "\(arguments)")
        }
        #expect(error("--vo=sextant", "--symbols=braille", "a") == .contradiction("--vo=sextant", "--symbols=braille"))
        #expect(error("--ascii", "--symbols=half", "a") == .contradiction("--ascii", "--symbols=half"))
        #expect(error("--vo=sixel", "--ascii", "demo") == .contradiction("--ascii", "--vo=sixel"))
        #expect(try OptionParser.parse(["--vo=help"]).command == .show(.pictureOutputs))
        for output in PictureOutput.allCases { #expect(HelpText.pictureOutputs().contains("  \(output.rawValue) ")) }
    }

    @Test("demo and help are commands only in the place of the first file")
    func commands() throws {
        #expect(try OptionParser.parse(["demo"]).command == .demo)
        #expect(try OptionParser.parse(["--mute", "demo", "--pause"]).options.isPaused)
        #expect(try OptionParser.parse(["help"]).command == .show(.help(all: false)))
        #expect(try OptionParser.parse(["help", "all"]).command == .show(.help(all: true)))
        #expect(try OptionParser.parse(["help", "get"]).command == .show(.commandHelp("get")))
        #expect(try items("./demo").map(\.path) == ["./demo"])
        #expect(try items("a", "demo").map(\.path) == ["a", "demo"])
        #expect(try items("--{", "demo", "--}").map(\.path) == ["demo"])
        #expect(error("demo", "a") == .unexpectedArgument("a", command: "demo"))
        #expect(error("help", "me") == .unknownCommand("me", of: "", suggestion: nil))
    }

    @Test("PLAY-18: positions and history list without a word, and take list or clear once")
    func memoryCommands() throws {
        #expect(try OptionParser.parse(["positions"]).command == .positions(.list))
        #expect(try OptionParser.parse(["positions", "clear"]).command == .positions(.clear))
        #expect(try OptionParser.parse(["history", "list"]).command == .history(.list))
        #expect(try OptionParser.parse(["history", "clear"]).command == .history(.clear))
        #expect(error("positions", "film.mkv") == .unknownCommand("film.mkv", of: "positions", suggestion: nil))
        #expect(error("history", "clear", "clear") == .unexpectedArgument("clear", command: "history clear"))
        #expect(error("demo", "clear") == .unexpectedArgument("clear", command: "demo"))
    }

    @Test("ADV-01, ADV-06: feed takes files, commands' names too, and how many to make ready")
    func feed() throws {
        let parsed = try OptionParser.parse(["--feed-preload=3", "feed", "a", "demo", "--{", "--mute", "b", "--}"])
        #expect(parsed.command == .feed)
        #expect(parsed.items.map(\.path) == ["a", "demo", "b"])
        #expect(parsed.items.map(\.options.isMuted) == [false, false, true])
        #expect(parsed.options.feedPreload == 3)
        #expect(error("feed") == .missingArgument("FILE...", command: "feed"))
        #expect(try OptionParser.parse(["feed", "--idle"]).items.isEmpty)
        #expect(PlayerOptions().feedPreload == 2)
    }

    @Test("ARCH-06: --playlist stands in its place among the files; how a list is played concerns the whole run")
    func playlists() throws {
        let items = try items("a", "--playlist=l.m3u", "--{", "--playlist", "m.pls", "--mute", "--}", "b")
        #expect(items.map(\.path) == ["a", "l.m3u", "m.pls", "b"])
        #expect(items.map(\.isPlaylist) == [false, true, true, false])
        #expect(items.map(\.options.isMuted) == [false, false, true, false])
        #expect(error("--playlist=", "a") != nil)
        for (argument, loop) in [
            ("--loop-playlist", PlaylistLoop.endless), ("--loop-playlist=inf", .endless),
            ("--loop-playlist=3", .times(3)),
            ("--loop-playlist=no", .times(1)), ("--no-loop-playlist", .times(1)),
            ("--loop-playlist=force", .endlessDespiteFailures),
        ] {
            #expect(try OptionParser.parse([argument, "a"]).options.playlistLoop == loop, "\(argument)")
        }
        let options = try OptionParser.parse(["--shuffle", "--playlist-start=4", "--recursive", "a"]).options
        #expect(options.isShuffled)
        #expect(options.playlistStart == 4)
        #expect(options.isRecursive)
        #expect(error("--{", "--shuffle", "a", "--}") == .notForOneFile(option: "--shuffle"))
    }

    @Test("PLAY-15, PLAY-17: what concerns resuming, and mpv's names for it")
    func resuming() throws {
        for argument in ["--no-resume", "--no-resume-playback", "--resume=no", "--resume-playback=no"] {
            #expect(try !OptionParser.parse([argument, "a"]).options.resumesPlayback, "\(argument)")
        }
        #expect(try OptionParser.parse(["--no-resume", "--resume-playback", "a"]).options.resumesPlayback)
        #expect(try OptionParser.parse(["--resume-ignore-tail=1:30", "a"]).options.resumeIgnoreTail == .seconds(90))
        #expect(PlayerOptions().resumeIgnoreTail == .seconds(5))
        #expect(try OptionParser.parse(["--save-position-on-quit", "a"]).options == PlayerOptions())
        #expect(try !OptionParser.parse(["--no-save-position-on-quit", "a"]).options.savesPosition)
        #expect(try !OptionParser.parse(["--no-history", "a"]).options.keepsHistory)
        #expect(try !OptionParser.parse(["--no-trace-id", "a"]).options.usesTraceID)
    }

    @Test("the first option that prints something wins, whatever follows it")
    func information() throws {
        for command in CommandTable.all.map(\.name) {
            #expect(try OptionParser.parse([command, "--help"]).command == .show(.commandHelp(command)))
        }
        #expect(try OptionParser.parse(["downloads", "pause", "-h"]).command == .show(.commandHelp("downloads pause")))
        #expect(try OptionParser.parse(["help", "downloads", "rm"]).command == .show(.commandHelp("downloads remove")))
        #expect(try OptionParser.parse(["get", "--help=all"]).command == .show(.help(all: true)))
        #expect(try OptionParser.parse(["film.mkv", "--help"]).command == .show(.help(all: false)))
        #expect(try OptionParser.parse(["-h"]).command == .show(.help(all: false)))
        #expect(try OptionParser.parse(["a", "--help=all", "--bogus"]).command == .show(.help(all: true)))
        #expect(try OptionParser.parse(["--help", "all"]).command == .show(.help(all: false)))
        #expect(try OptionParser.parse(["--version", "--help"]).command == .show(.version))
        #expect(try OptionParser.parse(["--completion=zsh"]).command == .show(.completion(.zsh)))
        #expect(try OptionParser.parse(["--completion", "fish"]).command == .show(.completion(.fish)))
        #expect(try OptionParser.parse(["--man"]).command == .show(.manualPage))
        #expect(try OptionParser.parse(["--list-options"]).command == .show(.optionList))
    }

    @Test("a value that has to follow is not looked for in the next option")
    func missingValues() {
        #expect(error("--volume") == .missingValue(option: "--volume"))
        #expect(error("--volume", "--mute") == .missingValue(option: "--volume"))
        #expect(error("--log-file", "--") == .missingValue(option: "--log-file"))
    }

    @Test("PLAY-21, ARCH-33: a player is controlled from elsewhere only with both options")
    func remoteControl() throws {
        #expect(try !options().isRemoteControlled)
        #expect(try !options("--remote-control").isRemoteControlled)
        #expect(try !options("--background-audio").isRemoteControlled)
        #expect(try options("--background-audio", "--remote-control").isRemoteControlled)
    }

    @Test("a mistyped option gets a suggestion")
    func suggestions() {
        #expect(error("--volum=3") == .unknownOption("--volum", suggestion: "--volume"))
        #expect(error("--puase") == .unknownOption("--puase", suggestion: "--pause"))
        #expect(error("-volume") == .unknownOption("-volume", suggestion: "--volume"))
        #expect(error("--xyzzy") == .unknownOption("--xyzzy", suggestion: nil))
        #expect(error("--=5") == .unknownOption("--", suggestion: nil))
        #expect(error("-") == nil)
    }

    @Test("no command line crashes, and no message has a control character in it")
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
