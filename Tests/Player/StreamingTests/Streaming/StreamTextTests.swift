import Foundation
import Media
import MediaSources
import PlayCore
import TestSupport
import Testing

@testable import Streaming

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

    /// Returns a WebVTT segment. The fixtures' transport streams begin at 1.48 s.
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

    @Test("INFO-07: caption names in the manifest are assigned to their channels")
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
        expect(player.source.captionNames, is: [CaptionName(channel: 3, title: "English", language: "en")])
    }

    private func texts(_ source: any PacketSource) throws -> [SubtitleText] {
        var result: [SubtitleText] = []
        while let item = try source.read() {
            if case .text(let text) = item { result.append(text) }
        }
        return result
    }

    @Test("CTRL-07: a stream's subtitles are tracks, and only a selected track is fetched, once")
    func chosen() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let tracks = player.source.tracks.filter { $0.kind == .subtitle(isPicture: false) }
        expect(tracks.map(\.language), is: ["en", "de"])
        expect(tracks.map(\.isDefault), is: [true, false])
        expect(player.source.textForm(of: tracks[1].id), is: .document(isTTML: false))
        #expect(try texts(player.source).isEmpty && !server.requests.contains { $0.path.hasSuffix(".vtt") })
        player.source.stream?.selectTexts([tracks[1].id])
        #expect(player.source.seek(to: .zero, direction: .atOrBefore))
        let found = try texts(player.source)
        #expect(found.count == 5 && found.allSatisfy { $0.track == tracks[1].id })
        #expect(found.allSatisfy { abs($0.start.inSeconds) < 0.01 }, "the map leads to the axis: \(found.map(\.start))")
        #expect(player.source.seek(to: .seconds(4), direction: .atOrBefore))
        #expect(try texts(player.source).isEmpty, "the screen has it")
        let asked = server.requests.map(\.path).filter { $0.hasSuffix(".vtt") }
        expect(asked.sorted(), is: (0..<5).map { "/de\($0).vtt" })
    }

    @Test("a track selected while nothing is read gets the text from the current position on")
    func late() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let track = try #require(player.source.tracks.last?.id)
        _ = try player.packets()
        player.source.stream?.note(
            StreamDemand(
                buffered: .seconds(5), position: .milliseconds(4100), rate: .normal, isAdvancing: false, grid: nil))
        player.source.stream?.selectTexts([track])
        expect(player.source.missedTexts().count, is: 3, "the segments at 4, 6 and 8 s")
        #expect(player.source.missedTexts().isEmpty)
    }

    @Test("a missing text segment is left out and does not affect pictures and sound")
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
        expect(texts, is: 4)
        expect(pictures, is: 250)
    }

    @Test(
        "the timestamp map of a WebVTT segment is read",
        arguments: [
            ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:01.000\n\n", 9.0 as Double?),
            ("WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00.500,MPEGTS:90000\r\n", 0.5),
            ("WEBVTT\n\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n", nil),
            ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:x,LOCAL:00:00:00.000\n", nil), ("X", nil),
        ])
    func map(_ text: String, _ seconds: Double?) {
        expect(TimestampMap(Array(text.utf8))?.distance.inSeconds, is: seconds)
    }

    @Test("the first cue resolves the 33-bit wrap, even if the map begins at zero")
    func turn() throws {
        let map = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n"
        expect(TimestampMap(Array(map.utf8))?.time, is: .zero)
        let day = map + "NOTE a\n\n1\n20:00:01.000 --> 20:00:03.000\nx\n\n20:00:07.000 --> 20:00:08.000\ny\n"
        expect(TimestampMap(Array(day.utf8))?.time, is: .seconds(72_001))
        var axis = TimeAxis()
        let begin = MediaTime.seconds(72_000)
        _ = axis.offset(discontinuity: 0, first: begin, start: .zero, duration: .seconds(2), isLeading: true)
        let time = try #require(TimestampMap(Array(day.utf8))?.time)
        expect(axis.offset(discontinuity: 0, first: time, near: .zero), is: .zero - begin)
    }

    /// Text in the forms that real servers send, beside the pictures of one file.
    struct Form: Sendable, CustomTestStringConvertible {
        let what: String
        let name: String
        let text: String
        let files: [String: [UInt8]]
        let isTTML: Bool
        /// The offsets to the times of each document, in seconds.
        let starts: [Double]
        var testDescription: String { what }
    }

    /// Returns a manifest with a set of text before the pictures.
    private static func mpd(_ kind: String, _ inner: String, codecs: String = "") -> String {
        FormStream.mpd(
            "<Period><AdaptationSet contentType=\"text\" lang=\"en\"><Representation id=\"t\" mimeType=\"\(kind)\" "
                + "bandwidth=\"300\" \(codecs)>\(inner)</Representation></AdaptationSet>\(FormStream.indexed)</Period>")
    }

    /// Returns a fragment of MP4 with one sample.
    private static func fragment(_ sample: [UInt8], at seconds: Int, lasting: Int) -> [UInt8] {
        func head(_ offset: Int) -> [UInt8] {
            let run = [0x301, 1, offset, lasting * 1000, sample.count].flatMap(StreamBytes.number)
            let track =
                StreamBytes.box("tfhd", [0x20000, 1].flatMap(StreamBytes.number))
                + StreamBytes.box("tfdt", [0, seconds * 1000].flatMap(StreamBytes.number))
                + StreamBytes.box("trun", run)
            return StreamBytes.box("moof", StreamBytes.box("traf", track))
        }
        return head(head(0).count + 8) + StreamBytes.box("mdat", sample)
    }

    private static func cue(_ text: String) -> [UInt8] {
        StreamBytes.box("vttc", StreamBytes.box("payl", Array(text.utf8)))
    }

    private static func ttml(_ text: String, at seconds: Int) -> [UInt8] {
        Array(
            "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div><p begin=\"\(seconds)s\" end=\"\(seconds + 1)s\">\(text)</p></div></body></tt>"
                .utf8)
    }

    private static let opening = StreamBytes.box("ftyp", Array("iso6".utf8)) + StreamBytes.box("moov", [])

    static let forms: [Form] = {
        let pieces = (0..<5).map { fragment(cue("line \($0)"), at: $0 * 2, lasting: 2) }
        let file = StreamBytes.Joined([opening, StreamBytes.index(of: pieces, milliseconds: 2000)] + pieces)
        let numbered =
            "<SegmentTemplate initialization=\"init.mp4\" media=\"t$Number$.m4s\" duration=\"2\" startNumber=\"0\"/>"
        func named(_ bytes: [[UInt8]]) -> [String: [UInt8]] {
            Dictionary(uniqueKeysWithValues: bytes.enumerated().map { ("t\($0).m4s", $1) } + [("init.mp4", opening)])
        }
        let documents = (0..<5).map { fragment(ttml("line \($0)", at: $0 * 2), at: $0 * 2, lasting: 2) }
        let one = Array("WEBVTT\n\n00:01.000 --> 00:02.000\nline\n".utf8)
        return [
            Form(
                what: "DASH: one file of WebVTT", name: "a.mpd", text: mpd("text/vtt", "<BaseURL>a.vtt</BaseURL>"),
                files: ["a.vtt": one], isTTML: false, starts: [0]),
            Form(
                what: "DASH: one file of TTML", name: "a.mpd",
                text: mpd("application/ttml+xml", "<BaseURL>a.xml</BaseURL>"), files: ["a.xml": ttml("line", at: 1)],
                isTTML: true, starts: [0]),
            Form(
                what: "DASH: WebVTT in MP4 with an index", name: "a.mpd",
                text: mpd(
                    "application/mp4",
                    "<BaseURL>t.mp4</BaseURL><SegmentBase indexRange=\"\(FormStream.text(file.ranges[1]))\" timescale=\"1000\">"
                        + "<Initialization range=\"\(FormStream.text(file.ranges[0]))\"/></SegmentBase>",
                    codecs: "codecs=\"wvtt\""),
                files: ["t.mp4": file.bytes], isTTML: false, starts: [0, 0, 0, 0, 0]),
            Form(
                what: "DASH: WebVTT in MP4 by number", name: "a.mpd",
                text: mpd("application/mp4", numbered, codecs: "codecs=\"wvtt\""), files: named(pieces), isTTML: false,
                starts: [0, 0, 0, 0, 0]),
            Form(
                what: "DASH: TTML in MP4 by number", name: "a.mpd",
                text: mpd("application/mp4", numbered, codecs: "codecs=\"stpp\""), files: named(documents),
                isTTML: true,
                starts: [0, 0, 0, 0, 0]),
            Form(
                what: "HLS: one file of WebVTT", name: "a.m3u8", text: Self.local,
                files: [
                    "en.m3u8": Array("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.vtt\n#EXT-X-ENDLIST\n".utf8),
                    "a.vtt": one,
                ],
                isTTML: false, starts: [0]),
            Form(
                what: "HLS: WebVTT over a discontinuity, with the clock of its side of it", name: "a.m3u8",
                text: Self.local.replacingOccurrences(of: "ts/low.m3u8", with: "broken.m3u8"),
                files: [
                    "broken.m3u8": Array(
                        FormStream.list(FormStream.low([3, 4]) + "#EXT-X-DISCONTINUITY\n" + FormStream.low([0, 1])).utf8
                    ),
                    "en.m3u8": Array(
                        FormStream.list(
                            "#EXTINF:2,\n3.vtt\n#EXTINF:2,\n4.vtt\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\n0.vtt\n#EXTINF:2,\n1.vtt\n"
                        ).utf8), "3.vtt": Array(piece("3.vtt").utf8), "4.vtt": Array(piece("4.vtt").utf8),
                    "0.vtt": Array(piece("0.vtt").utf8), "1.vtt": Array(piece("1.vtt").utf8),
                ], isTTML: false, starts: [-6, -6, 4, 4]),
        ]
    }()

    private static let local = master.replacingOccurrences(of: "\"/", with: "\"").replacingOccurrences(
        of: "\n/", with: "\n")

    @Test("text of made streams appears at its time in every form", arguments: forms)
    func form(_ form: Form) throws {
        let files = form.files.merging([form.name: Array(form.text.utf8), "film.mp4": StreamBytes.film.bytes]) { $1 }
        let folder = try StreamFolder(["ts"], files)
        let player = try StreamPlayer(path: folder.path(form.name))
        let track = try #require(player.source.tracks.first { $0.kind == .subtitle(isPicture: false) })
        expect(player.source.textForm(of: track.id), is: .document(isTTML: form.isTTML))
        player.source.stream?.selectTexts([track.id])
        let found = try texts(player.source)
        expect(found.count, is: form.starts.count)
        for (text, start) in zip(found, form.starts) {
            #expect(abs(text.start.inSeconds - start) < 0.01, "\(found.map(\.start))")
        }
        #expect(found.allSatisfy { String(decoding: $0.payload, as: UTF8.self).contains("line") })
    }

    @Test(
        "real streams deliver all of their texts", .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"),
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
        expect(found.count, is: count)
    }
}
