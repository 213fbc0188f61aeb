import Addresses
import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("HLS: multivariant playlists")
struct HLSVariantTests {
    static func parse(_ text: String) throws -> MultivariantPlaylist {
        let location = ManifestLocation.address(try #require(Address("https://example.org/v/main.m3u8")))
        guard case .multivariant(let playlist) = try HLSPlaylist.parse(Array(text.utf8), at: location) else {
            throw ManifestError(.unsupported, "no multivariant playlist")
        }
        return playlist
    }

    private static let ladder = """
        #EXTM3U
        #EXT-X-DEFINE:NAME="q",VALUE="z"
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=-12
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="key"
        #EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json"
        #EXT-X-SESSION-DATA:DATA-ID="t",VALUE="Title {$q}",LANGUAGE="en"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="6/JOC",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Forced",LANGUAGE="en",FORCED=YES,URI="f.m3u8"
        #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",LANGUAGE="en",INSTREAM-ID="CC1"
        #EXT-X-STREAM-INF:BANDWIDTH=5000000,AVERAGE-BANDWIDTH=4000000,CODECS="avc1.64002a, mp4a.40.2",\
        RESOLUTION=1920x1080,FRAME-RATE=59.940,VIDEO-RANGE=SDR,AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS="c"
        1080p.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30,AUDIO="a"
        720p.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=3500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=60,AUDIO="a"
        720p60.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.5",AUDIO="a"
        audio.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="iframes.m3u8"
        """

    @Test("INFO-03: definitions are ordered and have sizes, rates and unique keys")
    func definitions() throws {
        let presentation = try Self.parse(Self.ladder).presentation
        let definitions = presentation.definitions()
        expect(definitions.map(\.info.definitionKey.rawValue), is: ["720p", "720p60", "1080p", "audio"])
        expect(definitions.map(\.info.width), is: [1280, 1280, 1920, 0])
        expect(definitions.map(\.info.bitRate), is: [2_500_000, 3_500_000, 5_000_000, 64_000])
        expect(definitions.map(\.info.isAudio), is: [false, false, false, true])
        expect(definitions.map(\.rendition), is: [1, 2, 0, 3])
        let low = presentation.definitions { $0.height < 1000 }
        expect(low.map(\.info.definitionKey), is: [.hd720, .init(rawValue: "720p60"), .audio])
    }

    @Test(
        "INFO-04: the key of a definition is the common name of its size",
        arguments: [
            (1920, 800, "1080p"), (720, 1280, "720p"), (854, 480, "480p"), (416, 234, "240p"), (320, 200, "200p"),
            (3840, 2160, "2160p"),
            (640, 360, "360p"), (1920, 1088, "1080p"), (256, 110, "144p"),
        ])
    func sizes(width: Int, height: Int, key: String) throws {
        let playlist = try Self.parse("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=\(width)x\(height)\na\n")
        expect(playlist.presentation.definitions().map(\.info.definitionKey.rawValue), is: [key])
    }

    @Test("INFO-04: a variant without a size gets a key from its rate")
    func rates() throws {
        let playlist = try Self.parse(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2000000\na\n#EXT-X-STREAM-INF:BANDWIDTH=640500\nb\n")
        expect(playlist.presentation.definitions().map(\.info.definitionKey.rawValue), is: ["640k", "2000k"])
    }

    @Test("image playlists are thumbnails but no definitions, and forbidden addresses are skipped")
    func images() throws {
        let tag = "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9000,RESOLUTION=160x90,CODECS=\"jpeg\","
        let text = Self.ladder + "\n" + tag + "URI=\"tiles.m3u8\"\n" + tag + "URI=\"file:///etc/passwd\"\n" + tag
        let presentation = try Self.parse(text).presentation
        let images = presentation.renditions.filter { $0.kind == .thumbnails }
        expect(images.map(\.height), is: [90])
        expect(images.map(\.sources.count), is: [1])
        expect(presentation.definitions().count, is: 4)
    }

    @Test("ADV-27: variants, tracks and key frames are read; INFO-07: subtitles are read with their properties")
    func renditions() throws {
        let playlist = try Self.parse(Self.ladder)
        let presentation = playlist.presentation
        expect(
            presentation.renditions.map(\.kind), is: [.video, .video, .video, .audio, .iframes, .audio, .audio, .text])
        let top = presentation.renditions[0]
        expect(top.codecs, is: ["avc1.64002a", "mp4a.40.2"])
        expect(top.averageBandwidth, is: 4_000_000)
        expect(top.frameRate, is: 59.94)
        expect(top.videoRange, is: "SDR")
        expect(top.audioGroup, is: "a")
        expect(top.textGroup, is: "s")
        expect(top.group, is: nil)
        let english = presentation.renditions[5]
        expect(english.group, is: "a")
        expect(english.language, is: "en")
        expect(english.name, is: "English")
        expect(english.channels, is: 6)
        #expect(english.isDefault)
        #expect(english.autoselects)
        #expect(!english.isForced)
        #expect(!presentation.renditions[6].isDefault && presentation.renditions[6].autoselects)
        #expect(presentation.renditions[7].isForced)
        expect(presentation.captions, is: [CaptionService(channel: "CC1", language: "en", name: "CC", group: "c")])
        expect(presentation.isLive, is: nil)
        expect(presentation.start?.offset, is: .seconds(-12))
        #expect(presentation.chapters == (try HLSMediaTests.reference("https://example.org/v/chapters.json")))
        expect(playlist.sessionData[1].value, is: "Title z")
        expect(playlist.variables.values, is: ["q": "z"])
        expect(playlist.sessionKeys.count, is: 1)
        #expect(playlist.isIndependent)
    }

    @Test("a track without an address is inside its variants")
    func inside() throws {
        let presentation = try Self.parse(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Main",DEFAULT=YES
            #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a",AUDIO="a"
            v.m3u8
            """
        ).presentation
        expect(presentation.renditions.map(\.kind), is: [.muxed, .audio])
        #expect(presentation.renditions[1].isInVariant && !presentation.renditions[0].isInVariant)
        expect(presentation.definitions().count, is: 1)
    }

    private static let copies = """
        #EXTM3U
        #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="B"
        #EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=1280x720,AUDIO="a1",PATHWAY-ID="A"
        https://a.example/720.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=1280x720,AUDIO="a2",PATHWAY-ID="B"
        https://b.example/720.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,AUDIO="a1",PATHWAY-ID="A"
        https://a.example/360.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,AUDIO="a2",PATHWAY-ID="B"
        https://b.example/360.m3u8
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a1",NAME="E",URI="https://a.example/e.m3u8",PATHWAY-ID="A"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a1",NAME="F",URI="https://a.example/f.m3u8",PATHWAY-ID="A"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a2",NAME="E",URI="https://b.example/e.m3u8",PATHWAY-ID="B"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a2",NAME="F",URI="https://b.example/f.m3u8",PATHWAY-ID="B"
        """

    @Test("INFO-06: copies of a variant are the addresses of one definition, with their tracks")
    func cdn() throws {
        let presentation = try Self.parse(Self.copies).presentation
        expect(presentation.renditions.map(\.kind), is: [.video, .video, .audio, .audio])
        #expect(presentation.renditions.allSatisfy { $0.sources.map(\.pathway) == ["A", "B"] })
        expect(presentation.renditions.map(\.audioGroup), is: ["a1", "a1", nil, nil])
        expect(presentation.renditions.map(\.group), is: [nil, nil, "a1", "a1"])
        let second = try HLSMediaTests.reference("https://b.example/f.m3u8")
        expect(presentation.renditions[3].sources[1].content, is: .playlist(second))
        expect(presentation.definitions().map(\.info.definitionKey.rawValue), is: ["360p", "720p"])
        expect(presentation.steering?.pathway, is: "B")
        #expect(presentation.steering?.server == (try HLSMediaTests.reference("https://example.org/steer")))
    }

    @Test("a rendition with a forbidden address is skipped, and the others play")
    func forbiddenRendition() throws {
        let presentation = try Self.parse(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Passwords",URI="file:///etc/passwd"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="en.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,SUBTITLES="s"
            v.m3u8
            """
        ).presentation
        expect(presentation.renditions.map(\.name), is: [nil, "English"])
        expect(presentation.definitions().count, is: 1)
    }

    @Test("variants with one address but different sound groups are not merged")
    func noCopy() throws {
        let line = "#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="
        let presentation = try Self.parse("#EXTM3U\n\(line)\"x\"\nv.m3u8\n\(line)\"y\"\nv.m3u8\n").presentation
        expect(presentation.renditions.map(\.sources.count), is: [1, 1])
    }

    @Test("chapters of a film have titles in the wanted language")
    func chapters() throws {
        let json = """
            [{"start-time": 5.5, "titles": [{"language": "en", "title": "Two"}, {"language": "DE", "title": "Zwei"}]},
             {"chapter": 1, "start-time": 0, "duration": 5.5, "titles": [{"title": "One"}]},
             {"start-time": 9}, {"duration": 1}]
            """
        let chapters = try HLSChapters.parse(Array(json.utf8), languages: ["fr", "de"])
        expect(chapters.map(\.title), is: ["One", "Zwei", nil])
        expect(chapters.map(\.range.start), is: [.zero, .milliseconds(5500), .seconds(9)])
        expect(chapters.map(\.range.end), is: [.milliseconds(5500), .seconds(9), .seconds(9)])
        #expect(throws: ManifestError.self) { try HLSChapters.parse(Array("{}".utf8)) }
        #expect(throws: ManifestError.self) { try HLSChapters.parse([UInt8](repeating: 0x5B, count: 2 << 20)) }
    }

    @Test("INFO-06: a steering server orders the pathways")
    func steering() throws {
        let location = ManifestLocation.address(try #require(Address("https://s.example/x/y")))
        let json = #"{"VERSION":1,"TTL":0,"RELOAD-URI":"z?s=1","PATHWAY-PRIORITY":["B","A"]}"#
        let answer = try SteeringAnswer.parse(Array(json.utf8), at: location)
        expect(answer.pathways, is: ["B", "A"])
        expect(answer.timeToLive, is: .seconds(10))
        #expect(answer.reload == (try HLSMediaTests.reference("https://s.example/x/z?s=1")))
        #expect(throws: ManifestError.self) { try SteeringAnswer.parse(Array(#"{"VERSION":2}"#.utf8), at: location) }
    }

    @Test("CHARACTERISTICS and FORCED determine the purpose of sound and subtitles")
    func purposes() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="D",CHARACTERISTICS="public.accessibility.describes-video",URI="1"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="P",URI="2"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="F",FORCED=YES,URI="3"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="S",CHARACTERISTICS="\
            public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="4"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",SUBTITLES="s"
            v
            """
        let renditions = try Self.parse(text).presentation.renditions
        expect(renditions.dropFirst().map(\.purpose), is: [.described, [], .forced, .hearingImpaired])
    }
}
