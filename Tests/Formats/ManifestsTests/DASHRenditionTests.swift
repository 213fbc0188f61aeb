import Addresses
import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("DASH: renditions")
struct DASHRenditionTests {
    private static let template = "<SegmentTemplate media='$RepresentationID$-$Number$' duration='4'/>"

    private static func presentation(_ periods: String...) throws -> Presentation {
        let text = periods.map { "<Period duration='PT4S'>\(template)\($0)</Period>" }.joined()
        return try DASHTests.parse("<MPD>\(text)</MPD>").presentation
    }

    @Test("ADV-27, INFO-07: renditions have kinds, languages, roles, channels and rates")
    func kinds() throws {
        let presentation = try Self.presentation(
            """
            <AdaptationSet id='1' mimeType='video/mp4' frameRate='30000/1001' par='16:9'>
              <SupplementalProperty schemeIdUri='urn:mpeg:dash:adaptation-set-switching:2016' value='2'/>
              <Accessibility schemeIdUri='urn:scte:dash:cc:cea-608:2015' value='CC1=eng;CC3=swe'/>
              <Accessibility schemeIdUri='urn:scte:dash:cc:cea-708:2015' value='1=lang:deu,er:1'/>
              <Representation id='v1' codecs='avc1.64001f' width='1280' height='720' bandwidth='2000000'/></AdaptationSet>
            <AdaptationSet id='2' mimeType='video/mp4'><Representation id='v2' codecs='hvc1' width='1920' height='1080'
              bandwidth='3000000'/></AdaptationSet>
            <AdaptationSet lang='de' mimeType='audio/mp4'><Label>Deutsch</Label>
              <Role schemeIdUri='urn:mpeg:DASH:role:2011' value='main'/>
              <AudioChannelConfiguration schemeIdUri='tag:dolby.com,2014:dash:audio_channel_configuration:2011' value='F801'/>
              <Representation id='a' codecs='ec-3'/></AdaptationSet>
            <AdaptationSet lang='en' mimeType='application/mp4'>
              <Role schemeIdUri='urn:mpeg:dash:role:2011' value='forced-subtitle'/>
              <Representation id='t1' codecs='stpp.ttml.im1t'/></AdaptationSet>
            <AdaptationSet lang='fr' mimeType='text/vtt'><Representation id='t2'><BaseURL>f.vtt</BaseURL></Representation></AdaptationSet>
            <AdaptationSet contentType='video'>
              <EssentialProperty schemeIdUri='http://dashif.org/guidelines/trickmode' value='1'/><Representation id='i'/></AdaptationSet>
            <AdaptationSet mimeType='image/jpeg'><Representation id='j'>
              <EssentialProperty schemeIdUri='http://dashif.org/guidelines/thumbnail_tile' value='8x4'/></Representation></AdaptationSet>
            <AdaptationSet mimeType='application/octet-stream'><Representation id='o'/></AdaptationSet>
            <AdaptationSet contentType='video'><EssentialProperty schemeIdUri='urn:unknown'/><Representation id='u'/></AdaptationSet>
            """)
        let renditions = presentation.renditions
        expect(renditions.map(\.id), is: ["v1", "v2", "a", "t1", "t2", "i", "j"])
        expect(renditions.map(\.kind), is: [.video, .video, .audio, .text, .text, .iframes, .thumbnails])
        #expect(renditions[0].frameRate == 30000.0 / 1001 && renditions[0].switchingSet == renditions[1].switchingSet)
        #expect(renditions[2].channels == 6 && renditions[2].isDefault && renditions[2].name == "Deutsch")
        #expect(renditions[3].isForced && renditions[3].language == "en" && renditions[2].group != nil)
        #expect(renditions[6].tiles?.columns == 8 && renditions[6].tiles?.rows == 4)
        expect(presentation.captions.map(\.channel), is: ["CC1", "CC3", "SERVICE1"])
        expect(presentation.captions.map(\.language), is: ["eng", "swe", "deu"])
        expect(presentation.definitions().map(\.info.definitionKey), is: [.hd720, .hd1080])
        expect(presentation.duration, is: .seconds(4))
        expect(presentation.isLive, is: false)
    }

    @Test("INFO-04: sound without pictures is the audio definition")
    func soundOnly() throws {
        let presentation = try Self.presentation(
            "<AdaptationSet contentType='audio'><Representation id='a' bandwidth='9'/></AdaptationSet>")
        expect(presentation.definitions().map(\.info.definitionKey), is: [.audio])
    }

    @Test("ADV-81: a protected rendition names its systems and is no definition; a clear period still plays")
    func protection() throws {
        let secret = """
            <AdaptationSet contentType='video'>
            <ContentProtection schemeIdUri='urn:mpeg:dash:mp4protection:2011' value='cenc'/>
            <ContentProtection schemeIdUri='urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED'/>
            <ContentProtection schemeIdUri='urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e'/>
            <Representation id='v' height='720' width='1280'/></AdaptationSet>
            """
        let clear =
            "<AdaptationSet contentType='video'><Representation id='w' height='720' width='1280'/></AdaptationSet>"
        let presentation = try Self.presentation(secret)
        expect(presentation.renditions[0].protection?.reason, is: "Widevine, ClearKey (cenc)")
        #expect(presentation.definitions().isEmpty)
        let mixed = try Self.presentation(clear, secret)
        expect(mixed.renditions.map(\.protection), is: [nil])
    }

    @Test("a rendition continues in the next period by its name, else in the most similar one")
    func chains() throws {
        func set(_ kind: String, _ language: String, _ forms: (String, Int)...) -> String {
            let inner = forms.map { "<Representation id='\($0.0)' height='\($0.1)' width='\($0.1 * 16 / 9)'/>" }
                .joined()
            return "<AdaptationSet contentType='\(kind)' lang='\(language)'>\(inner)</AdaptationSet>"
        }
        let presentation = try Self.presentation(
            set("video", "", ("low", 360), ("high", 1080)) + set("audio", "de", ("a", 0)) + set("text", "de", ("t", 0)),
            set("video", "", ("x", 720), ("y", 360)) + set("audio", "en", ("b", 0)) + set("audio", "de", ("c", 0)))
        func chain(_ id: String) throws -> [String] {
            let rendition = try #require(presentation.renditions.first { $0.id == id })
            guard case .timeline(let timeline) = rendition.sources[0].content else { return [] }
            return try timeline.list(at: nil).segments.map { segment in
                guard case .address(let address) = segment.resource else { return "" }
                return String(address.path.dropFirst("/d/".utf8.count))
            }
        }
        try expect(chain("low"), is: ["low-1", "y-1"])
        try expect(chain("high"), is: ["high-1", "x-1"])
        try expect(chain("a"), is: ["a-1", "c-1"])
        try expect(chain("b"), is: ["a-1", "b-1"])
        try expect(chain("t"), is: ["t-1"])
        guard case .timeline(let timeline) = presentation.renditions[0].sources[0].content else { return }
        let list = try timeline.list(at: nil)
        expect(list.segments.map(\.start), is: [.zero, .seconds(4)])
        expect(list.segments.map(\.discontinuity), is: [0, 4000])
    }

    @Test("events have their times on the presentation's axis, and their messages")
    func events() throws {
        let presentation = try Self.presentation(
            "",
            """
            <EventStream schemeIdUri='urn:x' value='v' timescale='1000' presentationTimeOffset='4000'>
            <Event presentationTime='5000' duration='1500' id='1' messageData='m'/>
            <Event presentationTime='4000'> <a>x<b>y</b></a> </Event></EventStream>
            """)
        expect(presentation.events.map(\.start), is: [.seconds(5), .seconds(4)])
        expect(presentation.events.map(\.duration), is: [.milliseconds(1500), nil])
        #expect(presentation.events[0].message == "m" && presentation.events[0].scheme == "urn:x")
        #expect(presentation.events[1].message.contains("y"))
    }

    @Test("Role and Accessibility determine the purpose of sound and subtitles")
    func purposes() throws {
        let words = [
            "<Accessibility schemeIdUri='urn:tva:metadata:cs:AudioPurposeCS:2007' value='1'/>",
            "<Role schemeIdUri='urn:mpeg:dash:role:2011' value='description'/>",
            "<Accessibility schemeIdUri='urn:mpeg:dash:role:2011' value='description'/>",
            "<Role schemeIdUri='urn:mpeg:dash:role:2011' value='commentary'/>",
            "<Accessibility schemeIdUri='urn:tva:metadata:cs:AudioPurposeCS:2007' value='6'/>",
        ]
        let sets = words.enumerated().map { number, word in
            "<AdaptationSet lang='en' mimeType='audio/mp4'>\(word)<Representation id='\(number)'/></AdaptationSet>"
        }
        let captions = """
            <AdaptationSet lang='en' mimeType='text/vtt'><Role schemeIdUri='urn:mpeg:dash:role:2011' value='caption'/>
              <Representation id='c'><BaseURL>c.vtt</BaseURL></Representation></AdaptationSet>
            """
        let renditions = try Self.presentation(sets.joined() + captions).renditions
        expect(
            renditions.map(\.purpose), is: [.described, .described, .described, .commentary, [], .hearingImpaired])
    }
}
