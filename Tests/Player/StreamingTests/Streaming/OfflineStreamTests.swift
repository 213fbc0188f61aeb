import Addresses
import ByteCaches
import Foundation
import Media
import MediaSources
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Streaming

/// Streams that were played to their end once and then play without their server.
@Suite("Streams without a network", .timeLimit(.minutes(10)))
struct OfflineStreamTests {
    /// Plays the stream as an opening that finds its kept manifest.
    ///
    /// - Returns: The number of pictures, or `nil` if nothing was kept.
    private func playKept(_ address: Address, _ folder: StreamCacheFolder, isStrict: Bool = false) throws -> Int? {
        let cache = folder.open { $0.isStrict = isStrict }
        defer { cache.close(within: .seconds(60)) }
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        let environment = StreamEnvironment(cache: cache) { () throws(ByteSourceError) in client }
        guard let media = try StreamOpener(environment).openKept(address, cancel: CancelToken()) else { return nil }
        guard case .packets(let source) = media else { throw StreamPlayer.NotAStream() }
        let video = source.tracks.first { if case .video = $0.kind { true } else { false } }?.id
        var count = 0
        while let item = try source.read() {
            if case .packet(let packet) = item, packet.track == video { count += 1 }
        }
        return count
    }

    @Test(
        "ADV-57: a stream that was played once plays again without its server, even days later",
        arguments: StreamPlayingTests.manifests)
    func again(_ name: String) throws {
        let folder = StreamCacheFolder()
        let address: Address
        do {
            let server = try FaultServer { StreamNetworkTests.reply($0) }
            address = server.address("/" + name + "?token=s3cr3t")
            try expect(folder.play(server, "/" + name + "?token=s3cr3t"), is: 250)
        }
        folder.calendar.withLock { $0 += 40 * CacheSettings.freshness }
        try expect(playKept(address, folder), is: 250)
    }

    @Test("ADV-57: a reachable server is asked for the manifest, and its answer counts")
    func newer() throws {
        let folder = StreamCacheFolder()
        let isShort = Monitor(false)
        let server = try FaultServer { request in
            guard request.path == "/list.m3u8" else { return StreamNetworkTests.reply(request) }
            let count = isShort.withLock { $0 } ? 2 : 5
            let lines = (0..<count).map { "#EXTINF:2.0,\n/ts/low\($0).ts\n" }.joined()
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines)#EXT-X-ENDLIST\n"
            return .file(Array(text.utf8), for: request)
        }
        try expect(folder.play(server, "/list.m3u8"), is: 250)
        isShort.update { $0 = true }
        try expect(playKept(server.address("/list.m3u8"), folder), is: 100)
        expect(server.requests(for: "/list.m3u8").count, is: 2)
    }

    @Test("ADV-57: a refusal by the server prevents playback from the cache")
    func refused() throws {
        let folder = StreamCacheFolder()
        let isRefused = Monitor(false)
        let server = try FaultServer { isRefused.withLock { $0 } ? FaultReply(403) : StreamNetworkTests.reply($0) }
        try expect(folder.play(server, "/ts/low.m3u8"), is: 250)
        isRefused.update { $0 = true }
        #expect(throws: MediaError.self) { try playKept(server.address("/ts/low.m3u8"), folder) }
    }

    @Test("ADV-57: with strict authorisation no manifest is kept, and a kept one is not used")
    func strict() throws {
        let (strict, other) = (StreamCacheFolder(), StreamCacheFolder())
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        let address = server.address("/ts/low.m3u8")
        try expect(strict.play(server, "/ts/low.m3u8") { $0.isStrict = true }, is: 250)
        try expect(playKept(address, strict), is: nil)
        try expect(other.play(server, "/ts/low.m3u8"), is: 250)
        try expect(playKept(address, other, isStrict: true), is: nil)
    }

    @Test("ADV-57: a stream that was kept only in part fails without its server")
    func partly() throws {
        let folder = StreamCacheFolder()
        let address: Address
        do {
            let server = try FaultServer { StreamNetworkTests.reply($0) }
            address = server.address("/ts/low.m3u8")
            let cache = folder.open()
            defer { cache.close(within: .seconds(60)) }
            _ = try StreamPlayer(address: address, cache: cache).packets(120)
        }
        #expect(throws: MediaError.self) { try playKept(address, folder) }
    }
}
