import Addresses
import ByteCaches
import Foundation
import Manifests
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing
import Transport

@testable import Streaming

/// Streams that are cached on the disk while they play, and the requests of the next run.
@Suite("Streams and the cache on disk", .timeLimit(.minutes(10)))
struct StreamCacheTests {
    private func isMedia(_ request: ReceivedRequest) -> Bool {
        !request.path.hasSuffix(".m3u8") && !request.path.hasSuffix(".mpd")
    }

    /// The resource and range of a request.
    private struct Part: Hashable {
        let path: String
        let range: String?

        init(_ request: ReceivedRequest) {
            path = request.path
            range = request["range"]
        }
    }

    @Test(
        "ADV-54, ADV-59: segments, initialisation sections, parts and keys that were played once are not fetched again",
        arguments: StreamPlayingTests.manifests)
    func again(_ name: String) throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        try expect(folder.play(server, "/" + name), is: 250)
        let first = server.requests.count
        #expect(server.requests.contains(where: isMedia))
        try expect(folder.play(server, "/" + name), is: 250)
        let second = server.requests.dropFirst(first)
        #expect(!second.isEmpty, "the manifests only")
        // A busy machine measures another rate and may choose another definition.
        let known = Set(server.requests.prefix(first).map(Part.init))
        #expect(!second.contains { isMedia($0) && known.contains(Part($0)) }, "the manifests only")
    }

    @Test("ADV-59: a jump back is answered from the disk, and the statistics count it")
    func jump() throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        try folder.play(server, "/ts/high.m3u8")
        let cache = folder.open()
        defer { cache.close() }
        let count = server.requests.count
        let player = try StreamPlayer(address: server.address("/ts/high.m3u8"), cache: cache)
        try expect(player.picture(at: .milliseconds(8005))?.number, is: 200)
        try expect(player.picture(at: .milliseconds(2405))?.number, is: 60)
        #expect(server.requests.dropFirst(count).filter(isMedia).isEmpty)
        let network = try #require(player.source.network?.network)
        expect(network.cachedByteCount.map { $0 > 0 }, is: true)
        expect(network.byteCount, is: 0)
        expect(player.source.stream?.status.statistics.fetchedBytes, is: 0)
    }

    @Test("stale data is revalidated after hours, and the server sends none of it again")
    func stale() throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer { request in
            let reply = StreamNetworkTests.reply(request)
            guard request["if-none-match"] == "\"v1\"" else { return reply }
            return FaultReply(304)
        }
        try folder.play(server, "/ts/high.m3u8")
        let first = server.requests.count
        folder.calendar.withLock { $0 += 2 * CacheSettings.freshness }
        try expect(folder.play(server, "/ts/high.m3u8"), is: 250)
        let second = server.requests.dropFirst(first).filter(isMedia)
        expect(second.count, is: 5)
        #expect(second.allSatisfy { $0["if-none-match"] == "\"v1\"" })
        try folder.play(server, "/ts/high.m3u8")
        expect(server.requests.count, is: first + second.count + 2, "now it is known to be the newest")
    }

    @Test("a new version of a segment replaces the cached one, even if only a part of that is cached")
    func changed() throws {
        let folder = StreamCacheFolder()
        let isNew = Monitor(false)
        let server = try FaultServer { request in
            let other = isNew.withLock { $0 }
            let path = other ? request.path.replacing("/ts/low", with: "/ts/high") : request.path
            guard let data = FileManager.default.contents(atPath: Fixtures.path("streams" + path)) else {
                return FaultReply(404)
            }
            // The first time the third segment breaks for good.
            let breaks = !other && path.hasSuffix("low2.ts")
            return .file(
                Array(data), for: request, entityTag: other ? "\"v2\"" : "\"v1\"",
                faults: breaks ? [.reset(after: 9000)] : [])
        }
        var settings = HTTPSettings(userAgent: "test")
        settings.retries = 0
        settings.timeout = .milliseconds(2000)
        do {
            let cache = folder.open()
            defer { cache.close() }
            let player = try StreamPlayer(address: server.address("/ts/low.m3u8"), settings: settings, cache: cache)
            _ = try player.packets(50)
        }
        isNew.update { $0 = true }
        folder.calendar.withLock { $0 += 2 * CacheSettings.freshness }
        try expect(folder.play(server, "/ts/low.m3u8"), is: 250)
    }

    @Test("ADV-57: with strict authorisation keys are always fetched, and segments need a readable manifest")
    func strict() throws {
        let folder = StreamCacheFolder()
        let name = try #require(StreamPlayingTests.manifests.first { $0.contains("aes") || $0.contains("encrypted") })
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        try folder.play(server, "/" + name) { $0.isStrict = true }
        let first = server.requests.count
        try expect(folder.play(server, "/" + name) { $0.isStrict = true }, is: 250)
        let second = server.requests.dropFirst(first).filter(isMedia)
        expect(second.count, is: 1, "\(second.map(\.path))")
        #expect(second.allSatisfy { $0.path.contains("key") }, "\(second.map(\.path))")
        let all = server.requests.count
        let gone = try FaultServer { _ in FaultReply(403) }
        #expect(throws: MediaError.self) { try folder.play(gone, "/" + name) { $0.isStrict = true } }
        expect(server.requests.count, is: all)
    }

    @Test("ADV-56: stripped parameters are ignored in the cache keys of segments, never in those of encryption keys")
    func names() throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer { request in
            if request.path == "/key" { return .file([UInt8](repeating: 7, count: 16), for: request) }
            return StreamNetworkTests.reply(request)
        }
        for number in 1...2 {
            let cache = folder.open { $0.keyRule.strippedParameters = ["127.0.0.1": ["token", "video"]] }
            defer { cache.close() }
            let access = ResourceAccess(
                StreamEnvironment(cache: cache) { () throws(ByteSourceError) in try Self.client() }, folder: nil,
                cancel: CancelToken())
            for (path, kind) in [
                ("/key?video=\(number)", CacheKey.Kind.encryptionKey), ("/ts/low0.ts?token=\(number)", .media),
            ] {
                let address = try #require(Address(server.text(path)))
                _ = try access.bytes(.address(address), nil, kind: kind, limit: 1 << 20)
            }
        }
        expect(server.requests.map(\.path), is: ["/key", "/ts/low0.ts", "/key"])
    }

    private static func client() throws(ByteSourceError) -> HTTPClient {
        guard let client = HTTPClient(HTTPSettings(userAgent: "test")) else {
            throw ByteSourceError(.noLibrary, operation: "open", context: "")
        }
        return client
    }

    @Test("nothing of a live stream is kept")
    func live() throws {
        let folder = StreamCacheFolder()
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n/ts/low0.ts\n#EXTINF:2.0,\n/ts/low1.ts\n"
        let server = try FaultServer { request in
            request.path == "/live.m3u8" ? .file(Array(playlist.utf8), for: request) : StreamNetworkTests.reply(request)
        }
        let cache = folder.open()
        _ = try StreamPlayer(address: server.address("/live.m3u8"), cache: cache).packets(10)
        cache.close()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/data")
        #expect(server.requests.contains { $0.path.hasSuffix(".ts") })
        #expect(left.isEmpty)
    }

    @Test("ADV-59: segments fetched on a fast line are played again even if the bandwidth is unknown")
    func definitions() throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        do {
            // The first segment in the lowest definition, the others in the highest.
            let cache = folder.open()
            defer { cache.close(within: .seconds(60)) }
            for name in ["low0", "high1", "high2", "high3", "high4"] {
                let address = try #require(Address(server.text("/ts/\(name).ts")))
                let client = try Self.client()
                let access = ResourceAccess(
                    StreamEnvironment(cache: cache) { () throws(ByteSourceError) in client }, folder: nil,
                    cancel: CancelToken())
                _ = try access.bytes(.address(address), nil, limit: 1 << 20)
            }
        }
        let count = server.requests.count
        let cache = folder.open()
        defer { cache.close() }
        let player = try StreamPlayer(address: server.address("/ts/master.m3u8"), startBandwidth: 200_000, cache: cache)
        let pictures = try player.packets().count { $0.track == player.video }
        expect(pictures, is: 250)
        #expect(server.requests.dropFirst(count).filter(isMedia).map(\.path).isEmpty)
    }

    @Test("ADV-61: a preloaded stream starts from the cache, and only the requested seconds are preloaded")
    func preload() throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        let cache = folder.open()
        defer { cache.close() }
        let client = try Self.client()
        var environment = StreamEnvironment(cache: cache) { () throws(ByteSourceError) in client }
        environment.isPreload = true
        let cancel = CancelToken()
        func load(_ path: String, _ seconds: Int) throws -> Bool {
            let source = HTTPByteSource(HTTPRequest(server.address(path)), client: client, cancel: cancel)
            return try StreamPreload(source, StreamOpener(environment), cancel: cancel).preload(
                .seconds(seconds), shouldContinue: { _ in true })
        }
        #expect(try load("/ts/master.m3u8", 3))
        let loaded = server.requests.filter(isMedia).map(\.path)
        expect(loaded.count, is: 2, "two segments of two seconds: \(loaded)")
        let player = try StreamPlayer(address: server.address("/ts/master.m3u8"), cache: cache)
        try expect(player.packets(20).count, is: 20)
        let asked = server.requests.filter(isMedia).map(\.path)
        expect(Set(asked).count, is: asked.count, "none of them again")
        #expect(throws: ByteSourceError.self) { _ = try load("/gone.m3u8", 3) }
    }

    @Test("ADV-61: a live stream is not preloaded")
    func preloadLive() throws {
        let folder = StreamCacheFolder()
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n/ts/low0.ts\n#EXTINF:2.0,\n/ts/low1.ts\n"
        let server = try FaultServer { request in
            request.path == "/live.m3u8" ? .file(Array(playlist.utf8), for: request) : StreamNetworkTests.reply(request)
        }
        let cache = folder.open()
        defer { cache.close() }
        let client = try Self.client()
        let cancel = CancelToken()
        let environment = StreamEnvironment(cache: cache) { () throws(ByteSourceError) in client }
        let source = HTTPByteSource(HTTPRequest(server.address("/live.m3u8")), client: client, cancel: cancel)
        #expect(
            try !StreamPreload(source, StreamOpener(environment), cancel: cancel).preload(.seconds(1)) { _ in true })
    }

    @Test(
        "ADV-59: with nginx, TLS and HTTP/2 a second run requests no segment, and a run hours later revalidates them",
        .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
    func nginx() throws {
        let names = ["low.m3u8"] + (0..<5).map { "low\($0).ts" }
        var files: [String: [UInt8]] = [:]
        for name in names {
            files[name] = Array(try #require(FileManager.default.contents(atPath: Fixtures.path("streams/ts/" + name))))
        }
        let server = try NginxServer(files: files, locations: "location / { alias ROOT/; access_log ROOT/log; }")
        let address = try #require(Address("https://localhost:\(server.securePort)/low.m3u8"))
        var settings = HTTPSettings(userAgent: "test")
        settings.caFile = server.authority
        let folder = StreamCacheFolder()
        /// Returns the statuses of all segment requests. nginx writes them a moment after the answer.
        func answers(_ count: Int) throws -> [String] {
            var lines: [Substring] = []
            _ = try eventually {
                let log = try String(contentsOf: server.folder.appendingPathComponent("root/log"), encoding: .utf8)
                lines = log.split(separator: "\n").filter { $0.contains(".ts HTTP/2.0") }
                return lines.count >= count
            }
            return lines.map { String($0.split(separator: "\"")[2].prefix(4).dropFirst()) }
        }
        func play() throws {
            let cache = folder.open()
            defer { cache.close(within: .seconds(60)) }
            let player = try StreamPlayer(address: address, settings: settings, cache: cache)
            try expect(player.packets().count { $0.track == player.video }, is: 250)
        }
        try play()
        try play()
        try expect(answers(5), is: Array(repeating: "200", count: 5))
        folder.calendar.withLock { $0 += 2 * CacheSettings.freshness }
        try play()
        try expect(answers(10).suffix(5), is: Array(repeating: "304", count: 5)[...])
    }
}
