import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("Options of the cache")
struct CacheOptionTests {
    private func options(_ arguments: String...) throws -> CacheOptions {
        try OptionParser.parse(arguments + ["a"]).options.cache
    }

    @Test("ADV-54, ADV-58: the cache is off by default, and can be switched off for one file")
    func onAndOff() throws {
        #expect(try !options().isOn)
        let parsed = try OptionParser.parse(["--cache", "a", "--{", "--no-cache", "b", "--}"])
        expect(parsed.items.map(\.options.cache.isOn), is: [true, false])
    }

    @Test("ADV-54: the cache folder must be an absolute path")
    func folder() throws {
        try expect(options("--cache-dir=/a/b").folder, is: "/a/b")
        #expect(throws: OptionError.self) { try options("--cache-dir=a/b") }
    }

    @Test("ADV-55: sizes are multiples of 1024, and 0 selects the default")
    func sizes() throws {
        let sizes =
            [
                ("500M", 500 << 20), ("20G", 0), ("1.5GiB", 3 << 29), ("4096", 4096), ("2k", 2048), ("0", 0),
                ("1TB", 1 << 40),
            ] as [(String, Int64)]
        for (text, bytes) in sizes { try expect(options("--cache-max=" + text).capacity, is: bytes, "\(text)") }
        try expect(options("--cache-free=2G").minimumFree, is: 2 << 30)
        for text in ["", "-1", "5X", "G", "1e9", "9999999T"] {
            #expect(throws: OptionError.self, "\(text)") { try options("--cache-max=" + text) }
        }
    }

    @Test("ADV-56: query parameters to strip are given by domain, and repeated options add up")
    func stripping() throws {
        let given = try options(
            "--cache-strip-params=A.org=token,e", "--cache-strip-params=a.org=t", "--cache-strip-params=b=x")
        expect(given.strippedParameters, is: ["a.org": ["token", "e", "t"], "b": ["x"]])
        for text in ["a.org", "=x", "a.org=", "a.org=,"] {
            #expect(throws: OptionError.self, "\(text)") { try options("--cache-strip-params=" + text) }
        }
        try expect(options("--cache-unify-scheme=A.org,b.org").unifiedDomains, is: ["a.org", "b.org"])
    }

    @Test("ADV-65: cache alone is stat, rm takes an address or --all, and --json is accepted at any position")
    func commands() throws {
        let cases: [([String], CacheCommand)] = [
            ([], CacheCommand(.stat)), (["stat", "--json"], CacheCommand(.stat, isJSON: true)),
            (["--json", "list"], CacheCommand(.list, isJSON: true)), (["rm", "--all"], CacheCommand(.removeAll)),
            (["rm", "https://a.org/x"], CacheCommand(.remove("https://a.org/x"))),
            (["queue"], CacheCommand(.queue)), (["cancel", "3f", "b"], CacheCommand(.cancel(["3f", "b"]))),
            (["cancel", "--all"], CacheCommand(.cancel(nil))),
            (["--cache-dir=/x", "rm", "a"], CacheCommand(.remove("a"))),
        ]
        for (words, command) in cases {
            try expect(OptionParser.parse(["cache"] + words).command, is: .cache(command), "\(words)")
        }
        let wrong = [
            ["rm"], ["rm", "a", "b"], ["rm", "a", "--all"], ["rm", "--all", "a"], ["stat", "list"], ["x"], ["--all"],
            ["load"], ["load", "--length=0", "a"], ["load", "--length=x", "a"], ["cancel"], ["cancel", "--all", "a"],
        ]
        for words in wrong {
            #expect(throws: OptionError.self, "\(words)") { try OptionParser.parse(["cache"] + words) }
        }
        var load = CacheLoad(["a", "b"])
        (load.length, load.allowsMetered, load.waits) = (.seconds(90), true, true)
        for length in ["90", "90s", "1:30"] {
            let words = ["cache", "load", "--length=" + length, "--metered", "a", "--wait", "b"]
            try expect(OptionParser.parse(words).command, is: .cache(CacheCommand(.load(load))), "\(length)")
        }
        // Outside of the command it is not an option.
        #expect(throws: OptionError.self) { try OptionParser.parse(["--json", "a"]) }
    }

    @Test("ADV-66, ADV-64: options choose how many neighbours are loaded ahead, and how much of each")
    func ahead() throws {
        try expect(OptionParser.parse(["a"]).options.preloading, is: PreloadOptions())
        let parsed = try OptionParser.parse([
            "--cache-ahead=5", "--cache-ahead-less=1.5", "--cache-ahead-next=2", "--cache-ahead-previous=0",
            "--no-preload-balance", "https://a/b", "https://a/c",
        ])
        var wanted = PreloadOptions()
        wanted.amount = .seconds(5)
        wanted.decrease = .milliseconds(1500)
        wanted.next = 2
        wanted.previous = 0
        wanted.isBalanced = false
        expect(parsed.options.preloading, is: wanted)
        #expect(parsed.items.map(\.path) == ["https://a/b", "https://a/c"])
    }

    @Test("ADV-67, ADV-68: options choose the start mode and the default bandwidth of streams in a list")
    func startOfStreams() throws {
        let given = try OptionParser.parse(["feed", "--feed-bitrate-mode=first-frame", "--default-bandwidth=5M", "a"])
            .options
        expect(given.network.startMode, is: .firstFrame)
        expect(given.network.defaultBandwidth, is: 5e6)
        let standard = try OptionParser.parse(["a"]).options.network
        expect(standard.startMode, is: .default)
        expect(standard.defaultBandwidth, is: nil)
    }

    @Test("ADV-38: buffer amounts over a network can be set, and auto leaves them to the catalogue")
    func buffers() throws {
        let standard = try OptionParser.parse(["--buffer-max=auto", "a"]).options
        expect(standard.bufferMaximum, is: nil)
        expect(standard.bufferStart, is: nil)
        expect(standard.bufferHigh, is: nil)
        expect(standard.liveMaximumDelay, is: .seconds(5))
        let given = try OptionParser.parse([
            "--buffer-start=0.1", "--buffer-high=2", "--buffer-max=60", "--live-max-delay=3", "a",
        ]).options
        expect(given.bufferStart, is: .milliseconds(100))
        expect(given.bufferHigh, is: .seconds(2))
        expect(given.bufferMaximum, is: .seconds(60))
        expect(given.liveMaximumDelay, is: .seconds(3))
        expect(standard.keptBytes, is: 50 << 20)
        try expect(OptionParser.parse(["--demuxer-max-back-bytes=20MiB", "a"]).options.keptBytes, is: 20 << 20)
        expect(standard.timeshift, is: 150 << 20)
        try expect(OptionParser.parse(["--timeshift=1GiB", "a"]).options.timeshift, is: 1 << 30)
        try expect(OptionParser.parse(["--timeshift=no", "a"]).options.timeshift, is: 0)
        try expect(OptionParser.parse(["--live-max-delay=no", "a"]).options.liveMaximumDelay, is: OptionTable.longest)
    }
}
