import Foundation
import TestSupport
import Testing

/// A folder with manifests of a test and the fixtures' segments below it.
final class StreamFolder {
    let url: URL

    /// - Parameters:
    ///   - folders: The folders to copy from `Fixtures/media/streams`.
    ///   - files: The files to write, by name.
    init(_ folders: [String], _ files: [String: [UInt8]]) throws {
        url = try BuiltProgram.temporaryFolder()
        for folder in folders {
            try FileManager.default.copyItem(
                atPath: Fixtures.path("streams/" + folder), toPath: url.appendingPathComponent(folder).path)
        }
        for (name, bytes) in files { try Data(bytes).write(to: url.appendingPathComponent(name)) }
    }

    deinit { BuiltProgram.remove(url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// Bytes of the fixtures' streams, and files composed of them.
enum StreamBytes {
    static func file(_ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: Fixtures.path("streams/" + name)) ?? Data())
    }

    /// The parts of a file joined together, and their ranges.
    struct Joined {
        private(set) var bytes: [UInt8] = []
        private(set) var ranges: [Range<Int>] = []

        init(_ parts: [[UInt8]]) {
            for part in parts {
                ranges.append(bytes.count..<bytes.count + part.count)
                bytes += part
            }
        }
    }

    static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { number(body.count + 8) + Array(type.utf8) + body }

    static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    /// Returns an index (ISO 14496-12, 8.16.3) of the segments that follow it directly, each of this many milliseconds.
    static func index(of segments: [[UInt8]], milliseconds: Int) -> [UInt8] {
        let entries = segments.flatMap { number($0.count) + number(milliseconds) + number(0x9000_0000) }
        return box(
            "sidx", number(0) + number(1) + number(1000) + number(0) + number(0) + number(segments.count) + entries)
    }

    /// The smallest definition in one file: its initialisation section, an index, and five fragments of two seconds.
    static let film: Joined = {
        let segments = (1...5).map { file("mp4/s0-\($0).m4s") }
        return Joined([file("mp4/init0.m4s"), index(of: segments, milliseconds: 2000)] + segments)
    }()

    /// The smallest definition as transport streams, without an index.
    static let transportStream = Joined((0..<5).map { file("ts/low\($0).ts") })

    /// Sound in segments without a container, each after a tag with its start time.
    static let packedAudio: [String: [UInt8]] = Dictionary(
        uniqueKeysWithValues: (0..<3).map { number in
            // 94 frames of 1024 samples at 48,000 a second.
            let ticks = number * 94 * 1920 + 900_000
            let time = (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * $0)) }
            let body = Array("com.apple.streaming.transportStreamTimestamp\0".utf8) + time
            let frame = Array("PRIV".utf8) + Self.number(body.count) + [0, 0] + body
            let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
            return ("s\(number).aac", tag + file("packed/s\(number).aac"))
        })
}

/// Streams in the forms that real servers send, made of the fixtures' segments.
struct FormStream: Sendable, CustomTestStringConvertible {
    let what: String
    let name: String
    let text: String
    var folders: [String] = []
    var files: [String: [UInt8]] = [:]
    /// The two-second piece of the main clip that each two seconds show, or `nil` for a gap.
    var order: [Int?] = [0, 1, 2, 3, 4]

    var testDescription: String { what }

    func open(_ use: (StreamFolder) throws -> Void) throws {
        try use(StreamFolder(folders, files.merging([name: Array(text.utf8)]) { $1 }))
    }

    static func list(_ segments: String, _ tags: String = "") -> String {
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n\(tags)\(segments)#EXT-X-ENDLIST\n"
    }

    static func low(_ numbers: some Sequence<Int>) -> String { numbers.map { "#EXTINF:2,\nts/low\($0).ts\n" }.joined() }

    static func mpd(_ periods: String, seconds: Int = 10) -> String {
        "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\" mediaPresentationDuration=\"PT\(seconds)S\">\(periods)</MPD>"
    }

    /// Returns a set with one representation of the pictures.
    static func video(_ inner: String, codecs: String = "avc1.64000a", before: String = "") -> String {
        "<AdaptationSet contentType=\"video\">\(before)<Representation id=\"0\" mimeType=\"video/mp4\" codecs=\"\(codecs)\" "
            + "bandwidth=\"150000\" width=\"128\" height=\"32\">\(inner)</Representation></AdaptationSet>"
    }

    static func template(_ media: String, _ more: String = "", first: Int = 1) -> String {
        "<SegmentTemplate initialization=\"mp4/init0.m4s\" media=\"\(media)\" startNumber=\"\(first)\" timescale=\"12800\" "
            + "duration=\"25600\" \(more)/>"
    }

    static let indexed = video(
        "<BaseURL>film.mp4</BaseURL><SegmentBase indexRange=\"\(text(StreamBytes.film.ranges[1]))\" timescale=\"1000\">"
            + "<Initialization range=\"\(text(StreamBytes.film.ranges[0]))\"/></SegmentBase>")

    static func text(_ range: Range<Int>) -> String { "\(range.lowerBound)-\(range.upperBound - 1)" }

    static let all = hls + dash

    private static let hls: [FormStream] = {
        let (film, stream) = (StreamBytes.film.ranges, StreamBytes.transportStream.ranges)
        return [
            FormStream(
                what: "HLS: ranges of one transport stream", name: "a.m3u8",
                text: list(
                    stream.enumerated().map {
                        "#EXTINF:2,\n#EXT-X-BYTERANGE:\($1.count)\($0 == 0 ? "@0" : "")\nall.ts\n"
                    }.joined()), files: ["all.ts": StreamBytes.transportStream.bytes]),
            FormStream(
                what: "HLS: ranges of one fragmented MP4, as its section", name: "a.m3u8",
                text: list(
                    film.dropFirst(2).map { "#EXTINF:2,\n#EXT-X-BYTERANGE:\($0.count)@\($0.lowerBound)\nfilm.mp4\n" }
                        .joined(),
                    "#EXT-X-MAP:URI=\"film.mp4\",BYTERANGE=\"\(film[0].count)@0\"\n"),
                files: ["film.mp4": StreamBytes.film.bytes]),
            FormStream(
                what: "HLS: gaps, one at the beginning", name: "a.m3u8",
                text: list("#EXT-X-GAP\n" + low(0..<3) + "#EXT-X-GAP\n" + low(3..<5)), folders: ["ts"],
                order: [nil, 1, 2, nil, 4]),
            FormStream(
                what: "HLS: an interstitial that is not played here", name: "a.m3u8",
                text: list(
                    "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" + low(0..<5),
                    "#EXT-X-DATERANGE:ID=\"ad\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:04Z\","
                        + "DURATION=2,X-ASSET-URI=\"ad.m3u8\",X-RESUME-OFFSET=0\n"), folders: ["ts"]),
            FormStream(
                what: "HLS: sound inside the variant under a name of its own", name: "a.m3u8",
                text: "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"s\",NAME=\"Tone\",LANGUAGE=\"en\",DEFAULT=YES\n"
                    + "#EXT-X-STREAM-INF:BANDWIDTH=150000,CODECS=\"avc1.64000a,mp4a.40.2\",RESOLUTION=128x32,AUDIO=\"s\"\n"
                    + "ts/low.m3u8\n", folders: ["ts"]),
            FormStream(
                what: "HLS: other times and another size behind discontinuities", name: "a.m3u8",
                text: list(
                    low([0, 1]) + "#EXT-X-DISCONTINUITY\n" + low([3])
                        + "#EXT-X-DISCONTINUITY\n#EXTINF:2,\nts/high0.ts\n"), folders: ["ts"], order: [0, 1, 3, 0]),
            FormStream(
                what: "HLS: sound and pictures in one fragmented MP4, numbers from 11 on", name: "muxed/b.m3u8",
                text: list(
                    "#EXTINF:2,\ns0.m4s\n#EXTINF:2,\ns1.m4s\n",
                    "#EXT-X-MEDIA-SEQUENCE:11\n#EXT-X-MAP:URI=\"init.mp4\"\n"), folders: ["muxed"], order: [0, 1]),
            FormStream(
                what: "HLS: times that pass 33 bits within a segment", name: "a.m3u8",
                text: list((0..<3).map { "#EXTINF:2,\nrollover/s\($0).ts\n" }.joined()), folders: ["rollover"],
                order: [0, 1, 2]),
        ]
    }()

    private static let dash: [FormStream] = {
        let film = StreamBytes.film
        let numbered = (1...5).map { ("000\($0).m4s", StreamBytes.file("mp4/s0-\($0).m4s")) }
        let sound =
            "<AdaptationSet contentType=\"audio\"><Representation id=\"3\" mimeType=\"audio/mp4\" codecs=\"mp4a.40.2\" "
            + "bandwidth=\"34000\"><SegmentTemplate initialization=\"mp4/init3.m4s\" media=\"mp4/s3-$Number$.m4s\" duration=\"2\" "
            + "startNumber=\"1\"/></Representation></AdaptationSet>"
        let later = template("mp4/s0-$Number$.m4s", "presentationTimeOffset=\"76800\"", first: 4)
        let replacement =
            "<EventStream schemeIdUri=\"urn:mpeg:dash:event:alternativeMPD:replace:2025\" timescale=\"1000\">"
            + "<Event presentationTime=\"0\" duration=\"2000\" id=\"1\"><ReplacePresentation url=\"none.mpd\"/></Event></EventStream>"
        return [
            FormStream(
                what: "DASH: segments by number, with sound", name: "a.mpd",
                text: mpd("<Period>\(video(template("mp4/s0-$Number$.m4s")))\(sound)</Period>"), folders: ["mp4"]),
            FormStream(
                what: "DASH: up to a number, in a period that is longer", name: "a.mpd",
                text: mpd("<Period>\(video(template("mp4/s0-$Number$.m4s", "endNumber=\"4\"")))</Period>"),
                folders: ["mp4"], order: [0, 1, 2, 3]),
            FormStream(
                what: "DASH: numbers of four digits", name: "a.mpd",
                text: mpd("<Period>\(video(template("$Number%04d$.m4s")))</Period>"), folders: ["mp4"],
                files: Dictionary(uniqueKeysWithValues: numbered)),
            FormStream(
                what: "DASH: one file with an index", name: "a.mpd", text: mpd("<Period>\(indexed)</Period>"),
                files: ["film.mp4": film.bytes]),
            FormStream(
                what: "DASH: ranges of one file", name: "a.mpd",
                text: mpd(
                    "<Period>"
                        + video(
                            "<BaseURL>film.mp4</BaseURL><SegmentList duration=\"2\"><Initialization range=\"\(text(film.ranges[0]))\"/>"
                                + film.ranges.dropFirst(2).map { "<SegmentURL mediaRange=\"\(text($0))\"/>" }.joined()
                                + "</SegmentList>") + "</Period>"), files: ["film.mp4": film.bytes]),
            FormStream(
                what:
                    "DASH: two periods with times of their own, and a presentation in place of one that is not played here",
                name: "a.mpd",
                text: mpd(
                    "<Period duration=\"PT4S\">\(video(template("mp4/s0-$Number$.m4s")))</Period>"
                        + "<Period duration=\"PT4S\">\(replacement)\(video(later))</Period>", seconds: 8),
                folders: ["mp4"],
                order: [0, 1, 3, 4]),
            FormStream(
                what: "DASH: sets of the same pictures beside each other", name: "a.mpd",
                text: mpd(
                    "<Period>\(video(template("mp4/s0-$Number$.m4s")))"
                        + video(
                            template("mp4/s1-$Number$.m4s").replacingOccurrences(of: "init0", with: "init1"),
                            codecs: "avc1.64000b") + "</Period>"), folders: ["mp4"]),
            FormStream(
                what: "DASH: AV1", name: "a.mpd",
                text: mpd(
                    "<Period>"
                        + video(
                            template("av1/s$Number$.m4s").replacingOccurrences(of: "mp4/init0", with: "av1/init"),
                            codecs: "av01.0.00M.08") + "</Period>", seconds: 4), folders: ["av1"], order: [0, 1]),
        ]
    }()
}
