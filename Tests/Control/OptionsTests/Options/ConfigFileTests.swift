import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("Configuration file")
struct ConfigFileTests {
    /// Parses arguments with the contents of configuration files, by path.
    private func parse(_ arguments: String..., files: [String: String]) throws -> ParsedOptions {
        try OptionParser.parse(arguments, places: Self.places(files))
    }

    private static func places(_ files: [String: String]) -> ConfigPlaces {
        ConfigPlaces(systemFolder: "/etc/tvplay", userFolder: "/home/me/.config/tvplay", home: "/home/me") { path in
            files[path].map { .bytes(Array($0.utf8)) } ?? .missing
        }
    }

    private static let user = "/home/me/.config/tvplay/tvplay.conf"

    private func mistake(_ text: String, _ arguments: String...) -> String? {
        do {
            _ = try OptionParser.parse(arguments, places: Self.places([Self.user: text]))
            return nil
        } catch {
            return error.message
        }
    }

    @Test("values follow =, in quotation marks, or after their length, and # begins a comment")
    func values() throws {
        let text = """
            \u{FEFF}# a comment
              volume = 30   # not loud
            --mute
            no-mouse
            log-file="a # b"  # quoted
            stats-file='c"d'
            input-conf=%5%e # f
            pause=yes
            """
        let options = try parse("x", files: [Self.user: text]).options
        expect(options.volume, is: 30)
        #expect(options.isMuted)
        #expect(options.isPaused)
        #expect(!options.usesMouse)
        expect(options.logFile, is: "a # b")
        expect(options.statsFile, is: "c\"d")
        expect(options.inputConf, is: "e # f")
    }

    @Test("the first example of the guide's page is a valid configuration file")
    func example() throws {
        let page = try String(
            contentsOf: Checkout.folder.appendingPathComponent("docs/guide/configuration.md"), encoding: .utf8)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("    ") }
        let example = lines.prefix { $0.isEmpty || $0.hasPrefix("    ") }.joined(separator: "\n")
        let parsed = try parse("--profile=night", "x", files: [Self.user: example])
        expect(parsed.options.volume, is: 40)
        #expect(!parsed.options.usesMouse)
    }

    @Test("a file name keeps bytes that are not UTF-8")
    func bytes() throws {
        let places = ConfigPlaces(systemFolder: nil, userFolder: "/u", home: nil) { path in
            path == "/u/tvplay.conf" ? .bytes(Array("log-file=a".utf8) + [0xFF]) : .missing
        }
        let parsed = try OptionParser.parse(["x"], places: places)
        expect(parsed.options.logFile.map { ByteText.bytes($0) }, is: [0x61, 0xFF])
    }

    @Test("the command line overrides profiles, which override the user's file, which overrides the system's")
    func rank() throws {
        let files = [
            "/etc/tvplay/tvplay.conf": "volume=10\nspeed=1.5\nmute\nscaling=fill\n",
            Self.user: "volume=20\nspeed=1.6\nmute=no\nprofile=night\n[night]\nvolume=30\nspeed=1.7\n",
        ]
        let options = try parse("--volume=40", "x", files: files).options
        expect(options.scaling, is: .fill)
        #expect(!options.isMuted)
        expect(options.rate.value, is: 1.7)
        expect(options.volume, is: 40)
        let item = try parse("--{", "--volume=5", "a", "--}", "b", files: files)
        expect(item.items.map(\.options.volume), is: [5, 30])
        expect(item.items.map(\.options.rate.value), is: [1.7, 1.7])
    }

    @Test("an unreadable configuration file causes a warning, and the other files apply")
    func closedFolder() throws {
        let places = ConfigPlaces(systemFolder: "/etc/tvplay", userFolder: "/home/me/.config/tvplay", home: "/home/me")
        {
            path in
            path == "/etc/tvplay/tvplay.conf" ? .bytes(Array("volume=20\n".utf8)) : .denied("Permission denied")
        }
        let parsed = try OptionParser.parse(["x"], places: places)
        expect(parsed.options.volume, is: 20)
        expect(
            parsed.configurationMistake,
            is: .fileNotRead("/home/me/.config/tvplay/tvplay.conf", reason: "Permission denied"))
        #expect(throws: OptionError.fileNotRead("/closed", reason: "Permission denied")) {
            try OptionParser.parse(["--include=/closed", "x"], places: places)
        }
    }

    @Test("--no-config reads no file, and --config-dir reads only the given folder")
    func folders() throws {
        let files = [
            "/etc/tvplay/tvplay.conf": "mute\n", Self.user: "volume=20\n", "/other/tvplay.conf": "speed=1.5\n",
        ]
        let none = try parse("--no-config", "x", files: files)
        expect(none.options.volume, is: 100)
        #expect(!none.options.isMuted)
        #expect(none.configFolders.isEmpty)
        let other = try parse("--config-dir=/other", "x", files: files)
        expect(other.options.volume, is: 100)
        #expect(!other.options.isMuted)
        expect(other.options.rate.value, is: 1.5)
        expect(other.configFolders, is: ["/other"])
        try expect(parse("x", files: files).configFolders, is: ["/etc/tvplay", "/home/me/.config/tvplay"])
    }

    @Test("profiles can include profiles, --profile applies several in order, and help lists them")
    func profiles() throws {
        let text = """
            [quiet]
            profile-desc=for the "night"
            volume=20
            [tiny]
            profile=quiet
            vo=braille
            [loud]
            volume=120
            """
        let files = [Self.user: text]
        let tiny = try parse("--profile=tiny", "x", files: files).options
        expect(tiny.volume, is: 20)
        expect(tiny.pictureOutput, is: .braille)
        try expect(parse("--profile=tiny,loud", "x", files: files).options.volume, is: 120)
        try expect(parse("--profile=loud", "--profile=tiny", "x", files: files).options.volume, is: 20)
        try expect(parse("x", files: files).options.volume, is: 100)
        let list = try parse("--profile=help", files: files)
        expect(list.command, is: .show(.profiles))
        expect(list.profiles.map(\.name), is: ["quiet", "tiny", "loud"])
        #expect(HelpText.profiles(list.profiles).contains("quiet                   for the \"night\""))
    }

    @Test("include reads a file beside the including one, in the home, or in the configuration folder")
    func include() throws {
        let files = [
            Self.user: "include=sound.conf\ninclude=~/a.conf\ninclude=~~/b.conf\nspeed=1.5\n",
            "/home/me/.config/tvplay/sound.conf": "volume=20\nspeed=1.2\n[p]\nmute\n",
            "/home/me/a.conf": "pause\n", "/home/me/.config/tvplay/b.conf": "scaling=fill\n",
            "/c.conf": "volume=50\n",
        ]
        let parsed = try parse("--include=/c.conf", "--profile=p", "x", files: files)
        expect(parsed.options.volume, is: 50)
        expect(parsed.options.rate.value, is: 1.5)
        #expect(parsed.options.isPaused)
        expect(parsed.options.scaling, is: .fill)
        #expect(parsed.options.isMuted)
    }

    @Test("UI-02: section [controls] holds options of the screen and always applies")
    func controls() throws {
        let options = try parse(
            "x", files: [Self.user: "[controls]\njump-back=15\nhide-controls-after=1\n[p]\njump-back=30\n"]
        ).options
        expect(options.jumpBack, is: .seconds(15))
        expect(options.hideControlsAfter, is: .seconds(1))
        expect(
            mistake("[controls]\nvolume=3\n"), is: Self.user + ":2: Option volume is not a setting of the control bar.")
    }

    @Test(
        "PLAY-12: definition and preferred_definitions are names of the option; INFO-05: numbers are refused")
    func definition() throws {
        let wanted = [DefinitionInfo.Key.hd720, .high]
        for name in ["definition", "preferred_definitions", "preferred-definitions"] {
            try expect(parse("x", files: [Self.user: name + " = 720p,high\n"]).options.definitions, is: wanted)
        }
        expect(
            mistake("definition=720p,2\n"),
            is: Self.user
                + ":1: Option definition: invalid value '720p,2', expected names of definitions, such as 720p,high,audio "
                + "(not numbers) or one of: auto.")
    }

    @Test(
        "a mistake in the configuration does not stop commands that do not need it",
        arguments: [["positions"], ["history", "clear"], ["probe", "x"]])
    func unneeded(command: [String]) throws {
        let parsed = try OptionParser.parse(command, places: Self.places([Self.user: "volume=3\nbogus\n"]))
        expect(parsed.configurationMistake?.message, is: Self.user + ":2: Unknown option bogus.")
        #expect(parsed.options.volume == 100 && parsed.items.count == (command[0] == "probe" ? 1 : 0))
        let whole = try OptionParser.parse(command, places: Self.places([Self.user: "volume=3\n"]))
        expect(whole.configurationMistake, is: nil)
        #expect(throws: OptionError.self) {
            try OptionParser.parse(command + ["--bogus"], places: Self.places([Self.user: "bogus\n"]))
        }
        for playing in [["x"], ["demo"], ["feed", "x"]] {
            #expect(throws: OptionError.self) {
                try OptionParser.parse(playing, places: Self.places([Self.user: "bogus\n"]))
            }
        }
    }

    @Test(
        "CFG-09: placeholders in a text are replaced by the viewer's data, in which no placeholder is replaced",
        arguments: [
            ("${user.name} (${user.number}) ${user.group}", "Li ${user.group} (0042) 7"), ("plain $5", "plain $5"),
            ("${user.age}|${user.name", "${user.age}|${user.name"), ("${user.number}${user.number}", "00420042"),
        ])
    func filled(text: String, result: String) {
        var user = UserIdentity()
        expect(user.filled(into: "a${user.name}${user.number}${user.group}b"), is: "ab")
        (user.name, user.number, user.group) = ("Li ${user.group}", "0042", 7)
        expect(user.filled(into: text), is: result)
    }

    @Test("CFG-09: user.name, user.number and user.group can be set in the configuration")
    func user() throws {
        let user = try parse(
            "x", files: [Self.user: "user.name=\"Li Wei\"\nuser.number=0042\nuser.group=7\n"]
        ).options.user
        expect(user.name, is: "Li Wei")
        expect(user.number, is: "0042")
        expect(user.group, is: 7)
        try expect(parse("--user-name=A", "x", files: [Self.user: "user.name=B\n"]).options.user.name, is: "A")
        try expect(parse("x", files: [:]).options.user, is: UserIdentity())
        expect(
            mistake("user.group=a\n")?.hasPrefix(
                Self.user + ":1: Option user.group: invalid value 'a', expected a whole number"), is: true)
    }

    @Test("a mistake is reported with file, line and a suggestion")
    func mistakes() {
        let user = Self.user
        expect(mistake("mute\nvolum=3\n"), is: user + ":2: Unknown option volum. Did you mean volume?")
        expect(
            mistake("volume=loud\n")?.hasPrefix(
                user + ":1: Option volume: invalid value 'loud', expected a whole number"), is: true)
        expect(mistake("volume\n"), is: user + ":1: Option volume requires a value.")
        expect(mistake("no-mute=yes\n"), is: user + ":1: Option no-mute takes no value.")
        expect(mistake("log-file=\"a\n"), is: user + ":1: Missing closing quote.")
        expect(mistake("log-file=%9%a\n"), is: user + ":1: %n% must be followed by n bytes.")
        expect(mistake("[a\n"), is: user + ":1: Missing closing bracket ].")
        expect(mistake("mute=\"yes\" no\n"), is: user + ":1: Unexpected 'no' at the end of the line.")
        expect(mistake("=3\n"), is: user + ":1: Expected an option at the beginning of the line.")
        expect(mistake("version\n"), is: user + ":1: Option version is allowed on the command line only.")
        expect(mistake("no-config\n"), is: user + ":1: Option no-config is allowed on the command line only.")
        expect(mistake("[p]\nbogus=1\n"), is: user + ":2: Unknown option bogus.")
        expect(mistake("[night]\nmute\n", "--profile=nigth"), is: "Unknown profile nigth. Did you mean night?")
        expect(mistake("profile=x\n"), is: user + ":1: Unknown profile x.")
        expect(mistake("include=x.conf\n"), is: user + ":1: Cannot read /home/me/.config/tvplay/x.conf: no such file")
    }

    @Test("circular includes and profiles end with an error message")
    func circles() {
        expect(mistake("include=tvplay.conf\n")?.hasSuffix("Option include: circular reference."), is: true)
        expect(
            mistake("[a]\nprofile=b\n[b]\nprofile=a\n", "--profile=a")?.hasSuffix("circular reference."), is: true)
    }

    @Test("commands that only print do not read the configuration")
    func information() throws {
        try expect(parse("--version", files: [Self.user: "bogus\n"]).command, is: .show(.version))
        try expect(parse("--list-keys", "--input-conf=/k", files: [:]).options.inputConf, is: "/k")
    }
}

/// Tests of environment variables that act like options.
@Suite struct OptionEnvironmentTests {
    private func parse(_ arguments: [String], _ variables: [String: String], file: String = "") throws -> ServiceOptions
    {
        var places = ConfigPlaces(systemFolder: nil, userFolder: "/u", home: nil) { path in
            path == "/u/tvplay.conf" ? .bytes(Array(file.utf8)) : .missing
        }
        places.variable = { variables[$0] }
        return try OptionParser.parse(arguments + ["x"], places: places).options.services
    }

    @Test("CFG-02, CFG-03, CFG-04: the command line overrides the environment, which overrides the configuration file")
    func rank() throws {
        let variables = ["TVPLAY_DOMAIN_PREFIX": "env", "TVPLAY_TOKEN": "t", "TVPLAY_ACCESS_KEY": ""]
        let file = "domain_prefix=file\ntoken=f\naccess-key=k\n"
        let options = try parse([], variables, file: file)
        expect(options.domainPrefix, is: "env")
        expect(options.token, is: "t")
        expect(options.accessKey, is: "k")
        try expect(parse(["--domain-prefix=own"], variables, file: file).domainPrefix, is: "own")
        try expect(parse(["--no-config"], [:], file: file).domainPrefix, is: nil)
    }

    @Test("an invalid value of a variable is an error, as for an option")
    func mistake() {
        #expect(throws: OptionError.self) { try parse([], ["TVPLAY_SOURCE": "best"]) }
    }
}
