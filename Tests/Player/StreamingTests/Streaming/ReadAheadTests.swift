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

@Suite("Reading ahead onto the disk", .timeLimit(.minutes(10)))
struct ReadAheadTests {
    private static let mib = 1 << 20
    private static let film = (0..<(12 * mib)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }

    /// Ten minutes of film in twelve MiB, with the client, the cache, the reader, and the read-ahead.
    private struct Film {
        let cache: ByteCache
        let client: HTTPClient
        let reader: CachedByteSource
        let ahead: FileReadAhead
        static let duration = MediaTime.seconds(600)

        init(_ address: Address, _ folder: StreamCacheFolder) throws {
            let cache = folder.open()
            let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
            let environment = StreamEnvironment(cache: cache) { () throws(ByteSourceError) in client }
            let access = ResourceAccess(environment, folder: nil, cancel: CancelToken())
            reader = CachedByteSource(
                CacheKey(address), cache: cache, upstream: ServerResource(address, nil, access: access),
                cancel: access.cancel)
            ahead = FileReadAhead(address, environment)
            (self.cache, self.client) = (cache, client)
        }

        /// Reads bytes and notes the position for the read-ahead.
        func read(at offset: Int64, _ count: Int) throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            var done = 0
            while done < count {
                done += try bytes.withUnsafeMutableBytes { buffer throws(ByteSourceError) in
                    try reader.read(
                        at: offset + Int64(done), into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
                }
            }
            ahead.noteRead(to: offset + Int64(count), size: reader.item == nil ? nil : reader.size)
            return bytes
        }

        /// Requests again and again, as a session does, until this amount is held. Returns the amount, or `nil` on
        /// failure.
        func wait(for amount: MediaTime, of wanted: MediaTime) -> MediaTime? {
            var held: MediaTime?
            let isSo = eventually {
                held = ahead.hold(wanted, of: Self.duration)
                return held.map { $0 >= amount } ?? true
            }
            return isSo ? held : nil
        }

        func close() {
            ahead.close()
            cache.close(within: .seconds(60))
        }
    }

    @Test(
        "ADV-60: a file is read ahead onto the disk as far as wanted, and that part plays without its server"
    )
    func file() throws {
        let folder = StreamCacheFolder()
        var server: FaultServer? = try FaultServer(file: Self.film)
        let film = try Film(try #require(server?.address()), folder)
        defer { film.close() }
        expect(film.ahead.hold(.seconds(200), of: Film.duration), is: nil, "nothing is known of it yet")
        try expect(film.read(at: 0, 1000), is: Array(Self.film.prefix(1000)))
        expect(film.ahead.hold(.seconds(200), of: nil), is: nil, "bytes have no time without a duration")
        // 200 s are four MiB; the reader's own transfer brings the first one, and more.
        expect(film.wait(for: .seconds(200), of: .seconds(200)), is: .seconds(200))
        let ranges = server?.requests.compactMap { $0["range"] } ?? []
        expect(Set(ranges).count, is: ranges.count)
        #expect(!ranges.contains { $0.contains("-\(8 * Self.mib)") })
        expect(film.ahead.fetchedBytes, is: 4 * Int64(Self.mib))
        server = nil
        try expect(film.read(at: Int64(3 * Self.mib), Self.mib), is: Array(Self.film[(3 * Self.mib)..<(4 * Self.mib)]))
    }

    @Test("ADV-60: after a jump the read-ahead continues there, and data on the disk is not requested again")
    func jump() throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer(file: Self.film)
        let film = try Film(server.address(), folder)
        defer { film.close() }
        _ = try film.read(at: 0, 1000)
        expect(film.wait(for: .seconds(50), of: .seconds(50)), is: .seconds(50))
        _ = try film.read(at: Int64(9 * Self.mib), 1000)
        expect(film.wait(for: .seconds(50), of: .seconds(50)), is: .seconds(50))
        let before = film.ahead.fetchedBytes
        _ = try film.read(at: 0, 1000)
        expect(film.wait(for: .seconds(50), of: .seconds(50)), is: .seconds(50))
        expect(film.ahead.fetchedBytes, is: before)
    }

    @Test("ADV-60, ADV-59: cache hits equal the bytes read ahead in the same run, so none count as saved")
    func figures() throws {
        let folder = StreamCacheFolder()
        let server = try FaultServer(file: Self.film)
        let film = try Film(server.address(), folder)
        defer { film.close() }
        _ = try film.read(at: 0, 1000)
        expect(film.wait(for: .seconds(200), of: .seconds(200)), is: .seconds(200))
        _ = try film.read(at: Int64(2 * Self.mib), 4 * Self.mib)
        expect(film.reader.use.hits, is: film.ahead.fetchedBytes)
    }

    /// Returns a playlist that lists all segments `rounds` times, each time under other addresses.
    private static func long(_ rounds: Int, isEnded: Bool = true) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
        for round in 0..<rounds {
            text += "#EXT-X-DISCONTINUITY\n"
            for number in 0..<5 { text += "#EXTINF:2.0,\n/ts/low\(number).ts?round=\(round)\n" }
        }
        return Array((text + (isEnded ? "#EXT-X-ENDLIST\n" : "")).utf8)
    }

    private func stream(
        _ server: FaultServer, _ cache: ByteCache
    ) throws -> (source: any PacketSource, link: any DiskBuffer) {
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        var environment = StreamEnvironment(cache: cache) { () throws(ByteSourceError) in client }
        environment.holdsAhead = true
        let cancel = CancelToken()
        let bytes = HTTPByteSource(HTTPRequest(server.address("/long.m3u8")), client: client, cancel: cancel)
        guard case .packets(let source) = try StreamOpener(environment).open(bytes, cancel: cancel) else {
            throw StreamPlayer.NotAStream()
        }
        return (source, try #require(source.network as? any DiskBuffer))
    }

    private func server(isEnded: Bool = true) throws -> FaultServer {
        try FaultServer { request in
            request.path == "/long.m3u8"
                ? .file(Self.long(10, isEnded: isEnded), for: request) : StreamNetworkTests.reply(request)
        }
    }

    private func wait(_ link: any DiskBuffer, for amount: MediaTime, of wanted: MediaTime) -> MediaTime? {
        var held: MediaTime?
        let isSo = eventually {
            held = link.hold(wanted, of: nil)
            return held.map { $0 >= amount } ?? true
        }
        return isSo ? held : nil
    }

    @Test("ADV-60: the next segments of a stream are read ahead onto the disk and play without its server")
    func segments() throws {
        let folder = StreamCacheFolder()
        let cache = folder.open()
        defer { cache.close(within: .seconds(60)) }
        var server: FaultServer? = try server()
        let (source, link) = try stream(try #require(server), cache)
        _ = try source.read()
        expect(wait(link, for: .seconds(60), of: .seconds(60)), is: .seconds(60))
        let asked = server?.requests.filter { $0.path.hasSuffix(".ts") }.map { "\($0.path)?\($0.query ?? "")" } ?? []
        expect(Set(asked).count, is: asked.count, "\(asked.count)")
        #expect((30...33).contains(asked.count), "\(asked.count)")
        let network = try #require(source.network?.network)
        expect(network.cachedByteCount, is: 0)
        #expect(network.byteCount > 0)
        // The source itself has requested the second segment; this reads it to its end.
        #expect(try read(source, to: .seconds(5)) >= .seconds(5))
        expect(wait(link, for: .seconds(60), of: .seconds(60)), is: .seconds(60))
        server = nil
        // The first picture after these 60 s is in a segment that was not read ahead.
        #expect(try read(source, to: .seconds(59)) >= .seconds(59))
    }

    /// - Returns: The last time reached.
    private func read(_ source: any PacketSource, to last: MediaTime) throws -> MediaTime {
        var end = MediaTime.zero
        while end < last, let item = try source.read() {
            if case .packet(let packet) = item, let time = packet.decodingTime { end = max(end, time) }
        }
        return end
    }

    @Test("ADV-60: nothing of a live stream is held on the disk")
    func live() throws {
        let folder = StreamCacheFolder()
        let cache = folder.open()
        defer { cache.close(within: .seconds(60)) }
        let server = try server(isEnded: false)
        let (source, link) = try stream(server, cache)
        _ = try source.read()
        expect(link.hold(.seconds(60), of: nil), is: nil)
    }
}
