import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Playlists

@Suite struct PlaylistFormatTests {
    /// Parses a text whose format is recognised by its content.
    func parse(_ text: String, named name: String = "list", limits: PlaylistLimits = PlaylistLimits()) throws
        -> ParsedPlaylist
    {
        let format = try #require(PlaylistFormat.of(Array(text.utf8), named: name, isList: true))
        return try format.parse(Array(text.utf8), limits: limits)
    }

    @Test("ARCH-06: a podcast's feed is a list of its episodes with their namespaced properties")
    func podcast() throws {
        let feed = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
              xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
            <title>Talks &amp; more</title><itunes:image href="https://a/feed.jpg"/>
            <item><title>Second</title><description><![CDATA[<p>notes</p>]]></description>
              <itunes:duration>1:02:03</itunes:duration><itunes:image href="https://a/two.jpg"/>
              <enclosure url="https://a/two.mp3?x=1&amp;y=2" length="1" type="audio/mpeg"/>
              <podcast:chapters url="https://a/two.json" type="application/json+chapters"/>
              <podcast:transcript url="https://a/two.html" type="text/html"/>
              <podcast:transcript url="https://a/two.vtt" type="text/vtt" language="en"/>
              <podcast:alternateEnclosure type="video/mp4" height="720"><podcast:source uri="https://a/two.mp4"/>
              <podcast:source uri="ipfs://x"/></podcast:alternateEnclosure></item>
            <item><title>A note</title><link>https://a/note</link></item>
            <item><title>A picture</title><enclosure url="https://a/p.jpg" type="image/jpeg"/></item>
            <item><title>First</title><itunes:duration>90</itunes:duration><enclosure url="one.mp3" type="audio/mpeg"/>
            </item></channel></rss>
            """
        let parsed = try parse(feed)
        var second = ParsedPlaylist.Entry(
            location: "https://a/two.mp3?x=1&y=2", title: "Second", duration: .seconds(3723), cover: "https://a/two.jpg"
        )
        second.alternatives = ["https://a/two.mp4", "ipfs://x"]
        second.subtitles = ["https://a/two.vtt"]
        second.chapters = "https://a/two.json"
        let first = ParsedPlaylist.Entry(
            location: "one.mp3", title: "First", duration: .seconds(90), cover: "https://a/feed.jpg")
        expect(parsed, is: ParsedPlaylist(title: "Talks & more", entries: [second, first]))
        // A feed that is truncated or has HTML entities is read up to that place.
        let cut = try parse(String(feed.prefix(feed.count - 40)))
        #expect(cut.isCut)
        expect(cut.entries, is: [second])
        #expect(throws: PlaylistError.self) { try parse("<rss><channel>&nbsp;</channel></rss>") }
        var limits = PlaylistLimits()
        limits.entries = 1
        try expect(parse(feed, limits: limits).entries, is: [second])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let format: PlaylistFormat
        let count: Int
        var first: ParsedPlaylist.Entry?
        var last: ParsedPlaylist.Entry?
        var testDescription: String { file }
    }

    static let shared = [
        Case(
            file: "clementine/test.m3u", format: .m3u, count: 239,
            first: .init(
                location:
                    "/home/kadai/Music/COLLECTION/2003/Various Artists/Wolf's Rain O.S.T/20 - gravity.mp3",
                title: "gravity", duration: .seconds(203))),
        Case(
            file: "clementine/pls_one.pls", format: .pls, count: 1,
            first: .init(location: "filename with spaces.mp3", title: "Title", duration: .seconds(123))),
        Case(
            file: "clementine/pls_somafm.pls", format: .pls, count: 4,
            first: .init(
                location: "http://streamer-dtc-aa05.somafm.com:80/stream/1018",
                title: "SomaFM: Groove Salad (#1 128k mp3): A nicely chilled plate of ambient beats and grooves."),
            last: .init(
                location: "http://ice.somafm.com/groovesalad",
                title:
                    "SomaFM: Groove Salad (Firewall-friendly 128k mp3) A nicely chilled plate of ambient beats and grooves."
            )),
        Case(
            file: "clementine/secretagent.pls", format: .pls, count: 4,
            last: .init(
                location: "http://ice.somafm.com/secretagent",
                title:
                    "SomaFM: Secret Agent (Firewall-friendly 128k mp3) The soundtrack for your stylish, mysterious, "
                    + "dangerous life. For Spies and PIs too!")),
        Case(
            file: "clementine/test.xspf", format: .xspf, count: 1,
            first: .init(
                location: "http://example.com/foo.mp3", title: "Bar - Foo", duration: .seconds(60),
                cover: "http://example.com/albumcover.jpg")),
        Case(
            file: "free_tv_france.m3u8", format: .m3u, count: 32,
            first: .init(
                location: "https://artesimulcast.akamaized.net/hls/live/2031003/artelive_fr/index.m3u8",
                title: "Arte Ⓖ",
                cover: "https://api-cdn.arte.tv/img/v2/image/j4EoSJjX26uySVWdmt3EmS/1920x1080")),
        Case(
            file: "iptv_org_cn_cgtn.m3u", format: .m3u, count: 6,
            first: .init(
                location: "https://news.cgtn.com/resource/live/english/cgtn-news.m3u8", title: "CGTN (576p)"),
            last: .init(location: "https://livees.cgtn.com/1000e/prog_index.m3u8", title: "CGTN Español (576p)")),
        Case(file: "clementine/test.asx", format: .unsupported(name: "ASX"), count: 0),
        Case(file: "clementine/manyfiles.cue", format: .cue, count: 3),
        Case(file: "clementine/brokensong.cue", format: .cue, count: 1),
    ]

    struct Made: Sendable, CustomTestStringConvertible {
        let name: String
        let format: PlaylistFormat
        let text: String
        var entries: [ParsedPlaylist.Entry] = []
        var testDescription: String { name }
    }

    static let made = [
        Made(
            name: "songs.m3u", format: .m3u,
            text: "#EXTM3U\n#EXTINF:203,rain\n/home/ann/Music/Various Artists/Wolf's Songs/20 - rain.mp3\n"
                + "#EXTINF:169,四季 〜 TYPE-R\n/home/ann/Music/四季/06.mp3\n",
            entries: [
                .init(
                    location: "/home/ann/Music/Various Artists/Wolf's Songs/20 - rain.mp3", title: "rain",
                    duration: .seconds(203)),
                .init(location: "/home/ann/Music/四季/06.mp3", title: "四季 〜 TYPE-R", duration: .seconds(169)),
            ]),
        Made(
            name: "one.pls", format: .pls,
            text: "[playlist]\nFile1=file with spaces.mp3\nTitle1=One\nLength1=123\nNumberOfEntries=1\nVersion=2",
            entries: [.init(location: "file with spaces.mp3", title: "One", duration: .seconds(123))]),
        Made(
            name: "radio.pls", format: .pls,
            text:
                "[playlist]\nnumberofentries=2\nFile1=http://a.example:80/stream/1\nTitle1=Radio: Rain (#1 128k mp3): "
                + "Drops, all day.\nLength1=-1\nFile2=http://b.example/rain\nTitle2=Radio: Rain (2)\nLength2=-1\nVersion=2\n",
            entries: [
                .init(location: "http://a.example:80/stream/1", title: "Radio: Rain (#1 128k mp3): Drops, all day."),
                .init(location: "http://b.example/rain", title: "Radio: Rain (2)"),
            ]),
        Made(
            name: "list.xspf", format: .xspf,
            text: """
                <playlist><trackList><track>
                  <location>http://a.example/one.mp3</location>
                  <title>One</title>
                  <creator>Ann</creator>
                  <album>First</album>
                  <duration>60000</duration>
                  <image>http://a.example/cover.jpg</image>
                  <info>http://a.example</info>
                </track></trackList></playlist>
                """,
            entries: [
                .init(
                    location: "http://a.example/one.mp3", title: "Ann - One", duration: .seconds(60),
                    cover: "http://a.example/cover.jpg")
            ]),
        Made(
            name: "television.m3u8", format: .m3u,
            text: "#EXTM3U x-tvg-url=\"https://a.example/a.xml.gz, https://a.example/b.xml.gz\"\n"
                + "#EXTINF:-1 tvg-name=\"One\" tvg-logo=\"https://a.example/one.png\" tvg-id=\"one.fr\" "
                + "group-title=\"News, all\",One Ⓖ\nhttps://a.example/one/index.m3u8\n"
                + "#EXTINF:-1 tvg-id=\"Two.cn\" status=\"timeout\",Two Español (576p)\n"
                + "http://203.0.113.5:8114/00/index.m3u8?a=&b=0&b=0&c=1\n",
            entries: [
                .init(
                    location: "https://a.example/one/index.m3u8", title: "One Ⓖ", cover: "https://a.example/one.png"),
                .init(location: "http://203.0.113.5:8114/00/index.m3u8?a=&b=0&b=0&c=1", title: "Two Español (576p)"),
            ]),
        Made(
            name: "list.asx", format: .unsupported(name: "ASX"),
            text:
                "<asx version=\"3.0\"><title>a</title><entry>\n  <ref href=\"http://a.example/one.mp3\"/>\n</entry></asx>\n"
        ),
        Made(
            name: "album.cue", format: .cue,
            text: "FILE one.mp3 WAVE\nPERFORMER \"Ann\"\nTITLE \"First\"\n  TRACK 01 AUDIO\n    INDEX 01 00:01:00\n"
                + "  TRACK 02 AUDIO\n    INDEX 01 01:00:00\nFILE two.mp3 WAVE\n  TRACK 03 AUDIO\n    TITLE \"Last\"\n"
                + "    INDEX 01 00:00:00\nFILE three.mp3 WAVE\n  TRACK 04 AUDIO\n    TITLE \"No index\"\n",
            entries: [
                {
                    var entry = ParsedPlaylist.Entry(location: "one.mp3", title: "Ann - First")
                    entry.chapters = "album.cue"
                    return entry
                }(), .init(location: "two.mp3", title: "Ann - Last"),
            ]),
    ]

    @Test("ARCH-06: playlists of programs and stations are read with format, entries and titles", arguments: made)
    func programs(_ list: Made) throws {
        let bytes = Array(list.text.utf8)
        expect(PlaylistFormat.of(bytes, named: list.name, isList: false), is: list.format)
        if case .unsupported = list.format {
            #expect(throws: PlaylistError.self) { try list.format.parse(bytes) }
        } else {
            try expect(list.format.parse(bytes, named: list.name).entries, is: list.entries)
        }
    }

    @Test("a list of segments is not a playlist under any name")
    func segments() {
        let opening = "#EXTM3U\n#EXT-X-VERSION: 10\n#EXT-X-TARGETDURATION:5\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        for segments in ["#EXT-X-GAP\n#EXTINF:4.004,\n1.ts\n", "#EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:0.9,\n1.m4s\n"] {
            for name in ["playlist.m3u8", "list.m3u", "list.txt"] {
                expect(PlaylistFormat.of(Array((opening + segments).utf8), named: name, isList: false), is: .hls)
            }
        }
    }

    @Test(
        "ARCH-06: real playlists have their format, number of entries and titles",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"), arguments: shared)
    func real(_ expected: Case) throws {
        let path = SharedMedia.path("playlists/" + expected.file)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        expect(PlaylistFormat.of(bytes, named: path, isList: false), is: expected.format)
        if case .unsupported = expected.format {
            #expect(throws: PlaylistError.self) { try expected.format.parse(bytes) }
            return
        }
        let playlist = try expected.format.parse(bytes)
        expect(playlist.entries.count, is: expected.count)
        #expect(!playlist.isCut)
        if let first = expected.first { expect(playlist.entries.first, is: first) }
        if let last = expected.last { expect(playlist.entries.last, is: last) }
        #expect(playlist.entries.allSatisfy { $0.title?.isEmpty == false })
    }

    @Test("every real playlist is covered", .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func allCovered() throws {
        let folder = SharedMedia.path("playlists")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            !(try URL(fileURLWithPath: folder + "/" + $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory
                ?? false)
        }
        expect(Set(files), is: Set(Self.shared.map(\.file)))
    }

    @Test(
        "a stream's segments are not a playlist under any name",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func hls() throws {
        for file in ["hls/media3_multi-segment/playlist.m3u8", "hls/shaka_hls-gap/playlist.m3u8"] {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path(file))))
            for name in [file, "list.m3u", "list.txt"] {
                expect(PlaylistFormat.of(bytes, named: name, isList: false), is: .hls)
            }
        }
    }

    @Test("extended M3U may have commas in attributes and titles, comments, blanks and endless entries")
    func extended() throws {
        let playlist = try parse(
            """
            #EXTM3U
            #PLAYLIST: Evening
            #EXTINF:61.5 group-title="News, Sport" tvg-logo="a.png",One, two
            #EXTVLCOPT:network-caching=1000

              first file.mp4\t
            #EXTINF:-1,
            second.mp4
            #EXTINF:0
            #EXTIMG:cover.jpg
            third.mp4
            fourth.mp4
            #EXTINF:9,without an entry
            """)
        expect(playlist.title, is: "Evening")
        expect(
            playlist.entries,
            is: [
                .init(location: "first file.mp4", title: "One, two", duration: .milliseconds(61_500), cover: "a.png"),
                .init(location: "second.mp4"), .init(location: "third.mp4", cover: "cover.jpg"),
                .init(location: "fourth.mp4"),
            ])
    }

    @Test(
        "INFO-07: subtitles of an entry are read from VLC's sub-file and input-slave options"
    )
    func subtitles() throws {
        let list = try parse(
            """
            #EXTM3U
            #EXTVLCOPT:sub-file=a b.srt
            #EXTVLCOPT: :input-slave=c.vtt#dub.mp3#d.ass
            #EXTVLCOPT:start-time=5
            #EXTVLCOPT:sub-file=
            one.mp4
            two.mp4
            """)
        expect(list.entries.map(\.subtitles), is: [["a b.srt", "c.vtt", "d.ass"], []])
        let xspf = try parse(
            """
            <playlist xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/"><trackList>
            <track><location>one.mp4</location><extension application="http://www.videolan.org/vlc/playlist/0">
              <vlc:id>0</vlc:id><vlc:option>sub-file=a.srt</vlc:option><vlc:option>sub-file=b.srt</vlc:option>
            </extension></track><track><location>two.mp4</location></track></trackList></playlist>
            """, named: "l.xspf")
        expect(xspf.entries.map(\.subtitles), is: [["a.srt", "b.srt"], []])
        let many = "#EXTM3U\n" + String(repeating: "#EXTVLCOPT:sub-file=a\n", count: 1000) + "one.mp4\n"
        try expect(parse(many).entries.first?.subtitles.count, is: 32)
    }

    @Test("an unclosed quote does not swallow the title")
    func openQuote() throws {
        try expect(
            parse("#EXTM3U\n#EXTINF:1 a=\"b,Title\nx").entries,
            is: [
                .init(location: "x", title: "Title", duration: .seconds(1))
            ])
    }

    @Test("a plain list of lines is read with any line ends and a byte order mark", arguments: ["\n", "\r\n", "\r"])
    func plain(end: String) throws {
        let playlist = try parse("\u{FEFF}a.mp4" + end + "b c.mp4" + end + end + "#d" + end + "e.mp4")
        expect(playlist.entries.map(\.location), is: ["a.mp4", "b c.mp4", "e.mp4"])
    }

    @Test("PLS entries are ordered by number and need a file; fields come in any order and case")
    func pls() throws {
        let playlist = try parse(
            "[Playlist]\nTitle10=Ten\nFILE10=ten.mp4?a=b\nfile2 = two.mp4\nLength2=-1\nTitle3=Nothing\nFileX=x\nVersion=2"
        )
        expect(
            playlist.entries,
            is: [
                .init(location: "two.mp4"), .init(location: "ten.mp4?a=b", title: "Ten"),
            ])
    }
    @Test("bytes, entries and the lengths of lines and texts are limited")
    func limits() throws {
        var limits = PlaylistLimits()
        limits.entries = 3
        limits.lineBytes = 20
        let many = String(repeating: "a.mp4\n", count: 10)
        let cut = try parse("#EXTM3U\n" + many, limits: limits)
        expect(cut.entries.count, is: 3)
        #expect(cut.isCut)
        let long = try parse("#EXTM3U\n" + String(repeating: "x", count: 21) + "\nshort\n", limits: limits)
        expect(long.entries, is: [.init(location: "short")])
        #expect(long.isCut)
        let pls = try parse("[playlist]\n" + (1...9).map { "File\($0)=a\n" }.joined(), limits: limits)
        expect(pls.entries.count, is: 3)
        #expect(pls.isCut)
        let tracks = String(repeating: "<track><location>a</location></track>", count: 9)
        let xspf = try parse("<playlist><trackList>" + tracks + "</trackList></playlist>", limits: limits)
        expect(xspf.entries.count, is: 3)
        #expect(xspf.isCut)
        let text = "<playlist><title>" + String(repeating: "x", count: 21) + "</title></playlist>"
        #expect(throws: PlaylistError.self) { try parse(text, limits: limits) }
        limits.bytes = 10
        #expect(throws: PlaylistError.tooLarge) { try parse("#EXTM3U\nabc", limits: limits) }
    }

    @Test("GB18030 and Latin-1 titles are recognised, and file names keep their bytes")
    func charsets() throws {
        let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4]  // 中文
        let list = Array("#EXTM3U\n#EXTINF:1,".utf8) + chinese + Array("\n".utf8) + chinese + Array(".mp4\n".utf8)
        let entry = try #require(try PlaylistFormat.m3u.parse(list).entries.first)
        expect(entry.title, is: "中文")
        expect(ByteText.bytes(entry.location), is: chinese + Array(".mp4".utf8))
        let french = Array("#EXTM3U\n#EXTINF:1,L'".utf8) + [0xC9] + Array("t".utf8) + [0xE9] + Array(" br\nx\n".utf8)
        try expect(PlaylistFormat.m3u.parse(french).entries.first?.title, is: "L'Été br")
        let own = PlaylistCharset { PlaylistCharset.latin1($0).uppercased() }
        try expect(PlaylistFormat.m3u.parse(french, charset: own).entries.first?.title, is: "L'ÉTÉ BR")
        let useless = PlaylistCharset { _ in "one line" }
        try expect(PlaylistFormat.m3u.parse(french, charset: useless).entries.first?.location, is: "x")
    }

    @Test("a list in UTF-16 with a byte order mark is read", arguments: [true, false])
    func utf16(isBigEndian: Bool) throws {
        let units = Array("\u{FEFF}#EXTM3U\n#EXTINF:2,é\nfile.mp4\n".utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        let format = try #require(PlaylistFormat.of(bytes, named: "a.m3u", isList: false))
        try expect(
            format.parse(bytes).entries, is: [.init(location: "file.mp4", title: "é", duration: .seconds(2))])
    }

    @Test("a text that neither looks nor is named like a list is none, unless declared as one")
    func noList() {
        let bytes = Array("some text\n".utf8)
        expect(PlaylistFormat.of(bytes, named: "film.mkv", isList: false), is: nil)
        expect(PlaylistFormat.of(bytes, named: "film.mkv", isList: true), is: .plain)
        expect(PlaylistFormat.of(bytes + [2], named: "film.mkv", isList: true), is: nil)
        expect(PlaylistFormat.named("film.M3U"), is: .m3u)
        expect(PlaylistFormat.named("/lists.m3u/film"), is: nil)
        expect(PlaylistFormat.named(".m3u"), is: nil)
    }

    @Test("a web page is not a list under any name")
    func pages() {
        for text in [
            "<!DOCTYPE html>\n<html><body>Log in</body></html>", "\u{FEFF}<html lang=en>", "<!doctype HTML><p>x",
        ] {
            for name in ["list.m3u8", "list.m3u", "list.xspf", "list"] {
                expect(PlaylistFormat.of(Array(text.utf8), named: name, isList: true), is: nil)
            }
        }
    }

    @Test("random and mutated lists never crash and stay within the limits", arguments: 0..<Rounds.of(10))
    func fuzz(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let seeds = [
            "#EXTM3U\n#EXTINF:12 a=\"b\",Title\nfile:///a%20b.mp4\n#EXTIMG:x\n../c.mp4\nhttp://h/p?q#f\n",
            "[playlist]\nFile1=a\nTitle1=b\nLength1=3\nFile2=\\\\x\\y\n",
            "<?xml version=\"1.0\"?><playlist><title>t</title><trackList><track><location>a%zz</location><duration>1</duration></track></trackList></playlist>",
            "\u{FEFF}plain\r\nlines\r\u{4E2D}\u{6587}.mp4\n",
        ]
        var limits = PlaylistLimits()
        limits.entries = 50
        for _ in 0..<200 {
            var bytes = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where !bytes.isEmpty: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1 where !bytes.isEmpty: bytes.removeSubrange(place..<min(bytes.count, place + 7))
                case 2: bytes.insert(contentsOf: bytes.prefix(40), at: min(place, bytes.count))
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: min(place, bytes.count))
                }
            }
            guard let format = PlaylistFormat.of(bytes, named: "x.m3u", isList: true) else { continue }
            guard let playlist = try? format.parse(bytes, limits: limits) else { continue }
            #expect(playlist.entries.count <= 50)
            for entry in playlist.entries {
                #expect(!entry.location.isEmpty)
                if case .file(let paths) = PlaylistOrigin.folder("/base").target(of: entry.location) {
                    #expect(paths.allSatisfy { $0.hasPrefix("/") && !$0.unicodeScalars.contains("\0") })
                }
                if case .file = PlaylistOrigin.address("http://h/l.m3u").target(of: entry.location) {
                    Issue.record("a local file from an address: \(entry.location)")
                }
            }
        }
    }
}

extension ParsedPlaylist.Entry {
    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
