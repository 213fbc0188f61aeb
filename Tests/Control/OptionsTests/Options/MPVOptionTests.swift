import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("Options of mpv")
struct MPVOptionTests {
    private func parse(_ arguments: String..., as program: String = "tvplay") throws -> ParsedOptions {
        try OptionParser.parse(arguments, as: program)
    }

    @Test(
        "options about windows, files and qualities are accepted, logged, and do not consume the next argument",
        arguments: [
            "--quiet", "--msg-level=all=no", "--script-opts=osc-visibility=never", "--force-window",
            "--force-window=immediate", "--term-status-msg=x", "--cache-secs=10", "--demuxer-max-bytes=50M",
            "--audio-display=no", "--watch-later-directory=/tmp", "--volume-max=200", "--sub-scale=1.5", "--no-border",
            "--ontop", "--geometry=50%", "--input-terminal=no", "--no-input-terminal", "--terminal=no", "--no-terminal",
            "--mf-fps=1", "--untimed", "--vo-tct-algo=plain", "--gapless-audio=no", "--audio-pitch-correction=no",
            "--hls-bitrate=max", "--stop-screensaver", "--audio-channels=stereo", "--glsl-shaders-append=x",
            "--player-operation-mode=pseudo-gui", "--load-unsafe-playlists", "--vo-kitty-use-shm=yes",
        ])
    func accepted(option: String) throws {
        let parsed = try parse(option, "film.mkv")
        expect(parsed.items.map(\.path), is: ["film.mkv"])
        let name = String(option.prefix { $0 != "=" })
        expect(parsed.options.ignored, is: [IgnoredOption(name, .hasNoMeaning)])
    }

    @Test("options without an implementation are reported as such, and the film is still played")
    func missing() throws {
        for option in ["--external-file=x", "--vf=hflip", "--external-files-append=x", "--vf-clr"] {
            let parsed = try parse(option, "film.mkv")
            expect(parsed.options.ignored.map(\.reason), is: [.isMissing], "\(option)")
        }
    }

    @Test("options that cannot be ignored safely are refused with a reason")
    func refused() {
        for option in ["--wid=4", "--o=x.mkv", "--stream-record=x", "--input-cmdlist"] {
            let name = String(option.prefix { $0 != "=" })
            let error = #expect(throws: OptionError.self) { try parse(option, "film.mkv") }
            guard case .refused(name, let reason)? = error else {
                Issue.record("\(option): \(String(describing: error))")
                continue
            }
            #expect(!reason.isEmpty)
        }
        #expect(throws: OptionError.self) { try parse("--bogus-option", "film.mkv") }
    }

    @Test("mpv's names of existing options have their effect")
    func translated() throws {
        let options = try parse(
            "--fs", "--force-media-title=A title", "--brightness=10", "--saturation=-5", "--ao=null", "--chapter=3",
            "--screenshot-directory=/s", "--sub-files-append=a.srt", "--title=mine", "--vo=gpu,tct,",
            "--hwdec=auto-safe",
            "--profile=fast", "film.mkv"
        ).options
        #expect(options.ignored.isEmpty)
        #expect(options.isFullScreen)
        expect(options.forcedTitle, is: "A title")
        expect(options.adjustment[.brightness], is: 10)
        expect(options.adjustment[.saturation], is: -5)
        #expect(options.isSoundless)
        expect(options.start, is: TimePoint.parse("#3"))
        expect(options.screenshotFolder, is: "/s")
        expect(options.subtitleFiles, is: ["a.srt"])
        #expect(options.setsTitle)
        expect(options.pictureOutput, is: .half)
        try expect(parse("--vo=gpu", "film.mkv").options.pictureOutput, is: nil)
        #expect(throws: OptionError.self) { try parse("--vo=bogus", "film.mkv") }
    }

    @Test("under the name mpv, no option is an error and there are no commands")
    func underTheName() throws {
        let parsed = try parse(
            "--bogus", "--vo=bogus", "--wid=4", "-really-quiet", "--volume=loud", "-fs", "-v", "get", "--", "--film",
            as: "/home/me/bin/mpv")
        expect(parsed.command, is: .play)
        expect(parsed.items.map(\.path), is: ["get", "--film"])
        #expect(parsed.options.isFullScreen)
        #expect(parsed.options.isQuiet)
        expect(parsed.options.ignored.map(\.option), is: ["--bogus", "--vo=bogus", "--wid=4", "--volume=loud"])
        for option in parsed.options.ignored { #expect(option.logText.contains("ignored"), "\(option)") }
    }

    @Test("options of mpv are accepted for one file and over the socket")
    func elsewhere() throws {
        let parsed = try parse("--{", "--force-window=yes", "a.mkv", "--}")
        expect(parsed.items.map(\.path), is: ["a.mkv"])
        var overrides = OptionOverrides()
        try overrides.add("force-window", "yes", over: PlayerOptions())
        try overrides.add("force-media-title", "T", over: PlayerOptions())
        expect(PlayerOptions().overridden(by: overrides).forcedTitle, is: "T")
    }
}
