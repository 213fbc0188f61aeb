import Addresses
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Catalogue

@Suite struct ManifestTests {
    static let full = #"""
        { "tvplay": 1, "title": "Physics", "unknown": {"deep": [1, 2]},
          "videos": [
            { "id": "one", "title": "Waves", "cover": "covers/1.jpg", "duration": 60.5, "class": "c", "session": "s",
              "version": -1, "encrypted": true, "format": "ev1", "record_type": 3, "cache": false,
              "show_users": false, "show_chat": false, "prevent_screen_capture": true, "expires": 2000,
              "definitions": [
                { "key": "720p", "name": "HD", "width": 1280, "height": 720, "bitrate": 2000000,
                  "addresses": ["v/1.mp4?t={token}", {"url": "https://cdn2.example/1", "name": "Second", "delivery": "hls"}] },
                { "key": "audio", "addresses": ["/v/1.m4a"] } ],
              "ranking": ["audio", "720p"], "intro": "intro.mp4", "outro": "outro.m3u8",
              "subtitles": [{"url": "s.vtt", "language": "en", "name": "English", "format": "vtt"}],
              "marks": [{"time": 30, "title": "B", "kind": "chapter"}, {"time": 2.5, "title": "A"}],
              "marquee": {"text": "4711", "color": "#FFCC00", "speed": 12},
              "watermark": {"picture": "logo.png", "corner": "left-bottom", "opacity": 60}, "backup_url": "v/1.h264.mp4",
              "headers": {"X-Key": "k"}, "comments": {"list": "c/{page}.json"}, "credential": "auth",
              "vod": {"params": {"a": "b"}}, "play_domain": "d" },
            { "id": "two", "definitions": "AUTO", "addresses": ["two.m3u8"] } ],
          "albums": [{"id": "a", "title": "Term", "videos": ["two", "gone", "one"]}, {"id": "none", "videos": []}],
          "rooms": [{"id": "r", "title": "Monday", "class": "c", "address": "rooms/r/"}] }
        """#
    private static let place = "https://h.example/cat/all.tvplay.json"

    private func provider(_ text: String = full, now: Int64 = 1000) -> (ManifestProvider, FakeTransport) {
        let transport = FakeTransport { _ throws(CatalogueError) in text }
        let provider = ManifestProvider(transport: transport, now: { now }) { _, _ throws(ByteSourceError) in
            Array(text.utf8)
        }
        return (provider, transport)
    }

    private func request(_ reference: String, _ secret: String? = "t k") -> PlayRequest {
        var request = PlayRequest(reference)
        request.token = secret.map { token($0) }
        return request
    }

    private func parse(_ text: String, at place: ManifestPlace? = nil) throws(CatalogueError) -> TvplayManifest {
        guard let address = Address(Self.place) else { throw CatalogueError(.noSource) }
        return try TvplayManifest(Array(text.utf8), at: place ?? .network(address), token: nil)
    }

    @Test(
        "PLAY-19, INFO-01, INFO-02, INFO-08, INFO-09, INFO-10, INFO-11, INFO-12, INFO-13, INFO-14, INFO-16: all fields of a manifest are read"
    )
    func everything() throws {
        let info = try provider().0.playInfo(request(Self.place + "#one"), cancel: CancelToken())
        expect(info.videoID, is: "one")
        expect(info.classID, is: "c")
        expect(info.sessionID, is: "s")
        expect(info.clippedVersion, is: -1)
        #expect(info.encrypted)
        expect(info.format, is: .ev1)
        expect(info.title, is: "Waves")
        expect(info.duration, is: .milliseconds(60_500))
        #expect(info.coverURL == "https://h.example/cat/covers/1.jpg")
        expect(info.recordType, is: .mixed)
        #expect(!info.isCacheable)
        #expect(!info.isShowUserList)
        #expect(!info.isShowChatList)
        #expect(info.enablePreventScreenCapture)
        expect(info.lamp, is: MarqueeText(content: "4711", color: 0xFFCC00, speed: 12))
        let logo = ServiceWatermark(
            .picture("https://h.example/cat/logo.png"), corner: .leftBottom, opacity: 0.6)
        expect(info.watermark, is: logo)
        #expect(info.enableVideoComment)
        #expect(info.startVideo == "https://h.example/cat/intro.mp4")
        expect(info.endVideo?.hasSuffix("outro.m3u8"), is: true)
        expect(info.headers, is: [HTTPHeader(name: "X-Key", value: "k")])
        expect(info.credentialKind, is: .vidAuth)
        #expect(info.spareAddress == "https://h.example/cat/v/1.h264.mp4")
    }

    @Test("ADV-46: a video may name live transmissions and a fallback; other fields may not name a transmission")
    func transmissions() throws {
        func info(_ fields: String) throws(CatalogueError) -> PlayInfo {
            try parse(#"{ "tvplay": 1, "videos": [{ "id": "live", \#(fields) }] }"#).videos[0].info
        }
        let live = #""definitions": "AUTO", "addresses": ["whep+https://h.example/whep/1", "rtmp://h.example/live/1"]"#
        let found = try info(live + #", "downgrade_url": "live/1.m3u8""#)
        #expect(
            found.definitionList[0].entries.map(\.playURL)
                == ["whep+https://h.example/whep/1", "rtmp://h.example/live/1"])
        #expect(found.downgradeAddress == "https://h.example/cat/live/1.m3u8")
        for wrong in [#", "downgrade_url": "rtmp://h.example/live/2""#, #", "cover": "rtmp://h.example/1.jpg""#] {
            #expect(throws: CatalogueError.self) { _ = try info(live + wrong) }
        }
        #expect(throws: CatalogueError.self) {
            _ = try info(#""definitions": "AUTO", "addresses": ["file:///etc/passwd"]"#)
        }
    }

    @Test(
        "INFO-03, INFO-06, INFO-07, CAT-01, PLAY-13, CFG-04: definitions are read with their addresses, marks and token"
    )
    func lists() throws {
        let info = try provider().0.playInfo(request(Self.place + "#one"), cancel: CancelToken())
        expect(info.definitionList.map(\.info.definitionKey), is: [.hd720, .audio])
        #expect(
            info.definitionList[0].entries == [
                NetworkAddress("https://h.example/cat/v/1.mp4?t=t%20k", delivery: .progressive),
                NetworkAddress("https://cdn2.example/1", name: "Second", delivery: .hls),
            ])
        #expect(info.definitionList[1].entries.map(\.playURL) == ["https://h.example/v/1.m4a"])
        expect(info.definitionRanking, is: [.audio, .hd720])
        #expect(
            info.subtitleInfo == [
                SubtitleInfo("https://h.example/cat/s.vtt", language: "en", name: "English", format: "vtt")
            ])
        #expect(info.marks.points.map(\.title) == ["A", "B"] && info.marks.points[1].kind == .chapter)
        try expect(provider().0.marks(request(Self.place + "#one"), cancel: CancelToken()), is: info.marks)
    }

    @Test("ADV-28, ADV-31, ADV-51, ARCH-17: an adaptive stream is read as such, and parameters are passed on unchanged")
    func adaptive() throws {
        let manifest = try parse(Self.full)
        #expect(
            manifest.videos[1].info.isAdaptive && manifest.videos[1].info.definitionList[0].entries[0].delivery == .hls)
        expect(manifest.videos[1].info.video?.sources[0].definition, is: nil)
        #expect(manifest.videos[0].parameters == ["a": "b"] && manifest.videos[0].playDomain == "d")
        #expect(manifest.rooms[0].address == "https://h.example/cat/rooms/r/" && manifest.rooms[0].classID == "c")
    }

    @Test("CAT-08, CAT-09, CAT-10: an album has its items in order, and a token is requested only for the played item")
    func albums() throws {
        let provider = provider().0
        let album = try provider.album(Self.place + "#a", token: nil, cancel: CancelToken())
        expect(album.items.map(\.vid), is: ["two", "one"])
        expect(album.title, is: "Term")
        try expect(provider.album(Self.place, token: nil, cancel: CancelToken()).items.count, is: 2)
        let empty = failure { () throws(CatalogueError) in
            try provider.album(Self.place + "#none", token: nil, cancel: CancelToken())
        }
        expect(empty?.code, is: .invalidAlbum)
        let asked = Monitor<[TokenSubject]>([])
        let keeper = TokenKeeper(
            source: ScriptedTokenSource { subject in
                asked.withLock { $0.append(subject) }
                return token("k")
            })
        let request = try #require(try album.request(for: "one", tokens: keeper, cancel: CancelToken()))
        expect(asked.withLock { $0 }, is: [.albumItem(album: "a", video: "one")])
        #expect(try provider.playInfo(request, cancel: CancelToken()).videoID == "one" && request.token?.secret == "k")
        try expect(album.request(for: "gone", tokens: keeper, cancel: CancelToken()), is: nil)
    }

    @Test("PLAY-32, CFG-05: an expired video is error 1080; without a token it is 1010 until the catalogue gets one")
    func errors() throws {
        let late = failure { () throws(CatalogueError) in
            try provider(now: 2001).0.playInfo(request(Self.place + "#one"), cancel: CancelToken())
        }
        expect(late?.code, is: .invalidTime)
        let lacking = failure { () throws(CatalogueError) in
            try provider().0.playInfo(request(Self.place, nil), cancel: CancelToken())
        }
        expect(lacking?.code, is: .invalidToken)
        let keeper = TokenKeeper(source: ScriptedTokenSource { _ in token("fresh") })
        let catalogue = Catalogue(providers: [provider().0, DirectProvider(), LocalProvider()], tokens: keeper)
        let info = try catalogue.playInfo(request(Self.place, nil), cancel: CancelToken())
        #expect(info.definitionList[0].entries[0].playURL.hasSuffix("t=fresh"))
        let missing = failure { () throws(CatalogueError) in
            try provider().0.playInfo(request(Self.place + "#three"), cancel: CancelToken())
        }
        expect(missing?.code, is: .invalidVideoURL)
    }

    @Test(
        "PLAY-32: an invalid manifest is error 1030, and the message names the invalid place",
        arguments: [
            ("[]", "$"), ("{", "$"), ("{}", "$"), (#"{"tvplay": 2}"#, "$.tvplay"), (#"{"tvplay": "1"}"#, "$.tvplay"),
            (#"{"tvplay": 1, "videos": {}}"#, "$.videos"), (#"{"tvplay": 1, "videos": [7]}"#, "$.videos[0]"),
            (video(#""title": 5"#), "$.videos[0].title"),
            (video(#""marks": [{"time": -1}]"#), "$.videos[0].marks[0].time"),
            (video(#""marks": [{"time": 1, "kind": "x"}]"#), "$.videos[0].marks[0].kind"),
            (video(#""ranking": [5]"#), "$.videos[0].ranking[0]"),
            (video(#""ranking": ["5"]"#), "$.videos[0].ranking[0]"),
            (video(#""cover": "file:///etc/passwd""#), "$.videos[0].cover"),
            (video(#""cover": "ftp://h/x""#), "$.videos[0].cover"),
            (video(#""intro": "a\u001Bb""#), "$.videos[0].intro"),
            (video(#""subtitles": [{"url": "data:text/plain,x"}]"#), "$.videos[0].subtitles[0].url"),
            (video(#""headers": {"a": "b\r\nc: d"}"#), "$.videos[0].headers.a"),
            (video(#""marquee": {"text": "x", "color": "red"}"#), "$.videos[0].marquee.color"),
            (video(#""watermark": {"text": "x", "corner": "middle"}"#), "$.videos[0].watermark.corner"),
            (video(#""watermark": {"corner": "left-top"}"#), "$.videos[0].watermark"),
            (#"{"tvplay": 1, "videos": [{"id": "a", "definitions": []}]}"#, "$.videos[0].definitions"),
            (#"{"tvplay": 1, "videos": [{"id": "", "definitions": []}]}"#, "$.videos[0]"),
            (String(repeating: "[", count: 5000), "$"),
            (#"{"tvplay":1,"x":"# + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}", "$"),
        ])
    func malformed(text: String, path: String) throws {
        let error = try #require(failure { () throws(CatalogueError) in try parse(text) })
        expect(error.code, is: .invalidPlayInfo)
        guard case .malformed(let place, _) = error.cause else {
            Issue.record("\(error)")
            return
        }
        expect(place, is: path)
    }

    private static func video(_ field: String) -> String {
        #"{"tvplay": 1, "videos": [{"id": "a", "definitions": "AUTO", "addresses": ["a.mp4"], \#(field)}]}"#
    }

    @Test("INFO-05: duplicate ids, too many entries and numeric keys are refused")
    func limits() {
        let twice =
            #"{"tvplay":1,"videos":[{"id":"a","definitions":"AUTO","addresses":["a"]},{"id":"a","definitions":"AUTO","addresses":["a"]}]}"#
        expect(failure { () throws(CatalogueError) in try parse(twice) }?.code, is: .invalidPlayInfo)
        let many = #"{"tvplay":1,"rooms":["# + String(repeating: "0,", count: 10_000) + "0]}"
        expect(
            failure { () throws(CatalogueError) in try parse(many) }?.reason.contains("$.rooms: more than"), is: true)
        let key = #"{"tvplay":1,"videos":[{"id":"a","definitions":[{"key":"3","addresses":["a"]}]}]}"#
        expect(
            failure { () throws(CatalogueError) in try parse(key) }?.reason.contains("numbers are no keys"), is: true)
    }

    @Test("PLAY-06: a local manifest leads to files beside it, and a missing manifest is error 1050")
    func local() throws {
        let manifest = try parse(
            Self.video(#""cover": "/abs/c.jpg", "intro": "https://h/i.mp4""#), at: .folder("/films/"))
        expect(manifest.videos[0].info.definitionList[0].entries[0].playURL, is: "/films/a.mp4")
        #expect(
            manifest.videos[0].info.coverURL == "/abs/c.jpg" && manifest.videos[0].info.startVideo == "https://h/i.mp4")
        let lost = ManifestProvider(transport: FakeTransport { _ throws(CatalogueError) in "" }, now: { 0 }) {
            path, _ throws(ByteSourceError) in throw ByteSourceError(.notFound, operation: "open", context: path)
        }
        #expect(lost.recognizes("x/y.tvplay.json#a"))
        #expect(!lost.recognizes("x/y.json"))
        #expect(lost.recognizes("https://h/a.tvplay.json?k=1#a"))
        #expect(!lost.recognizes("ftp://h/a.tvplay.json"))
        let error = failure { () throws(CatalogueError) in
            try lost.playInfo(PlayRequest("x.tvplay.json"), cancel: CancelToken())
        }
        expect(error?.code, is: .fileLost)
        let gone = failure { () throws(CatalogueError) in
            try LocalProvider().playInfo(PlayRequest("/nonexistent/film.mp4"), cancel: CancelToken())
        }
        expect(gone?.code, is: .fileLost)
    }

    @Test("CFG-11: only http and https addresses play directly")
    func direct() throws {
        let provider = DirectProvider()
        #expect(provider.recognizes("http://h/a.mp4"))
        #expect(provider.recognizes("HTTPS://h/a"))
        #expect(!provider.recognizes("a.mp4"))
        let info = try provider.playInfo(PlayRequest("http://h/live.m3u8?k=1"), cancel: CancelToken())
        #expect(info.video?.sources == [Source("http://h/live.m3u8?k=1", delivery: .hls)])
        #expect(!LocalProvider().recognizes("http://h/a"))
        #expect(LocalProvider().recognizes("a.mp4"))
    }

    @Test("INFO-03: the example of docs/manifest.md is a valid manifest")
    func example() throws {
        let package = Checkout.folder
        let text = try String(contentsOf: package.appendingPathComponent("docs/manifest.md"), encoding: .utf8)
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("    {") }.prefix { $0.hasPrefix("    ") }
        let manifest = try parse(lines.joined(separator: "\n"))
        expect(manifest.videos[0].info.definitionList.count, is: 2)
        expect(manifest.rooms.count, is: 1)
    }
}

private struct ScriptedTokenSource: TokenSource {
    private let answer: @Sendable (TokenSubject) -> Token

    init(_ answer: @escaping @Sendable (TokenSubject) -> Token) { self.answer = answer }

    func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token { answer(subject) }
}
