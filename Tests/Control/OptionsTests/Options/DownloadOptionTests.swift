import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("Options and commands of downloads")
struct DownloadOptionTests {
    private func command(_ words: String...) throws -> DownloadCommand {
        guard case .downloads(let command) = try OptionParser.parse(words).command else {
            throw OptionError.emptyGroup
        }
        return command
    }

    @Test("DL-10, DL-12 … DL-15: get accepts addresses and options for their download")
    func get() throws {
        let line = [
            "get", "--dir", "d", "http://a/", "--definition=720p,audio", "--secure", "--priority=0.8", "--limit", "2M",
            "--input-file=-", "--input-file", "list", "--title=--x", "--note", "a=b=c", "--paused", "--in-cache",
            "--wait", "--json", "--", "--odd",
        ]
        guard case .downloads(let command) = try OptionParser.parse(line).command, case .get(let wish) = command.action
        else { throw OptionError.emptyGroup }
        #expect(wish.references == ["http://a/", "--odd"])
        expect(wish.inputFiles, is: ["-", "list"])
        expect(wish.folder, is: "d")
        expect(wish.title, is: "--x")
        expect(wish.definitions.map(\.rawValue), is: ["720p", "audio"])
        #expect(wish.isSecure)
        #expect(wish.isPaused)
        #expect(wish.waits)
        expect(wish.priority, is: 0.8)
        expect(wish.limit, is: 2 << 20)
        #expect(wish.isInCache)
        #expect(command.isJSON)
        expect(wish.notes.map(\.name), is: ["a"])
        expect(wish.notes.map(\.value), is: ["b=c"])
    }

    @Test("ADV-76: --list-formats makes get list the formats")
    func formats() throws {
        guard case .get(let wish) = try command("get", "--list-formats", "http://a/").action else {
            throw OptionError.emptyGroup
        }
        #expect(wish.listsFormats)
        #expect(wish.references == ["http://a/"])
    }

    @Test("DL-11: get names a class recording by class and session, and accepts options of the table")
    func room() throws {
        let parsed = try OptionParser.parse(["get", "--class=C", "--session", "S", "--version-of-recording=0"])
        guard case .downloads(let command) = parsed.command, case .get(let wish) = command.action else {
            throw OptionError.emptyGroup
        }
        expect(wish.classID, is: "C")
        expect(wish.sessionID, is: "S")
        expect(parsed.options.services.clippedVersion, is: 0)
    }

    @Test("ADV-75: the key comes from a file or from a program, and the last option wins")
    func keys() throws {
        func key(_ words: String...) throws -> SecureKeyPlace? { try OptionParser.parse(words).options.downloads.key }
        let (file, command) = ("--secure-key-file=/k", "--secure-key-command=pass show tvplay")
        #expect(try key() == nil && key(file) == .file("/k"))
        #expect(try key(file, command) == .command("pass show tvplay") && key(command, file) == .file("/k"))
        #expect(throws: OptionError.self) { try key("--secure-key-command= ") }
        let typed = try OptionParser.parse([command]).typed
        expect(DaemonArguments.words(typed), is: [command])
    }

    @Test("ARCH-12: a daemon's arguments, which every user can read, contain no key and no token")
    func secrets() throws {
        let typed = try OptionParser.parse([
            "--token=a", "--comment-token=b", "--policy-key=c", "--access-key=d", "--catalogue=https://c.example/",
            "--header=X-Key: e", "--http-proxy=http://me:f@p.example/", "--download-limit=5M", "--log-level=debug",
        ]).typed
        expect(DaemonArguments.words(typed), is: ["--download-limit=5M", "--log-level=debug"])
    }

    @Test("a download keeps the options of its requests, but no token, because it expires within minutes")
    func requestOptions() throws {
        let typed = try OptionParser.parse([
            "--token=a", "--access-key=d", "--user-agent=x", "--header=X-Key: e", "--cookies-file=c.txt",
            "--policy-key=c", "--download-limit=5M", "--volume=3", "--alang=de,auto,en", "--slang=a+b",
        ]).typed
        let folder = UserPath.absolute("c.txt")
        expect(
            DaemonArguments.requestOptions(typed),
            is: [
                "user-agent=x", "http-header-fields-append=X-Key: e", "cookies-file=\(folder)", "policy-key=c",
            ])
        expect(DaemonArguments.languages("alang", typed), is: ["de", "en"])
        expect(DaemonArguments.languages("slang", typed), is: ["a", "b"])
        expect(DaemonArguments.languages("alang", []), is: nil)
    }

    @Test("DL-25, DL-26: downloads are selected by one or more IDs, or by --all")
    func selections() throws {
        try expect(command("downloads", "pause", "0a", "ff").action, is: .pause(.some(["0a", "ff"])))
        try expect(command("downloads", "resume", "--all").action, is: .resume(.all))
        #expect(try command("downloads", "remove", "--all", "--yes").isSure)
        try expect(command("downloads", "rm", "1").action, is: .remove(.some(["1"])))
        try expect(command("downloads", "retry", "1").action, is: .retry(.some(["1"])))
        for words in [["pause", "xyz"], ["pause", "a", "--all"], ["remove", "0123456789abcdef0"]] {
            #expect(throws: OptionError.self, "\(words)") { try OptionParser.parse(["downloads"] + words) }
        }
    }

    @Test("downloads alone shows the list, and its other commands are parsed")
    func verbs() throws {
        try expect(command("downloads").action, is: .browse)
        try expect(command("downloads", "list").action, is: .list)
        try expect(command("downloads", "--json").action, is: .list)
        try expect(command("downloads", "watch").action, is: .watch)
        #expect(try command("downloads", "watch", "--json").isJSON)
        #expect(try command("downloads", "--json", "watch").isJSON)
        try expect(command("downloads", "priority", "1", "a").action, is: .priority(1, .some(["a"])))
        try expect(command("downloads", "limit", "500K").action, is: .limit(500 << 10, nil))
        try expect(command("downloads", "limit", "0", "a").action, is: .limit(0, .some(["a"])))
        try expect(command("downloads", "limit", "0", "--all").action, is: .limit(0, .all))
        try expect(command("downloads", "move", "a", "3").action, is: .move("a", 3))
        for words in [["dance"], ["clear", "x"], ["priority", "2", "a"], ["move", "a", "0"], ["--all"]] {
            #expect(throws: OptionError.self, "\(words)") { try OptionParser.parse(["downloads"] + words) }
        }
    }

    @Test("DL-02, DL-03: limits of the daemon are options of the configuration")
    func limits() throws {
        let options = try OptionParser.parse([
            "--download-metered=deny", "--download-host-connections=3", "--download-items=2", "--download-limit=1M",
            "--download-idle=never", "a",
        ]).options.downloads
        #expect(!options.allowsMetered)
        expect(options.connectionsPerHost, is: 3)
        expect(options.items, is: 2)
        expect(options.limit, is: 1 << 20)
        expect(options.idle, is: nil)
        let standard = DownloadOptions()
        expect(standard.connectionsPerHost, is: 6)
        #expect(standard.allowsMetered)
        expect(standard.items, is: nil)
        #expect(throws: OptionError.self) { try OptionParser.parse(["--account=../x", "a"]) }
    }

    @Test("download hours are a range of the day, optionally on some weekdays")
    func hours() throws {
        let night = try #require(DownloadHours("22:00-06:30,sat,Sun"))
        expect(night.start, is: 1320)
        expect(night.end, is: 390)
        expect(night.weekdays, is: [0, 6])
        expect(DownloadHours("0:00-12:00")?.weekdays, is: Set(0...6))
        for text in ["", "22:00", "24:00-1:00", "1:60-2:00", "1:00-2:00-3:00", "1:00-2:00,noday", "a-b", "1:00-2:00,"] {
            expect(DownloadHours(text), is: nil, "\(text)")
        }
    }

    @Test("typed options are kept to be passed on, and an invalid configuration stops get")
    func typed() throws {
        let parsed = try OptionParser.parse(["get", "--tls-ca-file", "ca.pem", "--no-http2", "http://a"])
        expect(parsed.typed.map(\.name), is: ["tls-ca-file", "http2"])
        expect(parsed.typed.map(\.value), is: ["ca.pem", "no"])
        expect(parsed.typed.map(\.isPath), is: [true, false])
        let places = ConfigPlaces(systemFolder: nil, userFolder: "/c", home: nil) { path in
            path == "/c/tvplay.conf" ? .bytes(Array("nonsense=1\n".utf8)) : .missing
        }
        #expect(throws: OptionError.self) { try OptionParser.parse(["get", "http://a"], places: places) }
    }

    @Test("help, completions and the manual page list the options of each command")
    func documentation() {
        #expect(HelpText.all().contains("tvplay get URL..."))
        #expect(HelpText.all().contains("\n  --dir=DIR "))
        #expect(Completions.script(for: .bash).contains("get) own='--dir= --input-file= --definition="))
        #expect(Completions.script(for: .fish).contains("__fish_seen_subcommand_from get' -l dir -r -F"))
        #expect(Completions.script(for: .zsh).contains("get) own=('--dir:"))
        #expect(ManualPage.source().contains(".It Fl Fl dir Ns = Ns Ar DIR\n"))
    }
}
