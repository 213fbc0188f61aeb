import Catalogue
import DownloadClient
import DownloadModel
import Downloads
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import DownloadService

/// Offers: the definitions that clients can ask for before they download.
struct PreparationTests {
    private static let master = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2"
        high/list.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=426x240,CODECS="avc1.4d401f,mp4a.40.2"
        low/list.m3u8
        """
    private static let manifest = """
        { "tvplay": 1, "videos": [ { "id": "a", "title": "Waves", "definitions": [
            { "key": "720p", "name": "HD", "width": 1280, "height": 720, "bitrate": 2000000, "addresses": [ "a.mp4" ] },
            { "key": "audio", "addresses": [ "a.m4a" ] } ] } ] }
        """

    private func server() throws -> FaultServer {
        try FaultServer { request in
            switch request.path {
            case "/master.m3u8": .file(Array(Self.master.utf8), for: request)
            case "/list.tvplay.json": .file(Array(Self.manifest.utf8), for: request)
            case "/film.mp4": .file(Array("nothing to see".utf8), for: request)
            case "/held": FaultReply(200, [], faults: [.hold])
            default: FaultReply(404)
            }
        }
    }

    private func bench() throws -> ServerBench {
        try ServerBench { client in
            let transport = HTTPServiceTransport(client)
            let manifest = ManifestProvider(transport: transport, now: { 0 }) { _, _ throws(ByteSourceError) in [] }
            return CatalogueResolver(
                client: client, manifest: manifest, peerTube: PeerTubeProvider(transport: transport), ytDlp: nil,
                tokens: nil)
        }
    }

    /// Asks for an offer and waits for its event.
    private func offer(_ client: DownloadClient, _ address: String) throws -> Result<DownloadOffer, DownloadProblem> {
        let ticket = try client.call(.prepare, [.string(address)]).text
        let deadline = SystemClock().now + .seconds(120)
        while SystemClock().now < deadline {
            guard let news = try client.nextNotification() else { continue }
            expect(news.event, is: .prepared)
            let result = try #require(DownloadPreparationResult(news.parameter))
            expect(result.ticket, is: ticket)
            return result.offer
        }
        throw ServerBench.Failure()
    }

    @Test(
        "ADV-76, ADV-77, ADV-78: an event lists the definitions of a stream or a catalogue video without a download"
    )
    func offers() throws {
        let (server, bench) = (try server(), try bench())
        let client = try bench.client()
        let stream = try offer(client, server.text("/master.m3u8")).get()
        expect(Set(stream.definitions.map(\.definitionKey.rawValue)), is: ["720p", "240p"])
        expect(stream.definitions.first { $0.definitionKey == .hd720 }?.width, is: 1280)
        let video = try offer(client, server.text("/list.tvplay.json")).get()
        expect(video.title, is: "Waves")
        expect(video.definitions.map(\.definitionKey), is: [.hd720, .audio])
        expect(video.definitions.first?.bitRate, is: 2_000_000)
        expect(video.definitions.first?.definitionName, is: "HD")
        let file = try offer(client, server.text("/film.mp4")).get()
        #expect(file.definitions.isEmpty)
        expect(file.size, is: 14)
        try expect(client.call(.list)["count"]?.integer, is: 0)
        #expect(server.requests(for: "/a.mp4").isEmpty)
    }

    @Test("ADV-77: an offer for an address that cannot be downloaded fails with a reason")
    func problems() throws {
        let (server, bench) = (try server(), try bench())
        let client = try bench.client()
        #expect(throws: DownloadProblem.self) { try offer(client, server.text("/missing.tvplay.json")).get() }
        let missing = try offer(client, server.text("/missing.mp4"))
        guard case .failure(let problem) = missing else { throw ServerBench.Failure() }
        expect(problem.code, is: .refused)
        expect(problem.number, is: 404)
        #expect(throws: DownloadClientError.self) { try client.call(.prepare, [.integer(5)]) }
    }

    @Test("ADV-80: a request for an offer is cancelled when its client disconnects")
    func given() throws {
        let (server, bench) = (try server(), try bench())
        var client: DownloadClient? = try bench.client()
        _ = try client?.call(.prepare, [.string(server.text("/held"))])
        #expect(server.wait { $0.requests(for: "/held").count == 1 })
        client = nil
        #expect(server.wait { $0.openConnectionCount == 0 })
    }
}
