import Manifests
import TestSupport
import Testing

/// Manifests in every form that servers write, right and wrong, with their ``Summary``. The expectations were taken
/// from the texts.
@Suite("Forms of manifests")
struct MadeManifestTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let what: String
        let text: String
        let summary: String
        var testDescription: String { what }

        init(_ what: String, _ text: String, _ summary: String) {
            (self.what, self.text, self.summary) = (what, text, summary)
        }
    }

    @Test("ADV-27: an HLS playlist is read correctly in every form", arguments: media + multivariant)
    func playlist(_ form: Form) throws {
        let bytes = Array(form.text.utf8)
        try expect(Summary.of(bytes, isDASH: false), is: form.summary)
        #expect(HLSPlaylist.recognizes(bytes) && !DASHManifest.recognizes(bytes))
    }

    @Test("ADV-27: a DASH manifest is read correctly in every form", arguments: dash)
    func manifest(_ form: Form) throws {
        let bytes = Array(form.text.utf8)
        try expect(Summary.of(bytes, isDASH: true), is: form.summary)
        #expect(DASHManifest.recognizes(bytes) && !HLSPlaylist.recognizes(bytes))
    }

    // MARK: HLS

    /// Returns `count` segments of this length, each preceded by these lines.
    private static func segments(_ count: Int, _ seconds: String = "10", each tags: String = "") -> String {
        (1...count).map { "\(tags)#EXTINF:\(seconds),\n\($0).ts\n" }.joined()
    }

    private static func list(_ tags: String, _ segments: String, isEnded: Bool = true) -> String {
        "#EXTM3U\n" + tags + segments + (isEnded ? "#EXT-X-ENDLIST\n" : "")
    }

    private static let ten = "#EXT-X-TARGETDURATION:10\n"

    private static let media = [
        Form("of one kind", list(ten, segments(4)), "media: 4 40.000 ended"),
        Form("addresses with a host", list(ten, "#EXTINF:10,\nhttps://a.example/1.ts\n"), "media: 1 10.000 ended"),
        Form("addresses without a scheme", list(ten, "#EXTINF:10,\n//a.example/1.ts\n"), "media: 1 10.000 ended"),
        Form(
            "byte ranges with and without a place",
            list(
                "#EXT-X-VERSION:4\n" + ten,
                "#EXTINF:10,\t\n#EXT-X-BYTERANGE:500@0\na.ts\n#EXTINF:1.417,\n#EXT-X-BYTERANGE:600\na.ts\n"),
            "media: 2 11.417 ended ranges"),
        Form(
            "an initialisation section", list("#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"700@0\"\n" + ten, segments(2)),
            "media: 2 20.000 ended init"),
        Form(
            "two keys, one of them twice",
            list(
                ten,
                "#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\n" + segments(2) + "#EXT-X-KEY:METHOD=AES-128,URI=\"b\"\n"
                    + segments(1) + "#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\n" + segments(1)),
            "media: 4 40.000 ended keys 2"),
        Form(
            "gaps", list(ten, "#EXT-X-GAP\n" + segments(2) + "#EXT-X-GAP\n" + segments(1)),
            "media: 3 30.000 ended gaps 2"),
        Form(
            "discontinuities, one before the first segment",
            list(ten, "#EXT-X-DISCONTINUITY\n" + segments(1) + "#EXT-X-DISCONTINUITY\n" + segments(2)),
            "media: 3 30.000 ended discontinuities 1"),
        Form(
            "a number of the first discontinuity",
            list("#EXT-X-DISCONTINUITY-SEQUENCE:3\n" + ten, segments(1) + "#EXT-X-DISCONTINUITY\n" + segments(1)),
            "media: 2 20.000 ended discontinuities 1"),
        Form("no end", list(ten, segments(2), isEnded: false), "media: 2 20.000 live"),
        Form(
            "no end, but whole from the beginning",
            list("#EXT-X-PLAYLIST-TYPE:VOD\n" + ten, segments(2), isEnded: false),
            "media: 2 20.000 ended"),
        Form(
            "an event that has not ended", list("#EXT-X-PLAYLIST-TYPE:EVENT\n" + ten, segments(2), isEnded: false),
            "media: 2 20.000 live"),
        Form("a kind that is none", list("#EXT-X-PLAYLIST-TYPE:STRING\n" + ten, segments(1)), "media: 1 10.000 ended"),
        Form("no word of the kind", list("#EXT-X-PLAYLIST-TYPE:\n" + ten, segments(1)), "media: 1 10.000 ended"),
        Form(
            "the end in the middle", "#EXTM3U\n" + ten + segments(3) + "#EXT-X-ENDLIST\n" + segments(2),
            "media: 5 50.000 ended"),
        Form(
            "a number of the first segment", list("#EXT-X-MEDIA-SEQUENCE:17\n" + ten, segments(1)),
            "media: 1 10.000 ended from 17"),
        Form(
            "two numbers of the first segment: the last counts",
            list("#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-MEDIA-SEQUENCE:11\n" + ten, segments(2)),
            "media: 2 20.000 ended from 11"),
        Form(
            "a number that is negative", list("#EXT-X-MEDIA-SEQUENCE:-11\n" + ten, segments(1)), "media: 1 10.000 ended"
        ),
        Form("a number that is none", list("#EXT-X-MEDIA-SEQUENCE:x\n" + ten, segments(1)), "media: 1 10.000 ended"),
        Form("a version that is none", list("#EXT-X-VERSION:NaN\n" + ten, segments(1)), "media: 1 10.000 ended"),
        Form("caching in words of old", list("#EXT-X-ALLOW-CACHE:\n" + ten, segments(1)), "media: 1 10.000 ended"),
        Form("no length of the longest", list("#EXT-X-TARGETDURATION:NaN\n", segments(2)), "media: 2 20.000 ended"),
        Form(
            "a negative length of the longest", list("#EXT-X-TARGETDURATION:-10\n", segments(1)),
            "media: 1 10.000 ended"),
        Form(
            "segments without a length take the longest",
            list("#EXT-X-TARGETDURATION:8\n", "#EXTINF:6.640,{}\n1.ts\n2.ts\n3.ts\n"),
            "media: 3 22.640 ended"),
        Form(
            "several lengths of the longest", "#EXTM3U\n1.ts\n#EXT-X-TARGETDURATION:9\n2.ts\n#EXTINF:7\n3.ts\n",
            "media: 3 16.000 live"),
        Form("a length without a comma", list(ten, "#EXTINF:10\n1.ts\n"), "media: 1 10.000 ended"),
        Form("a length of nothing", list(ten, "#EXTINF:0,\n1.ts\n"), "media: 1 0.000 ended"),
        Form(
            "blanks around addresses, and lines of blanks",
            list(ten, "    \n#EXTINF:10,\n 1.ts \n#EXTINF:10,\n\t2.ts\n"),
            "media: 2 20.000 ended"),
        Form("no first line", ten + segments(1) + "#EXT-X-ENDLIST\n", "media: 1 10.000 ended"),
        Form("nothing, for good", list(ten, ""), "media: 0 0.000 ended"),
        Form("nothing yet", list(ten, "", isEnded: false), "media: 0 0.000 live"),
        Form(
            "a template that was never filled in",
            list(ten, "#EXTINF:10,\n{{#if range}}#EXT-X-BYTERANGE:{{{range}}}{{/if}}\n1.ts\n"),
            "media: 2 20.000 ended"),
        Form(
            "a calendar",
            list(ten, segments(2, "4", each: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n"), isEnded: false),
            "media: 2 8.000 live"),
        Form(
            "where playing begins",
            list("#EXT-X-START:TIME-OFFSET=-30,PRECISE=YES\n" + ten, segments(3), isEnded: false),
            "media: 3 30.000 live"),
        Form(
            "low latency: parts of the last segments, and one to load ahead",
            list(
                "#EXT-X-TARGETDURATION:4\n#EXT-X-VERSION:9\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n"
                    + "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-MEDIA-SEQUENCE:10\n",
                segments(2, "4")
                    + segments(2, "4", each: (0..<4).map { "#EXT-X-PART:DURATION=1,URI=\"p\($0).ts\"\n" }.joined())
                    + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"next.ts\"\n", isEnded: false),
            "media: 4 16.000 live from 10 parts 8"),
    ]

    private static let low = "#EXT-X-STREAM-INF:BANDWIDTH=240000,RESOLUTION=396x224,CODECS=\"avc1.4d401e,mp4a.40.2\""
    private static let high = "#EXT-X-STREAM-INF:BANDWIDTH=1440000,RESOLUTION=1280x720,CODECS=\"avc1.4d401f,mp4a.40.2\""

    private static func track(_ kind: String, _ name: String, _ more: String) -> String {
        "#EXT-X-MEDIA:TYPE=\(kind),GROUP-ID=\"g\",NAME=\"\(name)\"\(more)\n"
    }

    private static let multivariant = [
        Form("variants", "#EXTM3U\n\(low)\na.m3u8\n\(high)\nb.m3u8\n", "variants: muxed; muxed"),
        Form("a variant", "#EXTM3U\n\n\(low)\na.m3u8\n", "variants: muxed"),
        Form(
            "variants of which little is said, behind a comment",
            "# made by hand\n#EXTM3U\n#EXT-X-STREAM-INF:PROGRAM-ID=1\na.m3u8\n"
                + "#EXT-X-STREAM-INF:\nb.m3u8\n", "variants: muxed; muxed"),
        Form(
            "a length of the longest that has no place here",
            "#EXTM3U\n#EXT-X-TARGETDURATION:\n\(low)\na.m3u8\n\(high)\nb.m3u8\n",
            "variants: muxed; muxed"),
        Form(
            "sound by its codec", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"\na.m3u8\n",
            "variants: audio"),
        Form(
            "sound beside the pictures",
            "#EXTM3U\n" + track("AUDIO", "en", ",URI=\"en.m3u8\"") + track("AUDIO", "de", ",URI=\"de.m3u8\"")
                + "\(low),AUDIO=\"g\"\na.m3u8\n\(high),AUDIO=\"g\"\nb.m3u8\n", "variants: video; video; audio; audio"),
        Form(
            "sound inside the variant under a name",
            "#EXTM3U\n" + track("AUDIO", "en", ",DEFAULT=YES") + "\(low),AUDIO=\"g\"\na.m3u8\n",
            "variants: muxed; audio ×0"),
        Form(
            "text beside the pictures",
            "#EXTM3U\n" + track("SUBTITLES", "en", ",URI=\"en.m3u8\"") + "\(low),SUBTITLES=\"g\"\na.m3u8\n",
            "variants: muxed; text"),
        Form(
            "captions inside the pictures",
            "#EXTM3U\n" + track("CLOSED-CAPTIONS", "en", ",INSTREAM-ID=\"CC1\"")
                + "\(low),CLOSED-CAPTIONS=\"g\"\na.m3u8\n", "variants: muxed"),
        Form(
            "two networks of one stream",
            "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"/s\",PATHWAY-ID=\"A\"\n"
                + ["A", "B"].map {
                    "\(low),PATHWAY-ID=\"\($0)\"\n\($0)/a.m3u8\n\(high),PATHWAY-ID=\"\($0)\"\n\($0)/b.m3u8\n"
                }.joined(),
            "variants: muxed ×2; muxed ×2"),
    ]

    // MARK: DASH

    private static func mpd(_ attributes: String, _ periods: String) -> String {
        "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" \(attributes)>\(periods)</MPD>"
    }

    private static func set(_ kind: String, _ inner: String, codecs: String = "") -> String {
        "<AdaptationSet mimeType=\"\(kind)\">\(inner)<Representation id=\"\(kind.prefix(5))\" bandwidth=\"90000\"\(codecs)/>"
            + "</AdaptationSet>"
    }

    private static func template(_ more: String, _ inner: String = "") -> String {
        "<SegmentTemplate media=\"$RepresentationID$-$Number$.mp4\" \(more)>\(inner)</SegmentTemplate>"
    }

    private static let still = "type=\"static\" mediaPresentationDuration=\"PT8S\""
    private static let live =
        "type=\"dynamic\" availabilityStartTime=\"2026-01-01T00:00:00Z\" minimumUpdatePeriod=\"PT2S\" "
        + "publishTime=\"2026-01-01T01:00:00Z\""
    private static let twoSeconds = template("duration=\"2\" startNumber=\"1\" initialization=\"init.mp4\"")
    private static let protection =
        "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cenc\"/>"
        + "<ContentProtection schemeIdUri=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"/>"

    private static let dash = [
        Form(
            "segments by number",
            mpd(still, "<Period>\(set("audio/mp4", twoSeconds))\(set("video/mp4", twoSeconds))</Period>"),
            "1 8.000: audio 4 8.000 ended init; video 4 8.000 ended init"),
        Form(
            "segments up to a number",
            mpd(still, "<Period>\(set("video/mp4", template("duration=\"2\" endNumber=\"3\"")))</Period>"),
            "1 8.000: video 3 6.000 ended"),
        Form(
            "segments by a timeline",
            mpd(
                still,
                "<Period>\(set("video/mp4", template("timescale=\"1000\"", "<SegmentTimeline><S t=\"0\" d=\"2000\" r=\"2\"/><S d=\"1500\"/></SegmentTimeline>")))</Period>"
            ),
            "1 8.000: video 4 7.500 ended"),
        Form(
            "a timeline of nothing",
            mpd(still, "<Period>\(set("video/mp4", template("timescale=\"1000\"", "<SegmentTimeline/>")))</Period>"),
            "1 8.000: video 0 0.000 ended"),
        Form(
            "parts of one file",
            mpd(
                still,
                "<Period>\(set("video/mp4", "<BaseURL>a.mp4</BaseURL><SegmentList duration=\"4\"><SegmentURL mediaRange=\"0-99\"/><SegmentURL mediaRange=\"100-199\"/></SegmentList>"))</Period>"
            ),
            "1 8.000: video 2 8.000 ended ranges"),
        Form(
            "files with an index",
            mpd(
                still,
                "<Period>\(set("video/mp4", "<BaseURL>a.mp4</BaseURL><SegmentBase indexRange=\"800-900\"><Initialization range=\"0-799\"/></SegmentBase>"))</Period>"
            ),
            "1 8.000: video indexed"),
        Form(
            "text in files of its own, and in MP4",
            mpd(
                still,
                "<Period>\(set("text/vtt", "<BaseURL>a.vtt</BaseURL>"))\(set("application/ttml+xml", "<BaseURL>a.xml</BaseURL>"))"
                    + "\(set("application/mp4", twoSeconds, codecs: " codecs=\"stpp\""))</Period>"),
            "1 8.000: text 1 8.000 ended; text 1 8.000 ended; text 4 8.000 ended init"),
        Form(
            "thumbnails",
            mpd(
                still,
                "<Period><AdaptationSet mimeType=\"image/jpeg\">\(template("duration=\"4\""))<Representation id=\"t\" bandwidth=\"9\" "
                    + "width=\"320\" height=\"180\"><EssentialProperty schemeIdUri=\"http://dashif.org/guidelines/thumbnail_tile\" "
                    + "value=\"2x2\"/></Representation></AdaptationSet></Period>"), "1 8.000: thumbnails 2 8.000 ended"),
        Form(
            "periods that follow each other",
            mpd(
                still,
                "<Period duration=\"PT4S\">\(set("video/mp4", twoSeconds))</Period><Period duration=\"PT4S\">\(set("video/mp4", twoSeconds))</Period>"
            ),
            "2 8.000: video 4 8.000 ended discontinuities 1 init"),
        Form(
            "what is protected", mpd(still, "<Period>\(set("video/mp4", protection + twoSeconds))</Period>"),
            "1 8.000: video (Widevine (cenc)) 4 8.000 ended init"),
        Form(
            "a period that is protected behind a clear one",
            mpd(
                still,
                "<Period duration=\"PT4S\">\(set("video/mp4", twoSeconds))</Period><Period duration=\"PT4S\">"
                    + "\(set("video/mp4", protection + twoSeconds))</Period>"),
            "2 8.000: video 4 8.000 ended discontinuities 1 init"),
        Form(
            "copies on other servers",
            mpd(
                still,
                "<BaseURL>https://a.example/</BaseURL><BaseURL>https://b.example/</BaseURL><Period>\(set("video/mp4", twoSeconds))</Period>"
            ),
            "1 8.000: video ×2 4 8.000 ended init"),
        Form(
            "another place of the manifest, and base addresses below each other",
            mpd(
                still,
                "<Location>new/</Location><Period><BaseURL>a/</BaseURL>\(set("video/mp4", "<BaseURL>b/</BaseURL>" + twoSeconds))</Period>"
            ),
            "1 8.000: video 4 8.000 ended init"),
        Form(
            "live, by a timeline that does not begin at zero",
            mpd(
                live,
                "<Period start=\"PT0S\">\(set("video/mp4", template("timescale=\"1000\" initialization=\"i.mp4\" startNumber=\"3\"", "<SegmentTimeline><S t=\"14000\" d=\"2000\" r=\"4\"/></SegmentTimeline>")))</Period>"
            ),
            "1 live: video 5 10.000 live from 3 at 14.000 init"),
        Form(
            "live, a kind that is not known",
            mpd(
                live,
                "<Period start=\"PT0S\">\(set("unknown/mp4", twoSeconds))\(set("video/mp4", template("", "<SegmentTimeline/>")))</Period>"
            ),
            "1 live: video 0 0.000 live"),
        Form(
            "events in the manifest and a clock beside it",
            mpd(
                live,
                "<Period start=\"PT0S\"><EventStream schemeIdUri=\"urn:x\" timescale=\"1000\"><Event presentationTime=\"0\" id=\"1\">x</Event>"
                    + "</EventStream>\(set("audio/mp4", template("timescale=\"1000\"", "<SegmentTimeline><S t=\"6009\" d=\"2002\" r=\"2\"/></SegmentTimeline>")))</Period>"
                    + "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"2026-01-01T01:00:00Z\"/>"),
            "1 live: audio 3 6.006 live at 6.009"),
    ]
}
