import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

/// `streams/angles`: the transport streams, and beside them the same pictures with black for white and without sound.
/// In `apart.m3u8` the sound is a rendition of its own.
@Suite("Angles of a stream", .timeLimit(.minutes(10)))
struct StreamAngleTests {
    static let manifests = ["/angles/master.m3u8", "/angles/apart.m3u8"]

    private func opened(
        _ manifest: String, definition: Int = 0, _ reply: (@Sendable (ReceivedRequest) -> FaultReply)? = nil
    ) throws -> (player: StreamPlayer, server: FaultServer, stream: any StreamHandle) {
        let server = try FaultServer { reply?($0) ?? StreamNetworkTests.reply($0) }
        let player = try StreamPlayer(address: server.address(manifest), startBandwidth: 100_000)
        let stream = try #require(player.source.stream)
        stream.selectDefinition(definition)
        return (player, server, stream)
    }

    /// Switches as the player does, as if nothing had been decoded yet.
    private func switchOver(_ player: StreamPlayer, at position: MediaTime) throws -> MediaTime {
        player.source.stream?.note(
            StreamDemand(
                buffered: .seconds(5), position: position, rate: .normal, isAdvancing: true, grid: nil))
        let edge = try #require(player.source.switchEdges().first)
        player.source.switchOver(at: edge)
        return edge
    }

    private func expectWhole(_ sound: [Packet], until end: MediaTime) throws {
        for (one, next) in zip(sound, sound.dropFirst()) {
            let begin = try #require(next.time)
            let gap = try begin - #require(one.time) - #require(one.duration)
            #expect(abs(gap.inSeconds) < 0.001, "at \(begin)")
        }
        #expect(try #require(sound.last?.time) > end)
    }

    @Test("angles are video tracks with names and languages, and the default plays", arguments: manifests)
    func listed(_ manifest: String) throws {
        let (player, server, stream) = try opened(manifest)
        let videos = player.source.tracks.filter { if case .video = $0.kind { true } else { false } }
        expect(videos.map(\.title), is: ["Stage", "Reverse"])
        expect(videos.map(\.language), is: ["en", "de"])
        expect(videos.map(\.isDefault), is: [true, false])
        expect(stream.status.angles, is: videos.map(\.id))
        expect(stream.status.angle, is: videos[0].id)
        expect(Set(player.source.tracks.map(\.id)).count, is: player.source.tracks.count)
        expect(player.source.tracks.count, is: 3)
        try expect(player.picture(at: .milliseconds(5005))?.number, is: 125)
        #expect(!server.requests.contains { $0.path.hasPrefix("/angles/low") }, "an angle that nobody chose")
    }

    @Test("a chosen angle begins at an edge, and the sound has no gap, there and back", arguments: manifests)
    func switching(_ manifest: String) throws {
        let (player, server, stream) = try opened(manifest)
        let source = player.source
        source.select([0, try #require(source.tracks.last).id])
        let isMixed = source.switchedTracks.count == 2
        let early = try player.packets(300)
        stream.selectAngle(stream.status.angles[1])
        let there = try switchOver(player, at: .milliseconds(100))
        let later = try player.packets(300)
        expect(source.switchedTracks, is: [0], "the sound is none of the angle's")
        stream.selectAngle(stream.status.angles[0])
        let back = try switchOver(player, at: .seconds(3))
        #expect(back > there)
        // As the player does, cuts the switched tracks' packets that were read beyond the edge.
        let all =
            try early.filter { $0.track != 0 && !isMixed || ($0.time ?? .zero) < there }
            + later.filter { $0.track != 0 || ($0.time ?? .zero) < back } + player.packets()
        let pictures = all.filter { $0.track == 0 }.compactMap(\.time)
        expect(Set(pictures).count, is: 250)
        expect(pictures.count, is: 250)
        try expectWhole(all.filter { $0.track != 0 }, until: .milliseconds(9900))
        #expect(server.requests.contains { $0.path == "/angles/low2.ts" })
    }

    @Test("a jump shows the chosen angle, with the sound of that position", arguments: manifests)
    func jumping(_ manifest: String) throws {
        let (player, server, stream) = try opened(manifest)
        stream.selectAngle(stream.status.angles[1])
        for index in [125, 3, 249, 50, 49] {
            let picture = try #require(try player.picture(at: .milliseconds(index * 40 + 5)))
            expect(picture.number, is: 0xFFFF ^ index)
        }
        let sound = try #require(player.source.tracks.last).id
        player.source.select([0, sound])
        #expect(player.source.seek(to: .seconds(5), direction: .atOrBefore))
        #expect(player.source.parameters(of: sound) != nil)
        let packets = try player.packets().filter { $0.track == sound }
        #expect(abs(try #require(packets.first?.time).inSeconds - 4) < 0.3)
        try expectWhole(packets, until: .milliseconds(9900))
        #expect(server.requests.contains { $0.path == "/angles/low2.ts" })
    }

    @Test("an angle keeps its name when the definition changes", arguments: manifests)
    func definitions(_ manifest: String) throws {
        let (player, server, stream) = try opened(manifest)
        stream.selectAngle(stream.status.angles[1])
        _ = try player.packets(50)
        stream.selectDefinition(1)
        let picture = try #require(try player.picture(at: .milliseconds(5005)))
        expect(picture.number, is: 0xFFFF ^ 125)
        expect(picture.height, is: 64)
        #expect(server.requests.contains { $0.path == "/angles/mid2.ts" })
        expect(stream.status.definition, is: 1)
        expect(stream.status.angle, is: stream.status.angles[1])
    }

    @Test("an unavailable angle is replaced by the default, before and after it is chosen", arguments: manifests)
    func missing(_ manifest: String) throws {
        let (player, server, stream) = try opened(manifest) { request in
            request.path == "/angles/low.m3u8" ? FaultReply(404) : StreamNetworkTests.reply(request)
        }
        _ = try player.packets(100)
        stream.selectAngle(stream.status.angles[1])
        #expect(player.source.switchEdges().isEmpty)
        expect(stream.status.angle, is: stream.status.angles[0])
        try expect(player.picture(at: .milliseconds(5005))?.number, is: 125)
        stream.selectAngle(stream.status.angles[1])
        try expect(player.picture(at: .milliseconds(6005))?.number, is: 150)
        expect(stream.status.angle, is: stream.status.angles[0])
        #expect(server.requests.contains { $0.path == "/angles/low.m3u8" })
    }

    @Test("a muxed angle has its own sound, so the variant is not read beside it")
    func muxed() throws {
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Near",DEFAULT=YES,URI="ts/low.m3u8"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Far",URI="ts/high.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=150000,CODECS="avc1.64000a,mp4a.40.2",VIDEO="v"
            ts/low.m3u8
            """
        let (player, server, stream) = try opened("/muxed.m3u8") { request in
            request.path == "/muxed.m3u8" ? FaultReply(200, Array(master.utf8)) : StreamNetworkTests.reply(request)
        }
        expect(server.requests(for: "/ts/low.m3u8").count, is: 1)
        stream.selectAngle(stream.status.angles[1])
        try expect(player.picture(at: .milliseconds(5005))?.height, is: 128)
        #expect(player.source.seek(to: .zero, direction: .atOrBefore))
        let sound = try player.packets().filter { $0.track == 1 }
        try expectWhole(sound, until: .milliseconds(9900))
        #expect(server.requests(for: "/ts/low3.ts").isEmpty)
    }

    // MARK: choice

    private func group(_ id: String, _ members: [(name: String, isDefault: Bool, path: String?)]) -> [Rendition] {
        members.map { member in
            var result = Rendition(id: id + member.name, kind: .video)
            result.group = id
            result.name = member.name
            result.isDefault = member.isDefault
            result.sources = member.path.map { [RenditionSource(pathway: nil, content: .playlist(.file($0)))] } ?? []
            return result
        }
    }

    private func variant(_ path: String, _ group: String?) -> Rendition {
        var result = Rendition(id: path, kind: .muxed)
        result.videoGroup = group
        result.sources = [RenditionSource(pathway: nil, content: .playlist(.file(path)))]
        return result
    }

    private func choices(_ renditions: [Rendition], variants: Int) -> AngleChoices {
        AngleChoices(renditions, variants: Array(0..<variants), first: 0, firstID: 2)
    }

    @Test("an angle is chosen by name in the variant's group, or else the group's default or the variant itself")
    func names() {
        let renditions =
            [variant("a", "x"), variant("b", "y"), variant("c", nil), variant("d", "z")]
            + group("x", [("Main", true, nil), ("Left", false, "a-left"), ("Right", false, "a-right")])
            + group("y", [("Left", false, "b-left"), ("Main", true, "b-main")])
            + group("z", [("Main", false, "d"), ("Other", true, "d-other")])
        let choices = choices(renditions, variants: 4)
        expect(choices.list.map(\.name), is: ["Main", "Left", "Right", "Other"])
        expect(choices.list.map(\.id), is: [0, 2, 3, 4])
        expect(choices.first, is: 0)
        expect([0, 1, 2, 3].map { choices.rendition(of: 0, with: $0) }, is: [0, 8, 2, 3])
        expect([0, 1, 2, 3].map { choices.rendition(of: 2, with: $0) }, is: [5, 7, 2, 10])
        expect(choices.rendition(of: 3, with: 1), is: 8)
        expect(choices.rendition(of: 99, with: 1), is: 1)
    }

    @Test("a single angle, or a group that no variant names, is no choice")
    func none() {
        let alone = [variant("a", "x")] + group("x", [("Main", true, "a")])
        #expect(choices(alone, variants: 1).list.isEmpty)
        expect(choices(alone, variants: 1).first, is: nil)
        let foreign = [variant("a", nil)] + group("x", [("Main", true, "m"), ("Left", false, "l")])
        #expect(choices(foreign, variants: 1).list.isEmpty)
    }
}
