import PlayCore
import TestSupport
import Testing

@testable import Catalogue

@Suite struct RulesTests {
    private let all = [
        Source("http://a/x.m3u8", delivery: .hls), Source("https://a/x.mp4"),
        Source("https://b/x.m3u8", delivery: .hls), Source("https://c/x.m3u8", delivery: .hls),
    ]

    private func chosen(_ policy: SourcePolicy, _ sources: [Source]) -> String? {
        policy.choose(from: Video(id: "v", sources: sources))?.location
    }

    @Test("ARCH-19: sources are preferred in the order HLS with HTTPS, other HLS, MP4, the first")
    func defaultOrder() {
        #expect(chosen(.hlsHTTPS, all) == "https://b/x.m3u8")
        #expect(chosen(.hlsHTTPS, [all[1], all[0]]) == "http://a/x.m3u8")
        #expect(chosen(.hlsHTTPS, [Source("https://a/x.webm"), all[1]]) == "https://a/x.mp4")
        #expect(chosen(.hlsHTTPS, [Source("https://a/x.webm"), Source("https://a/x.flv")]) == "https://a/x.webm")
    }

    @Test("ARCH-16, ARCH-17: a name or a closure selects another order of sources")
    func policies() throws {
        #expect(chosen(try #require(SourcePolicy(name: "hls-http")), all.reversed()) == "http://a/x.m3u8")
        #expect(chosen(try #require(SourcePolicy(name: "mp4")), all) == "https://a/x.mp4")
        #expect(chosen(try #require(SourcePolicy(name: "first")), all) == "http://a/x.m3u8")
        #expect(chosen(.custom { $0.sources.last }, all) == "https://c/x.m3u8")
        #expect(SourcePolicy(name: "best") == nil)
    }

    @Test("ARCH-18, INFO-06: an unknown delivery method is deduced from the extension or the media type")
    func delivery() {
        #expect(DeliveryMethod.deduced(fromLocation: "https://h/a.M3U8?file=b.mp4") == .hls)
        #expect(DeliveryMethod.deduced(fromLocation: "https://h/a.mpd#x") == .dash)
        #expect(DeliveryMethod.deduced(fromLocation: "https://h/get?name=a.m3u8") == .progressive)
        #expect(
            DeliveryMethod.deduced(fromLocation: "https://h/get", contentType: "Application/VND.apple.mpegurl") == .hls)
    }

    @Test("INFO-06: each address is tried once before error 1040, and again after one has worked")
    func failOver() {
        var rule = AddressFailOver(count: 3, startingAt: 1)
        expect(rule.next()?.index, is: 2)
        expect(rule.next()?.index, is: 0)
        expect(rule.next(), is: nil)
        rule.succeeded()
        expect(rule.next()?.index, is: 1)
        var alone = AddressFailOver(count: 1)
        expect(alone.next(), is: nil)
        expect(AddressFailOver.code(afterLast: .requestFailed), is: .invalidVideoURL)
        expect(AddressFailOver.code(afterLast: .invalidToken), is: .invalidToken)
    }

    @Test("ADV-84: every combination of credential and feature is allowed or refused with a reason")
    func credentials() {
        let refused: [CredentialKind: Set<CredentialKind.Feature>] = [
            .url: [.preview, .playDomain, .downloading], .vidSts: [.preloading], .vidAuth: [.feed, .preloading],
        ]
        for kind in CredentialKind.allCases {
            for feature in CredentialKind.Feature.allCases {
                let isRefused = refused[kind]?.contains(feature) == true
                expect((kind.refusal(of: feature) != nil), is: isRefused, "\(kind) \(feature)")
                expect((failure { () throws(CatalogueError) in try kind.require(feature) } != nil), is: isRefused)
            }
        }
    }

    @Test("ADV-26: a spare stream plays only if it exists, the service enables it and the stream is H.265")
    func spare() {
        expect(SpareStreamRule.decide(isEnabled: true, isH265: true, spare: "s"), is: .play("s"))
        expect(SpareStreamRule.decide(isEnabled: true, isH265: true, spare: nil), is: .decodeInSoftware)
        expect(SpareStreamRule.decide(isEnabled: false, isH265: true, spare: "s"), is: .decodeInSoftware)
        expect(SpareStreamRule.decide(isEnabled: true, isH265: false, spare: "s"), is: .decodeInSoftware)
    }

    @Test("ADV-30: a preview ends at the end of a file of the requested length, and a longer file is not cut")
    func preview() throws {
        let limit = try #require(PreviewLimit(seconds: 20))
        #expect(limit.isEnd(of: .milliseconds(20_300)))
        #expect(!limit.isEnd(of: .seconds(60)))
        expect(PreviewLimit(seconds: 0), is: nil)
    }

    @Test("PLAY-20: playback is reported only if reporting is on and has an address")
    func reports() throws {
        let report = PlayReport(videoID: "v", position: .seconds(3), watched: .seconds(2), customText: "class 4")
        var settings = ReportSettings()
        settings.address = "https://h/report"
        #expect(settings.request(report) == nil)
        settings.isEnabled = true
        let body = try #require(settings.request(report)?.bodyText)
        expect(body, is: #"{"custom":"class 4","position":3,"stalls":0,"video":"v","watched":2}"#)
        settings.address = nil
        #expect(settings.request(report) == nil)
    }

    @Test(
        "PLAY-32: each cause of an error has its code",
        arguments: [
            (CatalogueError.Cause.network(.timedOut), PlayErrorCode.requestFailed), (.status(500), .requestFailed),
            (.tokenRefused, .invalidToken), (.noToken("x"), .invalidToken), (.accessKeyRefused, .invalidAccessKey),
            (.malformed(path: "$", problem: "x"), .invalidPlayInfo), (.missing, .invalidVideoURL),
            (.noSource, .invalidVideoURL), (.fileLost, .fileLost), (.protected, .playFailed),
            (.emptyAlbum, .invalidAlbum), (.expired, .invalidTime), (.network(.tls), .requestFailed),
            (.network(.forbiddenScheme), .invalidVideoURL),
        ])
    func codes(cause: CatalogueError.Cause, code: PlayErrorCode) {
        let error = CatalogueError(cause, context: "c")
        expect(error.code, is: code)
        #expect(!error.reason.isEmpty)
        expect(error.playError(item: "i"), is: PlayError(code, reason: error.reason, item: "i"))
    }

    @Test("PLAY-32, CFG-05: HTTP status 401 or 403 concerns the token, 404 or 410 the item")
    func statuses() {
        #expect([401, 403].allSatisfy { CatalogueError(status: $0, context: "").wantsNewToken })
        #expect([404, 410].allSatisfy { CatalogueError(status: $0, context: "").code == .invalidVideoURL })
        expect(CatalogueError(status: 503, context: "").code, is: .requestFailed)
        expect(CatalogueError(ByteSourceError(.httpStatus(401), operation: "x", context: "")).code, is: .invalidToken)
    }

    @Test("INFO-01, INFO-03, INFO-06, INFO-14: play info becomes a video with each address as a source")
    func video() throws {
        var info = PlayInfo(videoID: "v")
        expect(info.video, is: nil)
        expect(
            failure { () throws(CatalogueError) in
                try info.validated(atSecondsSince1970: 0)
            }?.cause, is: .noSource)
        let high = DefinitionInfo(key: .hd720, name: "HD")
        info.definitionList = [
            .init(high, entries: [NetworkAddress("https://a/1.mp4"), NetworkAddress("https://b/1.m3u8")])
        ]
        info.startVideo = "https://a/intro.mp4"
        info.validUntil = 100
        let video = try #require(info.video)
        expect(video.sources.map(\.delivery), is: [.progressive, .hls])
        expect(video.definitionList, is: [high])
        #expect(video.startVideo?.location == "https://a/intro.mp4")
        expect(
            failure { () throws(CatalogueError) in try info.validated(atSecondsSince1970: 101) }?.code, is: .invalidTime
        )
        expect(failure { () throws(CatalogueError) in try info.validated(atSecondsSince1970: 100) }, is: nil)
    }
}
