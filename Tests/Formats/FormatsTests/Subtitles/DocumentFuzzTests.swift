import PlayCore
import TestSupport
import Testing

@testable import Playlists
@testable import Subtitles

/// Formats that the other random tests lack: TTML, EBU STL, text in MP4, feeds and cue sheets.
@Suite(.serialized)
struct DocumentFuzzTests {
    private static func checked(_ bytes: [UInt8], _ name: String) -> Bool {
        guard let track = try? SubtitleFile.track(bytes, path: name) else { return false }
        for cue in track.cues {
            let scalars = cue.text.unicodeScalars
            #expect(
                scalars.allSatisfy { $0 == "\n" || !(0..<0x20).contains($0.value) && !(0x7F..<0xA0).contains($0.value) }
            )
            #expect(cue.end >= cue.start && !cue.lines.isEmpty)
        }
        return true
    }

    @Test("mutated TTML yields clean cues or an error")
    func ttml() {
        let seed = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" ttp:tickRate="90000" ttp:timeBase="media">
            <head><styling><style xml:id="s" tts:color="#ff0000" tts:fontStyle="italic"/></styling>
            <layout><region xml:id="r" tts:origin="10% 80%" tts:extent="80% 20%" tts:displayAlign="after"/></layout></head>
            <body timeContainer="seq"><div><p begin="1s" end="00:00:02:12" style="s" region="r">a<br/><span tts:color="blue">b &amp; c</span></p></div>
            <div begin="90000t" timeContainer="par"><p dur="1.5s">&#27;[2J x</p><p begin="50f" end="1h">d</p></div></body></tt>
            """
        ReaderFuzz.run("TTMLParser", 400, of: [Array(seed.utf8)]) { Self.checked($0, "a.ttml") }
    }

    @Test("mutated EBU STL yields clean cues or an error")
    func ebu() {
        let seed = BroadcastFormatTests.stl([(10, 0, Array("Foo \u{8A}bar".utf8)), (20, 4, [0x0D, 0x41, 0x8A, 0x42])])
        ReaderFuzz.run("EBUSubtitles", 400, of: [seed]) { Self.checked($0, "a.stl") }
    }

    @Test("mutated text in fragmented MP4 yields cues or none")
    func fragments() {
        func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
            let size = body.count + 8
            return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array(type.utf8) + body
        }
        let cue = box(
            "vttc", box("iden", Array("1".utf8)) + box("sttg", Array("line:0".utf8)) + box("payl", Array("hello".utf8)))
        let header = box(
            "mdhd", [0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 3, 0xE8] + [UInt8](repeating: 0, count: 8))
        let sample = box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + box("wvtt", [UInt8](repeating: 0, count: 8)))
        let head = box("moov", box("trak", box("mdia", header + box("minf", box("stbl", sample)))))
        let run = box("trun", [0, 0, 3, 1, 0, 0, 0, 1, 0, 0, 0, 100, 0, 0, 3, 0xE8, 0, 0, 0, UInt8(cue.count)])
        let fragment = box(
            "moof",
            box("traf", box("tfhd", [0, 2, 0, 0, 0, 0, 0, 1]) + box("tfdt", [0, 0, 0, 0, 0, 0, 7, 0xD0]) + run))
        let seed = box("ftyp", Array("iso6".utf8)) + head + fragment + box("mdat", cue)
        ReaderFuzz.run("FragmentedText", 1500, of: [seed]) { bytes in
            let cues = FragmentedText.cues(bytes)
            #expect(cues.count <= bytes.count)
            return FragmentedText.recognizes(bytes)
        }
    }

    @Test("mutated feeds and cue sheets yield entries within the limits or an error")
    func lists() {
        let texts = [
            "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\" xmlns:podcast=\"https://podcastindex.org/namespace/1.0\"><channel><title>T</title><item><title>A &amp; b</title><enclosure url=\"https://h/a%20b.mp3\" length=\"5\" type=\"audio/mpeg\"/><itunes:duration>1:02:03</itunes:duration><podcast:chapters url=\"c.json\"/></item></channel></rss>",
            "FILE \"a.wav\" WAVE\nTITLE \"Disc\"\n TRACK 01 AUDIO\n  TITLE \"One\"\n  INDEX 01 00:00:00\nFILE \"b.wav\" WAVE\n TRACK 02 AUDIO\n  INDEX 01 00:02:00\n",
            "#EXTM3U\n#EXTINF:-1 http-user-agent=\"A\",T\n#EXTVLCOPT:http-referrer=http://r/\n#KODIPROP:inputstream.adaptive.stream_headers=A=b&C=d\n#EXTHTTP:{\"Cookie\":\"a=1\"}\nhttp://h/a|User-Agent=x&Referer=y\n",
            "<playlist xml:base=\"b/\" xmlns:vlc=\"v\"><trackList><track><location>a</location><extension><vlc:option>http-user-agent=A</vlc:option></extension></track></trackList></playlist>",
        ]
        var limits = PlaylistLimits()
        limits.entries = 40
        ReaderFuzz.run("PlaylistFormat", 1000, of: texts.map { Array($0.utf8) }) { bytes in
            guard let format = PlaylistFormat.of(bytes, named: "x.cue", isList: true),
                let list = try? format.parse(bytes, named: "x.cue", limits: limits)
            else { return false }
            #expect(list.entries.count <= 40)
            for entry in list.entries {
                #expect(EntryAddress(entry.request.text(of: entry.location)).fields.count <= 32)
            }
            return !list.entries.isEmpty
        }
    }
}
