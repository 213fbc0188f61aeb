import PlayCore
import TestSupport
import Testing

@testable import Catalogue

@Suite struct PlayWaysTests {
    private static func selections(_ keys: [String], each: Int = 2) -> [SourceSelection] {
        keys.flatMap { key in
            (0..<each).map { index in
                let info = DefinitionInfo(key: DefinitionInfo.Key(rawValue: key), name: key)
                return SourceSelection(
                    source: Source("https://\(index)/\(key).mp4", definition: info),
                    network: NetworkEntry(index: index, count: each))
            }
        }
    }

    private func refuse(_ ways: inout PlayWays, at seconds: Int) -> PlayWays.Step {
        ways.failed(isRefused: true, isOfNetwork: true, at: .seconds(seconds))
    }

    private func breakOff(_ ways: inout PlayWays, at seconds: Int) -> PlayWays.Step {
        ways.failed(isRefused: false, isOfNetwork: true, at: .seconds(seconds))
    }

    @Test("CFG-05, PLAY-32: a refused address is renewed once, and refused again at the same position it is given up")
    func refused() {
        var ways = PlayWays(Self.selections(["720p"], each: 1))
        expect(refuse(&ways, at: 0), is: .renew)
        expect(refuse(&ways, at: 0), is: .giveUp)
        // An address that expires every ten seconds is renewed each time.
        #expect([10, 20, 30].allSatisfy { refuse(&ways, at: $0) == .renew })
        expect(refuse(&ways, at: 30), is: .giveUp)
        ways.reset()
        expect(refuse(&ways, at: 30), is: .renew)
    }

    @Test("INFO-06: each address is tried once, those of the definition first, and again after playback advances")
    func failOver() {
        var ways = PlayWays(Self.selections(["720p", "low"]))
        var seen = [ways.current.source.location]
        while breakOff(&ways, at: 3) == .next { seen.append(ways.current.source.location) }
        #expect(seen == ["https://0/720p.mp4", "https://1/720p.mp4", "https://0/low.mp4", "https://1/low.mp4"])
        expect(breakOff(&ways, at: 3), is: .giveUp)
        expect(breakOff(&ways, at: 4), is: .next)
        expect(ways.failed(isRefused: false, isOfNetwork: false, at: .seconds(9)), is: .giveUp)
    }

    @Test(
        "CFG-05, CTRL-06: a renewed play info keeps the current definition and network"
    )
    func replaced() {
        var ways = PlayWays(Self.selections(["720p", "low"]))
        #expect(ways.choose(.low) && ways.current.source.location == "https://0/low.mp4")
        #expect(!ways.choose(.low) && !ways.choose(.hd1080))
        expect(breakOff(&ways, at: 0), is: .next)
        ways.replace(Self.selections(["1080p", "low", "720p"]))
        #expect(ways.current.source.location == "https://1/low.mp4")
        ways.replace(Self.selections(["1080p"]))
        #expect(ways.current.source.location == "https://0/1080p.mp4")
    }

    @Test(
        "PLAY-12, PLAY-13, ARCH-16: a wish or the service's ranking comes before the policy"
    )
    func order() {
        let info = { DefinitionInfo(key: DefinitionInfo.Key(rawValue: $0), name: $0) }
        var video = Video(
            id: "v",
            sources: [
                Source("https://a/720.mp4", definition: info("720p")),
                Source("https://a/low.mp4", definition: info("low")),
                Source("https://a/all.m3u8", delivery: .hls),
            ])
        func first(_ policy: SourcePolicy, _ wishes: [DefinitionInfo.Key] = []) -> String? {
            policy.selections(of: video, preferring: wishes).first?.source.location
        }
        #expect(first(.hlsHTTPS) == "https://a/all.m3u8")
        #expect(first(.mp4) == "https://a/720.mp4")
        #expect(first(.hlsHTTPS, [.hd1080, .low]) == "https://a/low.mp4")
        #expect(first(.hlsHTTPS, [.hd1080]) == "https://a/all.m3u8")
        video.definitionRanking = [.hd720]
        #expect(first(.hlsHTTPS) == "https://a/720.mp4")
        #expect(first(.first, [.low]) == "https://a/low.mp4")
        expect(SourcePolicy.hlsHTTPS.selections(of: video, preferring: []).count, is: 3)
    }

    @Test(
        "INFO-07: manual subtitles come first; automatic ones are used only on request and alone"
    )
    func subtitles() {
        func file(_ language: String, automatic: Bool = false) -> SubtitleInfo {
            var info = SubtitleInfo("https://s/\(language)\(automatic).vtt", language: language)
            info.isAutomatic = automatic
            return info
        }
        let all = [file("fr"), file("pt-BR"), file("de", automatic: true), file("fr", automatic: true)]
        expect(OfferedSubtitles.wanted(all, languages: []), is: [all[0], all[1]])
        expect(OfferedSubtitles.wanted(all, languages: ["pt", "de", "fr"]), is: [all[1], all[2], all[0]])
        expect(
            OfferedSubtitles.wanted((0..<20).map { file("x\($0)") }, languages: ["x15"]).map(\.language)[0], is: "x15")
        expect(
            OfferedSubtitles.wanted((0..<20).map { file("x\($0)") }, languages: []).count, is: OfferedSubtitles.limit)
    }
}
