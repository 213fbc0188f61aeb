import Foundation
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing
import Transport

@testable import Streaming

@Suite("Sound of streams", .timeLimit(.minutes(10)))
struct StreamSoundTests {
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="One",LANGUAGE="en",DEFAULT=YES,URI="/mp4/media_3.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Two",LANGUAGE="de",URI="/two/media_3.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=189486,RESOLUTION=128x32,CODECS="avc1.64000a,mp4a.40.2",AUDIO="a"
        /mp4/media_0.m3u8

        """
    private static let mixed = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS="avc1.64000a,mp4a.40.2"
        /ts/low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
        /sound/low.m3u8

        """

    private func server() throws -> FaultServer {
        try FaultServer { request in
            switch request.path {
            case "/master.m3u8": .file(Array(Self.master.utf8), for: request)
            case "/mixed.m3u8": .file(Array(Self.mixed.utf8), for: request)
            case let path where path.hasPrefix("/two/"):
                StreamNetworkTests.reply(request, path: "/mp4" + path.dropFirst(4))
            case let path where path.hasPrefix("/sound/"):
                StreamNetworkTests.reply(request, path: "/ts" + path.dropFirst(6))
            default: StreamNetworkTests.reply(request)
            }
        }
    }

    private func sounds(_ source: any PacketSource) -> [Int] {
        source.tracks.filter { if case .audio = $0.kind { true } else { false } }.map(\.id)
    }

    private func segments(_ server: FaultServer, _ prefix: String) -> [String] {
        server.requests.map(\.path).filter { $0.hasPrefix(prefix) && !$0.contains("3-") && !$0.contains("init3") }
            .filter { $0.hasSuffix(".m4s") || $0.hasSuffix(".ts") }
    }

    @Test("PLAY-34: sound alone fetches no picture segments, and the pictures return at the right position")
    func soundOnly() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let source = player.source
        let (video, sound) = (try #require(player.video), sounds(source)[0])
        source.select([sound])
        #expect(source.seek(to: .seconds(4), direction: .atOrBefore))
        let before = segments(server, "/mp4/s0").count
        let packets = try player.packets()
        #expect(packets.allSatisfy { $0.track == sound })
        #expect(packets.count > 200)
        expect(segments(server, "/mp4/s0").count, is: before)
        #expect(before <= 2)
        source.select([video, sound])
        try expect(player.picture(at: .milliseconds(6005))?.number, is: 150)
    }

    @Test("PLAY-34: a stream begun without pictures fetches none until they are selected")
    func begunWithout() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/master.m3u8"), wantsPicture: false)
        let video = try #require(player.video, "it is listed all the same")
        #expect(player.source.parameters(of: video) == nil)
        #expect(segments(server, "/mp4/").isEmpty)
        player.source.select(Set([video, sounds(player.source)[0]]))
        expect(player.source.parameters(of: video)?.height, is: 32)
        try expect(player.picture(at: .milliseconds(3005))?.number, is: 75)
    }

    @Test("PLAY-34, CTRL-15: for muxed streams the audio-only variant plays if pictures are off")
    func variant() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/mixed.m3u8"))
        let source = player.source
        expect(source.stream?.status.definitions.count, is: 1)
        let (video, sound) = (try #require(player.video), try #require(sounds(source).first))
        source.select([sound])
        #expect(source.seek(to: .seconds(4), direction: .atOrBefore))
        let before = segments(server, "/ts/").count
        let times = try player.packets().compactMap(\.time)
        expect(segments(server, "/ts/").count, is: before)
        #expect(abs((times.first?.inSeconds ?? 0) - 4) < 0.2)
        #expect((times.last?.inSeconds ?? 0) > 9.8)
        source.select([video, sound])
        try expect(player.picture(at: .milliseconds(6005))?.number, is: 150)
    }

    @Test("a network that carries no pictures abandons them for the audio-only variant")
    func carried() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/mixed.m3u8": .file(Array(Self.mixed.utf8), for: request)
            case let path where path.hasPrefix("/sound/"):
                StreamNetworkTests.reply(request, path: "/ts" + path.dropFirst(6))
            case let path where path.hasSuffix(".ts"):
                StreamNetworkTests.reply(request, faults: [.throttle(bytesPerSecond: 3000)])
            default: StreamNetworkTests.reply(request)
            }
        }
        let player = try StreamPlayer(address: server.address("/mixed.m3u8"))
        let source = player.source
        let (stream, sound) = (try #require(source.stream), try #require(sounds(source).first))
        stream.note(StreamDemand(buffered: .zero, position: .zero, rate: .normal, isAdvancing: true, grid: nil))
        while stream.status.carriesPictures { try #require(source.read() != nil) }
        source.select([sound])
        #expect(source.seek(to: .seconds(1), direction: .atOrBefore))
        let packets = try player.packets()
        #expect(packets.allSatisfy { $0.track == sound } && packets.count > 200)
        #expect(segments(server, "/ts/").count <= 2)
    }

    @Test("INFO-07: another sound track begins at the same position, and the first is no longer read")
    func change() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let source = player.source
        let (video, tracks) = (try #require(player.video), sounds(player.source))
        expect(tracks.count, is: 2)
        source.select([video, tracks[0]])
        _ = try player.packets(150)
        #expect(!server.requests.contains { $0.path.hasPrefix("/two/s") }, "nobody wants it yet")
        source.select([video, tracks[1]])
        #expect(source.seek(to: .seconds(5), direction: .atOrBefore))
        #expect(source.parameters(of: tracks[1]) != nil)
        let packets = try player.packets()
        let times = packets.filter { $0.track == tracks[1] }.compactMap(\.time)
        #expect(!packets.contains { $0.track == tracks[0] })
        #expect(abs((times.first?.inSeconds ?? 0) - 4) < 1.2)
        expect(times, is: times.sorted())
    }
}
