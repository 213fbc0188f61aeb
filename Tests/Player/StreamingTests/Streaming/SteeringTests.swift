import Addresses
import Foundation
import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

@Suite("Content steering", .timeLimit(.minutes(10)))
struct SteeringTests {
    /// An exchange with an immediate answer.
    private struct Answered: SteeringExchange {
        let text: String
        let place: Address
        var hasEnded: Bool { true }

        func answer(limit: Int) throws(ByteSourceError) -> (bytes: [UInt8], place: Address) {
            guard text != "410" else { throw ByteSourceError(.httpStatus(410), operation: "read", context: "") }
            return (Array(text.utf8), place)
        }
    }

    private static func answer(_ pathways: [String], _ rest: String = "") -> String {
        let names = pathways.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"VERSION\": 1, \(rest)\"PATHWAY-PRIORITY\": [\(names)]}"
    }

    @Test(
        "the steering server is asked at once and then at its interval, with pathway and throughput, until it refuses")
    func intervals() throws {
        let clock = ManualClock()
        let server = try #require(Address("https://s.example/steer?session=7"))
        let asked = Monitor<[String]>([])
        let answers = Monitor([
            Self.answer(["B", "A"], "\"TTL\": 60, \"RELOAD-URI\": \"https://t.example/next\", "), Self.answer(["A"]),
            "410",
        ])
        let steering = try #require(
            StreamSteering(
                ContentSteering(server: .address(server), pathway: "A"), isHLS: true, clock: clock
            ) { question throws(ByteSourceError) in
                asked.withLock { $0.append(question.text) }
                return Answered(text: answers.withLock { $0.removeFirst() }, place: question)
            })
        expect(steering.update(pathway: "A", throughput: nil), is: nil)
        expect(steering.update(pathway: "A", throughput: nil), is: ["B", "A"])
        clock.advance(by: .seconds(59))
        expect(steering.update(pathway: "B x", throughput: 5_000_000), is: nil)
        expect(asked.withLock { $0.count }, is: 1)
        clock.advance(by: .seconds(1))
        expect(steering.update(pathway: "B x", throughput: 5_000_000), is: nil)
        expect(steering.update(pathway: "B x", throughput: 5_000_000), is: ["A"])
        // The default interval is five minutes.
        clock.advance(by: .seconds(299))
        expect(steering.update(pathway: "A", throughput: 1), is: nil)
        clock.advance(by: .seconds(1))
        for _ in 0..<3 { expect(steering.update(pathway: "A", throughput: 1), is: nil) }
        // A 410 ends the requests.
        clock.advance(by: .seconds(9000))
        for _ in 0..<3 { expect(steering.update(pathway: "A", throughput: 1), is: nil) }
        #expect(
            asked.withLock { $0 } == [
                "https://s.example/steer?session=7&_HLS_pathway=A",
                "https://t.example/next?_HLS_pathway=B%20x&_HLS_throughput=5000000",
                "https://t.example/next?_HLS_pathway=A&_HLS_throughput=1",
            ])
    }

    @Test(
        "INFO-06: a steering server's answer moves the stream to another network, and a failure there moves it back"
    )
    func moves() throws {
        let codecs = "CODECS=\"avc1.64000b,mp4a.40.2\",RESOLUTION=256x64"
        let master =
            "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steer\",PATHWAY-ID=\"B\"\n"
            + ["A", "B"].map {
                "#EXT-X-STREAM-INF:BANDWIDTH=300000,\(codecs),PATHWAY-ID=\"\($0)\"\n/\($0)/mid.m3u8\n"
            }.joined()
        let isAGone = Monitor(false)
        let server = try FaultServer { request in
            switch request.path {
            case "/master.m3u8": return FaultReply(200, Array(master.utf8))
            case "/steer": return FaultReply(200, Array(Self.answer(["A", "B"]).utf8))
            default:
                if request.path.hasPrefix("/A/"), isAGone.withLock({ $0 }) { return FaultReply(404) }
                let path = "/ts" + request.path.dropFirst(2)
                return StreamNetworkTests.reply(request, path: path)
            }
        }
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        func asks(_ prefix: String) -> Bool { server.requests.contains { $0.path.hasPrefix(prefix) } }
        #expect(asks("/B/mid0.ts"), "it begins where the manifest says")
        #expect(!asks("/A/"))
        let deadline = SystemClock().now + Patience.limit
        while !asks("/A/mid"), SystemClock().now < deadline {
            #expect(player.source.seek(to: .zero, direction: .atOrBefore))
            _ = try player.packets()
        }
        #expect(asks("/A/mid.m3u8"))
        #expect(server.requests.contains { $0.path == "/steer" && $0.query == "_HLS_pathway=B" })
        try expect(player.picture(at: .milliseconds(5005))?.number, is: 125)
        expect(player.source.stream?.status.network, is: 0)
        isAGone.withLock { $0 = true }
        try expect(player.picture(at: .milliseconds(9005))?.number, is: 225)
    }
}
