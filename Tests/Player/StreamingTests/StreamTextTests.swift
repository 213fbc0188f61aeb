import Foundation
import Media
import MediaSources
import PlayCore
import TestSupport
import Testing

@testable import Streaming

/// Text renditions beside the fixtures' streams.
@Suite("Text of streams", .timeLimit(.minutes(10)))
struct StreamTextTests {
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="/en.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="/de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS="avc1.64000a,mp4a.40.2",SUBTITLES="s"
        /ts/low.m3u8

        """

    private static func list(_ language: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
            + (0..<5).map { "#EXTINF:2,\n/\(language)\($0).vtt\n" }.joined() + "#EXT-X-ENDLIST\n"
    }

    /// Where the fixtures' transport streams begin: 1.48 s.
    private static func piece(_ path: String) -> String {
        let number = Int(String(path.dropLast(4).last ?? "0")) ?? 0
        return "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:133200\n\n"
            + "00:0\(number * 2).500 --> 00:0\(number * 2 + 1).500\nline \(number)\n"
    }

    private func server(_ fault: @escaping @Sendable (ReceivedRequest) -> FaultReply? = { _ in nil }) throws
        -> FaultServer
    {
        try FaultServer { request in
            if let reply = fault(request) { return reply }
            switch request.path {
            case "/master.m3u8": return .file(Array(Self.master.utf8), for: request)
            case "/en.m3u8", "/de.m3u8":
                return .file(Array(Self.list(String(request.path.dropFirst().prefix(2))).utf8), for: request)
            case let path where path.hasSuffix(".vtt"): return .file(Array(Self.piece(path).utf8), for: request)
            default: return StreamNetworkTests.reply(request)
            }
        }
    }

    @Test("INFO-07: what the manifest calls captions inside the pictures is told by their channels")
    func captions() throws {
        let master = Self.master.replacingOccurrences(
            of: "#EXT-X-STREAM-INF",
            with: """
                #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="English",LANGUAGE="en",INSTREAM-ID="CC3"
                #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="Of 708",INSTREAM-ID="SERVICE1"
                #EXT-X-STREAM-INF
                """)
        let server = try server { $0.path == "/captions.m3u8" ? .file(Array(master.utf8), for: $0) : nil }
        let player = try StreamPlayer(address: server.address("/captions.m3u8"))
        #expect(player.source.captionNames == [CaptionName(channel: 3, title: "English", language: "en")])
    }

    private func texts(_ source: any PacketSource) throws -> [SubtitleText] {
        var result: [SubtitleText] = []
        while let item = try source.read() {
            if case .text(let text) = item { result.append(text) }
        }
        return result
    }

    @Test("CTRL-07: a stream's subtitles are tracks; what is chosen is fetched, once, and nothing else")
    func chosen() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let tracks = player.source.tracks.filter { $0.kind == .subtitle(isPicture: false) }
        #expect(tracks.map(\.language) == ["en", "de"])
        #expect(tracks.map(\.isDefault) == [true, false])
        #expect(player.source.textForm(of: tracks[1].id) == .document(isTTML: false))
        #expect(try texts(player.source).isEmpty && !server.requests.contains { $0.path.hasSuffix(".vtt") })
        player.source.stream?.selectTexts([tracks[1].id])
        #expect(player.source.seek(to: .zero, direction: .atOrBefore))
        let found = try texts(player.source)
        #expect(found.count == 5 && found.allSatisfy { $0.track == tracks[1].id })
        #expect(found.allSatisfy { abs($0.start.inSeconds) < 0.01 }, "the map leads to the axis: \(found.map(\.start))")
        #expect(player.source.seek(to: .seconds(4), direction: .atOrBefore))
        #expect(try texts(player.source).isEmpty, "the screen has it")
        let asked = server.requests.map(\.path).filter { $0.hasSuffix(".vtt") }
        #expect(asked.sorted() == (0..<5).map { "/de\($0).vtt" })
    }

    @Test("a choice that comes while nothing is read gets the text of where playing is")
    func late() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let track = try #require(player.source.tracks.last?.id)
        _ = try player.packets()
        player.source.stream?.note(
            StreamDemand(
                buffered: .seconds(5), position: .milliseconds(4100), rate: .normal, isAdvancing: false, grid: nil))
        player.source.stream?.selectTexts([track])
        #expect(player.source.missedTexts().count == 3, "the segments at 4, 6 and 8 s")
        #expect(player.source.missedTexts().isEmpty)
    }

    @Test("text that cannot be had is left out, and pictures and sound are not touched")
    func missing() throws {
        let server = try server { $0.path.hasSuffix("2.vtt") ? FaultReply(404) : nil }
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        player.source.stream?.selectTexts([try #require(player.source.tracks.last?.id)])
        var (texts, pictures) = (0, 0)
        while let item = try player.source.read() {
            switch item {
            case .text: texts += 1
            case .packet(let packet): pictures += packet.track == player.video ? 1 : 0
            case .change: break
            }
        }
        #expect(texts == 4)
        #expect(pictures == 250)
    }

    @Test(
        "the map of a WebVTT segment",
        arguments: [
            ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:01.000\n\n", 9.0 as Double?),
            ("WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00.500,MPEGTS:90000\r\n", 0.5),
            ("WEBVTT\n\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n", nil),
            ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:x,LOCAL:00:00:00.000\n", nil), ("X", nil),
        ])
    func map(_ text: String, _ seconds: Double?) {
        #expect(TimestampMap(Array(text.utf8))?.distance.inSeconds == seconds)
    }

    @Test(
        "real streams give their text at its place", .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"),
        arguments: [
            ("hls/media3_standalone-webvtt/multivariant_playlist.m3u8", 1),
            ("hls/shaka_hls-text-offset/index.m3u8", 5), ("dash/media3_standalone-webvtt/sample.mpd", 1),
            ("dash/media3_webvtt-in-mp4/sample.mpd", 1),
            ("dash/media3_webvtt-in-mp4-multiple-segments/manifest.mpd", 5),
            ("dash/media3_standalone-ttml/sample.mpd", 1), ("dash/livesim2_testpic_2s/Manifest_imsc1.mpd", 4),
        ])
    func real(_ name: String, _ count: Int) throws {
        let player = try StreamPlayer(path: SharedMedia.path(name))
        let track = try #require(player.source.tracks.first { $0.kind == .subtitle(isPicture: false) })
        player.source.stream?.selectTexts([track.id])
        let found = try texts(player.source)
        #expect(found.count == count)
    }
}
