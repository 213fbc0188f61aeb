import Access
import ByteCaches
import History
import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists
import Subtitles
import TestSupport
import Testing

@testable import ListPlayer

/// Tests of the settings that options become for targets without options.
@Suite struct SettingsTests {
    private func options(_ change: (inout PlayerOptions) -> Void) -> PlayerOptions {
        var options = PlayerOptions()
        change(&options)
        return options
    }

    @Test("--loop-playlist, --playlist-start and --shuffle set the rules of the list")
    func list() {
        expect(ListRules(PlayerOptions()), is: ListRules())
        let rules = ListRules(
            options {
                $0.playlistLoop = .times(2)
                $0.playlistStart = 3
                $0.isShuffled = true
            })
        expect(rules.repeats, is: .times(2))
        expect(rules.start, is: 3)
        #expect(rules.isShuffled)
        expect(ListRules(options { $0.playlistLoop = .endlessDespiteFailures }).repeats, is: .endlessDespiteFailures)
    }

    @Test("PLAY-10, PLAY-15: --no-resume, --start, --end and --no-history set the rules of the memory")
    func memory() {
        expect(MemoryRules(PlayerOptions()), is: MemoryRules())
        #expect(!MemoryRules(options { $0.resumesPlayback = false }).resumes)
        expect(MemoryRules(options { $0.start = .time(.seconds(2)) }).start, is: .seconds(2))
        expect(MemoryRules(options { $0.start = .percent(0) }).start, is: .zero)
        expect(MemoryRules(options { $0.start = .chapter(1) }).start, is: nil)
        #expect(MemoryRules(options { $0.length = .seconds(1) }).isCutShort)
        #expect(!MemoryRules(options { $0.keepsHistory = false }).policy.writes)
        #expect(!MemoryRules(options { $0.savesPosition = false }).policy.writes)
        #expect(!MemoryRules(options { $0 = $0.unremembered }).resumes)
    }

    @Test("--sid, --sub-auto and --slang set the choice of subtitles")
    func subtitles() {
        let settings = SubtitleSettings(
            options {
                $0.subtitleTrack = .number(2)
                $0.subtitleLanguages = ["zh", "en"]
                $0.subtitleSearch = .fuzzy
            })
        expect(settings.wish.first, is: .number(2))
        expect(settings.wish.second, is: .none)
        expect(settings.languages, is: ["zh", "en"])
        expect(settings.search, is: .fuzzy)
    }

    @Test("PLAY-12, ADV-46: network and track options set how sources are opened")
    func access() {
        let plain = AccessSettings(PlayerOptions())
        expect(plain.lowLatencyFallback, is: .usual)
        #expect(!plain.cache.isOn)
        #expect(plain.wantsPicture)
        let settings = AccessSettings(
            options {
                $0.network.fallbackURL = "http://other/"
                $0.videoTrack = .none
                $0.definitions = [.audio]
            })
        #expect(settings.lowLatencyFallback == .address("http://other/"))
        #expect(!settings.wantsPicture)
        expect(settings.definitions, is: [.audio])
        expect(AccessSettings(options { $0.network.fallsBack = false }).lowLatencyFallback, is: .none)
    }

    @Test("ADV-33, ADV-34, ADV-40: user agent, referrer and header fields of the options are sent with a request")
    func headers() throws {
        let server = try FaultServer(file: [1, 2, 3])
        var options = try OptionParser.parse([
            "--user-agent=me", "--referrer=http://page/", "--http-header-fields=X-A: 1,X-B: 2", "--header=X-C: 3, 4",
        ]).options
        options.network.proxy = ""
        let access = SourceAccess(options)
        defer { access.close() }
        try expect(access.open(server.text(), cancel: CancelToken()).size, is: 3)
        let request = try #require(server.requests.first)
        expect(request["user-agent"], is: "me")
        #expect(request["referer"] == "http://page/")
        expect(request["x-a"], is: "1")
        expect(request["x-b"], is: "2")
        expect(request["x-c"], is: "3, 4")
    }

    @Test("ADV-39: contradictory buffer amounts are reported with the options' names")
    func buffers() throws {
        func mistake(_ words: String...) throws -> String? {
            let options = try OptionParser.parse(words).options
            do throws(StartError) {
                _ = try BufferOptimizer(options)
                _ = try BufferRules(options)
                return nil
            } catch {
                return error.message
            }
        }
        try expect(
            mistake("--buffer-high=5", "--buffer-max=2"), is: "--buffer-max must not be less than --buffer-high.")
        try expect(mistake("--buffer-min=5", "--buffer-max=2"), is: "--buffer-max must not be less than --buffer-min.")
        try expect(mistake("--buffer-high=5"), is: nil)
    }
}
