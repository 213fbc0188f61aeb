import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

/// Playlists with parts, from a server that holds requests back.
@Suite("Low-latency HLS", .timeLimit(.minutes(10)))
struct LowLatencyHLSTests {
    private static let frame = 1 / 24.0

    private func player(_ server: PartServer, _ path: String = "/low.m3u8") throws -> StreamPlayer {
        try StreamPlayer(address: server.server.address(path))
    }

    /// Returns the times of the pictures in display order.
    private func pictures(_ player: StreamPlayer, _ limit: Int = 100_000) throws -> [Double] {
        try player.packets(limit).filter { $0.track == player.video }.compactMap { $0.time?.inSeconds }.sorted()
    }

    /// Returns whether each picture from `start` to the end of the stream occurs once.
    private func isWhole(_ times: [Double], from start: Double) -> Bool {
        let count = Int(((12 - start) / Self.frame).rounded())
        return times.count == count && zip(times, 0...).allSatisfy { abs($0 - start - Double($1) * Self.frame) < 0.03 }
    }

    /// Returns the names of a range of parts, in order.
    private func parts(from first: Int, to last: Int = 23, _ name: String = "low") -> [String] {
        (first...last).map { "/\(name)/p\($0 / PartServer.perSegment).\($0 % PartServer.perSegment).mp4" }
    }

    @Test(
        "ADV-82: playing begins the server's distance before the end and makes one request for each list and each part")
    func plays() throws {
        let server = try PartServer(18, PartServer.Manner(awaitsHints: true))
        let player = try player(server)
        let live = try #require(player.source.stream?.status.live)
        expect(live.windowLength, is: .seconds(9), "with the parts of the segment that is not complete")
        expect(live.lowLatency, is: .milliseconds(1500))
        #expect(live.livePosition(at: live.edge.hostTime) <= .milliseconds(7500) + .seconds(1))
        expect(player.source.naturalStart, is: .seconds(7), "the last part before that with which decoding can start")
        #expect(isWhole(try pictures(player), from: 7))
        expect(server.media(), is: parts(from: 14))
        expect(
            server.questions(),
            is: [""]
                + (18...23).map { "_HLS_msn=\($0 / PartServer.perSegment)&_HLS_part=\($0 % PartServer.perSegment)" })
        expect(server.early, is: parts(from: 18), "each before it was listed")
        expect(player.source.stream?.status.live, is: nil)
        expect(player.source.stream?.status.duration, is: .seconds(12))
    }

    @Test("the live position is the server's distance behind the newest announced part")
    func distance() throws {
        let server = try PartServer(20)
        let player = try player(server)
        _ = try player.packets(200)
        let asked = try #require(server.questions().last)
        let numbers = asked.split(separator: "&").compactMap { $0.split(separator: "=").last.flatMap { Int($0) } }
        // The part of the last request is announced, or about to be.
        let announced = Double(numbers[0] * PartServer.perSegment + numbers[1] + 1) * 0.5
        let live = try #require(player.source.stream?.status.live)
        let distance = announced - live.livePosition(at: live.edge.hostTime).inSeconds
        #expect((1...2).contains(distance), "\(distance)")
    }

    @Test("parts may be ranges of their segment, whose rest arrives in one request as it is made")
    func ranges() throws {
        let server = try PartServer(18, PartServer.Manner(hasRanges: true))
        let player = try player(server)
        #expect(isWhole(try pictures(player), from: 7))
        let asked = server.server.requests.filter { $0.path == "/low/s5.mp4" }
        expect(asked.count, is: 1, "from the hint of its first part on")
        expect(asked.first?["range"], is: nil)
        let open = server.server.requests.filter { $0.path == "/low/s4.mp4" }.compactMap { $0["range"] }
        expect(open.count { $0.hasSuffix("-") }, is: 1, "what follows of the segment that was begun")
    }

    @Test("a server that answers at once is read as with plain lists, without a lost or repeated picture")
    func answersAtOnce() throws {
        let server = try PartServer(18, PartServer.Manner(holdsLists: false))
        let player = try player(server)
        #expect(isWhole(try pictures(player), from: 7))
        let questions = server.questions()
        expect(questions.count { $0.hasPrefix("_HLS_msn=4&_HLS_part=2") }, is: 2, "after two of them it is known")
        expect(questions.last?.isEmpty, is: true)
        #expect(server.media().contains("/low/s5.mp4"), "whole segments")
        #expect(!server.media().contains("/low/p5.0.mp4"))
    }

    @Test("after an encoder stood still, lists are read plainly for a while, and then by parts again")
    func standsStill() throws {
        let server = try PartServer(8, PartServer.Manner(stillLists: 2))
        let player = try player(server)
        #expect(isWhole(try pictures(player), from: 2))
        let questions = server.questions()
        expect(questions.dropFirst().prefix { !$0.isEmpty }.count, is: 2)
        expect(questions.dropFirst(3).prefix { $0.isEmpty }.count, is: 3)
        expect(questions.last, is: "_HLS_msn=5&_HLS_part=3")
    }

    @Test("a part that is missing until it is announced is requested again")
    func missingHints() throws {
        let server = try PartServer(18, PartServer.Manner(holdsParts: false))
        let player = try player(server)
        #expect(isWhole(try pictures(player), from: 7))
        expect(Set(server.media()), is: Set(parts(from: 14)))
        #expect(parts(from: 18).allSatisfy { server.server.requests(for: $0).count <= 2 }, "once before, once after")
    }

    @Test("a segment whose parts are no longer listed is read whole, without the pictures already read")
    func forgotten() throws {
        let server = try PartServer(18, PartServer.Manner(forgetsPartsFrom: 20))
        let player = try player(server)
        #expect(isWhole(try pictures(player), from: 7))
    }

    @Test("segments that a delta update skips are kept, and a wrong delta update is replaced by the whole list")
    func deltas() throws {
        for isWrong in [false, true] {
            let server = try PartServer(18, PartServer.Manner(skips: true, hasWrongDelta: isWrong))
            let player = try player(server)
            #expect(isWhole(try pictures(player), from: 7))
            let questions = server.questions()
            #expect(questions.dropFirst().contains { $0.hasSuffix("&_HLS_skip=YES") })
            expect(questions.count { $0.isEmpty }, is: (isWrong ? 2 : 1))
            try expect(player.picture(at: .milliseconds(1020))?.number, is: 24, "in what was left out")
        }
    }

    @Test("a jump into the incomplete segment reads from its last key frame on")
    func seeks() throws {
        let server = try PartServer(20)
        let player = try player(server)
        try expect(player.picture(at: .milliseconds(9530))?.number, is: 228)
        let media = Set(server.media())
        #expect(media.isSuperset(of: ["/low/p4.2.mp4", "/low/p4.3.mp4", "/low/s4.mp4"]))
        #expect(media.isDisjoint(with: ["/low/p4.0.mp4", "/low/p4.1.mp4"]))
        try expect(player.picture(at: .milliseconds(3020))?.number, is: 72)
        #expect(server.media().contains("/low/s1.mp4"), "old segments are read whole")
    }

    @Test("another definition takes over at a part, from a list as new as the rendition reports say")
    func switches() throws {
        let server = try PartServer(14)
        let player = try StreamPlayer(address: server.server.address("/master.m3u8"), startBandwidth: 150_000)
        let stream = try #require(player.source.stream)
        var times: [Double] = []
        while (times.last ?? 0) < 7.6 { times += try pictures(player, 1) }
        stream.selectDefinition(1)
        _ = player.source.switchEdges()
        times += try pictures(player)
        times.sort()
        expect(Set(times).count, is: times.count)
        expect(times.last.map { abs($0 - 12) < 0.1 }, is: true)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 0.06 }, "without a gap")
        expect(server.questions("mid").first?.hasPrefix("_HLS_msn="), is: true)
        #expect(!server.media("mid").isEmpty)
        expect(stream.status.definition, is: 1)
    }
}
