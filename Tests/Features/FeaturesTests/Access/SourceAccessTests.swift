import ByteCaches
import Foundation
import Media
import MediaSources
import PlayCore
import Playlists
import Subtitles
import TestSupport
import Testing
import Transport

@testable import Access

/// Opening of locations, and what servers see of it.
@Suite("Opening of locations", .timeLimit(.minutes(10)))
struct SourceAccessTests {
    private static let film: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private func access(
        openers: [any Opener] = [], _ change: (inout AccessSettings) -> Void = { _ in }
    ) -> SourceAccess {
        var settings = AccessSettings(http: settings { $0.retries = 0 })
        change(&settings)
        return SourceAccess(settings, openers: openers)
    }

    private func code(_ body: () throws -> Void) -> ByteSourceError.Code? {
        do {
            try body()
            return nil
        } catch let error as ByteSourceError {
            return error.code
        } catch let error as MediaError {
            if case .source(let error) = error.code { return error.code }
            return nil
        } catch {
            return nil
        }
    }

    @Test("the line to a server is probed for protocols over TCP, and not past a proxy or a resolver of its own")
    func probed() {
        let direct = NetworkClient(AccessSettings(http: settings()))
        for (location, server) in [
            ("http://a.example/x.m3u8", "a.example 80"), ("https://[::1]:8443/x|Referer=y", "::1 8443"),
            ("rtmp://a.example/app/x", "a.example 1935"), ("rtsps://a.example/x", "a.example 322"),
            ("srt://a.example:9000", nil), ("udp://@239.1.1.1:5000", nil), ("whep+https://a.example/x", nil),
            ("/films/a.mp4", nil),
        ] {
            expect(direct.probedServer(of: location).map { "\($0.host) \($0.port)" }, is: server, "\(location)")
        }
        let changes: [(inout HTTPSettings) -> Void] = [
            { $0.proxy = "http://proxy.example" }, { $0.dnsOverHTTPS = "https://dns.example" },
            { $0.resolveOverrides = ["a.example:80:10.0.0.1"] },
        ]
        for (number, change) in changes.enumerated() {
            let client = NetworkClient(AccessSettings(http: settings(change)))
            #expect(client.probedServer(of: "http://a.example/x.m3u8") == nil, "change \(number)")
        }
    }

    private func settings(_ change: (inout HTTPSettings) -> Void = { _ in }) -> HTTPSettings {
        var settings = HTTPSettings(userAgent: "tests")
        settings.proxy = ""
        change(&settings)
        return settings
    }

    /// An opener for locations that begin with `test:`.
    private struct TestOpener: Opener {
        func opens(_ location: String) -> Bool { location.hasPrefix("test:") }

        func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
            try access.open(String(request.location.dropFirst(5)), cancel: request.cancel)
        }
    }

    @Test("a stream sent to this machine is received only if the viewer names its address")
    func received() throws {
        let address = "udp://127.0.0.1:\(try PortLease.next())"
        let access = access { $0.lowLatencyTimeout = .milliseconds(1) }
        defer { access.close() }
        expect(code { _ = try access.openMedia(address, cancel: CancelToken()) }, is: .forbiddenScheme)
        guard case .bytes? = try? access.openMedia(anyOf: [address], cancel: CancelToken(), isFromViewer: true)
        else {
            Issue.record("it is not opened")
            return
        }
    }

    @Test("an opener is asked before the built-in ones and may call them")
    func table() throws {
        let path = Fixtures.path("counter.mp4")
        let access = access(openers: [TestOpener()])
        defer { access.close() }
        let size = try access.open(path, cancel: CancelToken()).size
        expect(size.map { $0 > 0 }, is: true)
        try expect(access.open("test:" + path, cancel: CancelToken()).size, is: size)
        #expect(try access.open("file://" + path, cancel: CancelToken()).size == size)
        let media = try access.openMedia("test:" + path, cancel: CancelToken())
        guard case .bytes(let bytes) = media else {
            Issue.record("no bytes")
            return
        }
        expect(bytes.size, is: size)
        expect(code { _ = try access.open(path + ".gone", cancel: CancelToken()) }, is: .notFound)
        #expect(code { _ = try access.open("ftp://127.0.0.1/a", cancel: CancelToken()) } == .forbiddenScheme)
        #expect(code { _ = try access.open("rtmp://127.0.0.1/a", cancel: CancelToken()) } == .forbiddenScheme)
        for (location, words) in [
            ("magnet:?xt=urn:btih:0", "torrent"), ("data:video/mp4;base64,AA", "data addresses"),
            ("sftp://127.0.0.1/a", "sftp addresses"), ("htp://127.0.0.1/a", "htp://"),
        ] {
            let error = #expect(throws: ByteSourceError.self) { try access.open(location, cancel: CancelToken()) }
            expect(error?.reason.contains(words), is: true, "\(String(describing: error?.reason))")
        }
        #expect(code { _ = try access.openMedia("ftp://127.0.0.1/a", cancel: CancelToken()) } == .forbiddenScheme)
    }

    @Test("a file server is contacted only if the viewer names its address", arguments: ["ftp", "sftp"])
    func fileServers(_ scheme: String) throws {
        let access = access()
        defer { access.close() }
        let location = "\(scheme)://127.0.0.1:\(try PortLease.next())/a"
        func code(_ isFromViewer: Bool) -> ByteSourceError.Code? {
            #expect(throws: ByteSourceError.self) {
                try access.open(location, cancel: CancelToken(), isFromViewer: isFromViewer).contents()
            }?
            .code
        }
        expect(code(false), is: .forbiddenScheme)
        expect(code(true), is: .unreachable)
        let sound = self.code {
            guard case .unknown(let bytes, _) = try ExternalSound(location, access).open(CancelToken()) else { return }
            _ = try bytes.contents()
        }
        expect(sound, is: .unreachable)
    }

    @Test("headers are sent only to their server, and an item's own headers win")
    func headers() throws {
        let (own, other) = (try FaultServer(file: Self.film), try FaultServer(file: Self.film))
        let access = access()
        defer { access.close() }
        let header = try #require(HTTPHeader(line: "X-Room: key"))
        access.setHeaders([header], forServerOf: own.address("/any"))
        for server in [own, other] {
            try expect(access.open(server.text(), cancel: CancelToken()).contents(), is: Self.film)
        }
        let mine = try #require(HTTPHeader(line: "x-room: mine"))
        _ = try access.open(own.text("/mine"), cancel: CancelToken(), headers: [mine]).contents()
        expect(own.requests(for: "/film.bin").map { $0["x-room"] }, is: ["key"])
        expect(other.requests.map { $0["x-room"] }, is: [nil])
        expect(own.requests(for: "/mine").map { $0["x-room"] }, is: ["mine"])
    }

    @Test("INFO-06: an address that fails is replaced by the next one")
    func mirrors() throws {
        let server = try FaultServer { $0.path == "/gone" ? FaultReply(404) : .file(Self.film, for: $0) }
        let access = access()
        defer { access.close() }
        let media = try access.openMedia(
            anyOf: [server.text("/gone"), server.text("/there")], cancel: CancelToken())
        guard case .unknown(let bytes, let look) = media else {
            Issue.record("nothing to look into")
            return
        }
        guard case .bytes = try look() else {
            Issue.record("no bytes")
            return
        }
        try expect(bytes.contents(), is: Self.film)
        expect(server.requests(for: "/gone").count, is: 1)
    }

    @Test("a page is recognised by its content type, and the page handler decides what plays instead")
    func pages() throws {
        let server = try FaultServer { request in
            var reply = FaultReply(200, request.path == "/page" ? Array("<html>".utf8) : Self.film)
            reply.headers = [("Content-Type", request.path == "/page" ? "text/html" : "video/mp4")]
            return reply
        }
        let access = access()
        defer { access.close() }
        let page = PageOpener(recognizes: { $0?.hasPrefix("text/html") == true }) { _ throws(MediaError) in
            .elsewhere
        }
        for (path, isPage) in [("/page", true), ("/film", false)] {
            let media = try access.openMedia(server.text(path), cancel: CancelToken(), page: page)
            guard case .unknown(_, let look) = media else {
                Issue.record("nothing to look into")
                return
            }
            if case .elsewhere = try look() { #expect(isPage) } else { #expect(!isPage) }
        }
    }

    @Test("ADV-46: a failed low-latency address is replaced by its fallback, with a single notice")
    func fallback() throws {
        let deaf = try FaultServer(file: [1]).port
        let server = try FaultServer(file: Self.film)
        let access = access { $0.lowLatencyFallback = .address(server.text("/other")) }
        defer { access.close() }
        let media = try access.openMedia("rtmp://127.0.0.1:\(deaf)/live/x", cancel: CancelToken())
        guard case .bytes(let bytes) = media else {
            Issue.record("no bytes")
            return
        }
        try expect(bytes.contents(), is: Self.film)
        let notices = access.takeNotices()
        #expect(notices.count == 1 && notices[0].contains("/other"))
        #expect(access.takeNotices().isEmpty)
        let none = self.access { $0.lowLatencyFallback = .none }
        #expect(code { _ = try none.openMedia("rtmp://127.0.0.1:\(deaf)/live/x", cancel: CancelToken()) } != nil)
        #expect(none.takeNotices().isEmpty)
    }

    @Test("ADV-54, ADV-58: with a cache a cacheable resource is fetched only once, and any other one each time")
    func cached() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let server = try FaultServer(file: Self.film)
        let access = access {
            $0.cache.isOn = true
            $0.cacheFolder = folder.path
        }
        defer { access.close() }
        #expect(access.hasCache)
        for _ in 0..<2 {
            try expect(access.open(server.text(), cancel: CancelToken(), keeps: true).contents(), is: Self.film)
        }
        let count = server.requests.count
        expect(count, is: 1)
        _ = try access.open(server.text(), cancel: CancelToken()).contents()
        expect(server.requests.count, is: count + 1)
    }

    @Test(
        "a live source is retried soon, also through the cache and at several addresses", .timeLimit(.minutes(1)),
        arguments: [(keeps: false, count: 1), (true, 1), (false, 2), (true, 2)])
    func hurried(_ trial: (keeps: Bool, count: Int)) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let server = try FaultServer { $0.number == 0 ? FaultReply(503) : .file(Self.film, for: $0) }
        // Without haste, the second request follows an hour after the first one.
        let access = access {
            $0.http = settings { ($0.retries, $0.timeout) = (1, .seconds(3600)) }
            $0.cache.isOn = true
            $0.cacheFolder = folder.path
        }
        defer { access.close() }
        let locations = (0..<trial.count).map { server.text("/\($0)") }
        let media = try access.openMedia(anyOf: locations, cancel: CancelToken(), keeps: trial.keeps)
        guard case .unknown(let bytes, _) = media else {
            Issue.record("no bytes")
            return
        }
        try #require(bytes as? any NetworkByteSource).hurry()
        try expect(bytes.contents(), is: Self.film)
    }

    @Test("ADV-61: without a cache nothing is preloaded")
    func preload() throws {
        let access = access()
        defer { access.close() }
        #expect(!access.hasCache)
        #expect(code { _ = try access.openPreload("http://127.0.0.1/a.mp4", cancel: CancelToken()) } == .notPermitted)
        expect(code { _ = try access.openPreload("/a.mp4", cancel: CancelToken()) }, is: .forbiddenScheme)
    }

    @Test("a list at an address may name files beside it but no local file")
    func lists() throws {
        let text = "#EXTM3U\n#EXTINF:10,A film\n../film.mp4\nfile:///etc/passwd\n"
        let server = try FaultServer {
            $0.path == "/lists/all.m3u" ? FaultReply(200, Array(text.utf8)) : FaultReply(404)
        }
        let access = access()
        defer { access.close() }
        var loader = access.playlistLoader(isRecursive: false)
        let videos = loader.loadList(server.text("/lists/all.m3u")).videos
        expect(videos.map { $0.sources[0].location }, is: [server.text("/film.mp4")])
        #expect(loader.problems.map(\.location) == ["file:///etc/passwd"])
        _ = loader.loadList(server.text("/gone.m3u"))
        expect(loader.problems.count, is: 2)
    }

    @Test("ADV-72: the next item's host is connected to only once, and only if it is another host without TLS")
    func preconnect() throws {
        let (first, second) = (try FaultServer(file: Self.film), try FaultServer(file: Self.film))
        let access = access()
        defer { access.close() }
        _ = try access.open(first.text(), cancel: CancelToken()).size
        access.preconnect(next: first.text("/next"), after: first.text())
        access.preconnect(next: "https://127.0.0.1/", after: first.text())
        access.preconnect(next: second.text(), after: first.text())
        access.preconnect(next: second.text("/other"), after: first.text())
        #expect(second.wait { $0.connectionCount == 1 })
        #expect(second.requests.isEmpty)
        expect(first.connectionCount, is: 1)
    }

    @Test("sound files of an item are those named, then those beside it and in the search folders")
    func sounds() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.resolvingSymlinksInPath().path
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("dubs"), withIntermediateDirectories: true)
        for name in [
            "film.mkv", "film.flac", "film.en.mka", "my film.mp3", "other.mp3", "film.srt", "dubs/film.fr.ac3",
        ] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        let access = access()
        defer { access.close() }
        func names(_ item: String, _ change: (inout SoundFiles) -> Void) -> [String]? {
            var files = SoundFiles()
            change(&files)
            var input = SessionInput(name: item) { _ throws(ByteSourceError) in MemoryByteSource(Data()) }
            input.add(files, of: item, access)
            return input.sounds?().map {
                $0.file.name.replacing(path + "/", with: "") + ($0.file.isFound ? "" : "!") + ($0.language ?? "")
            }
        }
        let film = path + "/film.mkv"
        expect(names(film) { _ in }, is: nil)
        let named = names(film) {
            $0.files = ["https://me:secret@host/a.flac", path + "/film.flac"]
            $0.search = .exact
            $0.folders = ["dubs"]
        }
        #expect(named == ["https://host/a.flac!", "film.flac!", "film.en.mkaen", "dubs/film.fr.ac3fr"])
        expect(names(film) { $0.search = .fuzzy }, is: ["film.flac", "film.en.mkaen", "my film.mp3"])
        expect(names(film) { $0.search = .all }?.last, is: "other.mp3")
        expect(names(path + "/film.flac") { $0.search = .exact }, is: ["film.en.mkaen"], "not itself")
        #expect(names("https://host/film.mkv") { $0.search = .all } == [])
    }

    @Test("a cue sheet beside a sound file is read as its chapters in any encoding; a film has none")
    func cueSheet() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        // 「ライブ」 in Shift JIS.
        let title: [UInt8] = [0x83, 0x89, 0x83, 0x43, 0x83, 0x75]
        let sheet =
            Array("FILE \"x.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"".utf8) + title
            + Array("\"\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:01:00\n".utf8)
        try Data(sheet).write(to: folder.appendingPathComponent("album.cue"))
        let access = access()
        defer { access.close() }
        let found = ChapterSource(beside: folder.path + "/album.flac", access)
        expect(found?.load(CancelToken()).map(\.title), is: ["ライブ", nil])
        expect(ChapterSource(beside: folder.path + "/none.flac", access)?.load(CancelToken()), is: [])
        #expect(ChapterSource(beside: folder.path + "/album.mkv", access) == nil)
        #expect(ChapterSource(beside: "https://host/album.flac", access) == nil)
    }
}
