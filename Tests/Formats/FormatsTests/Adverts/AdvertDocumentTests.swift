import PlayCore
import TestSupport
import Testing

@testable import Adverts

/// VAST and VMAP documents as servers send them.
@Suite("Advert documents")
struct AdvertDocumentTests {
    private func read(_ text: String) throws(AdvertErrorCode) -> AdvertDocument {
        try AdvertDocument.read(Array(text.utf8))
    }

    private func response(_ text: String) throws -> AdvertResponse {
        guard case .adverts(let response) = try read(text) else { throw AdvertErrorCode.notAdverts }
        return response
    }

    /// A document of the same form as the IAB's published sample of an in-line linear advert.
    private static let inLine = """
        <?xml version="1.0" encoding="UTF-8"?>
        <VAST version="4.2" xmlns="http://www.iab.com/VAST">
          <Error><![CDATA[http://a.example/none?e=[ERRORCODE]]]></Error>
          <Ad id="20001"><InLine>
            <AdSystem version="1">house</AdSystem>
            <Error><![CDATA[http://a.example/error?e=[ERRORCODE]&t=[TIMESTAMP]]]></Error>
            <Impression id="i"> <![CDATA[ http://a.example/impression ]]> </Impression>
            <AdTitle>A &amp; B</AdTitle>
            <Creatives><Creative id="5480" sequence="1"><Linear skipoffset="00:00:05">
              <Duration>00:00:16.500</Duration>
              <TrackingEvents>
                <Tracking event="start"><![CDATA[http://a.example/start]]></Tracking>
                <Tracking event="firstQuartile">http://a.example/q1</Tracking>
                <Tracking event="progress" offset="00:00:10">http://a.example/ten</Tracking>
                <Tracking event="unheardOf">http://a.example/never</Tracking>
              </TrackingEvents>
              <VideoClicks>
                <ClickThrough>https://shop.example/a?b=c</ClickThrough>
                <ClickTracking>http://a.example/click</ClickTracking>
              </VideoClicks>
              <MediaFiles>
                <MediaFile delivery="progressive" type="video/mp4" width="640" height="360" bitrate="500">http://m.example/small.mp4</MediaFile>
                <MediaFile delivery="progressive" type="video/mp4" width="1280" height="720" bitrate="2000">http://m.example/large.mp4</MediaFile>
                <MediaFile delivery="streaming" type="application/x-mpegURL">http://m.example/all.m3u8</MediaFile>
                <MediaFile type="application/javascript" apiFramework="VPAID">http://m.example/vpaid.js</MediaFile>
              </MediaFiles>
            </Linear></Creative></Creatives>
          </InLine></Ad>
        </VAST>
        """

    @Test("an in-line advert has title, length, skip offset, films, page and trackers")
    func inLine() throws {
        let response = try response(Self.inLine)
        #expect(response.errors == ["http://a.example/none?e=[ERRORCODE]"])
        guard case .advert(let advert)? = response.pod.first else { throw AdvertErrorCode.empty }
        expect(advert.title, is: "A & B")
        expect(advert.duration, is: .milliseconds(16_500))
        expect(advert.skipTime, is: .seconds(5))
        #expect(advert.clickThrough == "https://shop.example/a?b=c")
        #expect(advert.trackers.impressions == ["http://a.example/impression"])
        #expect(advert.trackers.events[.start] == ["http://a.example/start"])
        expect(advert.trackers.events.count, is: 2)
        expect(advert.trackers.progress.map(\.offset), is: [.time(.seconds(10))])
        #expect(advert.trackers.clicks == ["http://a.example/click"])
        expect(advert.files.map(\.isUsable), is: [true, true, true, false])
    }

    @Test(
        "the file of an advert is chosen by width, then by bit rate, and is never a program",
        arguments: [
            (320, nil, "small"), (640, nil, "small"), (641, nil, "large"), (1920, nil, "large"),
            (1920, 1_000_000, "small"),
            (100, 100_000, "all"),
        ] as [(Int, Int?, String)])
    func choice(width: Int, bitRate: Int?, name: String) throws {
        guard case .advert(let advert)? = try response(Self.inLine).pod.first else { throw AdvertErrorCode.empty }
        expect(advert.files.best(width: width, bitRate: bitRate)?.location.contains("/\(name)."), is: true)
        expect(advert.files.suffix(1).map(\.self).best(width: width, bitRate: bitRate), is: nil)
    }

    @Test("adverts with a sequence play in its order; of the others the first plays and the rest are spare")
    func pod() throws {
        func ad(_ name: String, _ sequence: String) -> String {
            "<Ad \(sequence)><Wrapper><VASTAdTagURI>http://\(name).example/</VASTAdTagURI></Wrapper></Ad>"
        }
        func names(_ entries: [AdvertResponse.Entry]) -> [String] {
            entries.compactMap { if case .wrapper(let wrapper) = $0 { wrapper.address } else { nil } }
        }
        let pod = try response(
            "<VAST version='3.0'>" + ad("c", "") + ad("b", "sequence='2'") + ad("a", "sequence='1'") + "</VAST>")
        #expect(names(pod.pod) == ["http://a.example/", "http://b.example/"])
        #expect(names(pod.spare) == ["http://c.example/"])
        let buffet = try response("<VAST version='2.0'>" + ad("a", "") + ad("b", "") + "</VAST>")
        #expect(names(buffet.pod) == ["http://a.example/"])
        #expect(names(buffet.spare) == ["http://b.example/"])
    }

    @Test(
        "a document without valid adverts fails with VAST's error code",
        arguments: [
            ("", AdvertErrorCode.unreadable), ("<VAST version='3.0'>", .unreadable), ("<html/>", .notAdverts),
            ("<VideoAdServingTemplate/>", .unknownVersion), ("<VAST version='5.0'/>", .unknownVersion),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><VAST version='3.0'/>", .unreadable),
            (String(repeating: "<a>", count: 100_000), .unreadable),
            ("<VAST version='3.0'>" + String(repeating: "<Ad/>", count: 50_000) + "</VAST>", .unreadable),
        ])
    func wrong(text: String, code: AdvertErrorCode) { #expect(throws: code) { try read(text) } }

    @Test("a VMAP has linear breaks by time, share, start and end, and those at equal times are merged")
    func breaks() throws {
        func item(_ offset: String, _ kind: String = "linear") -> String {
            """
            <vmap:AdBreak timeOffset="\(offset)" breakType="\(kind)"><vmap:AdSource>
            <vmap:AdTagURI templateType="vast3"><![CDATA[http://a.example/\(offset)]]></vmap:AdTagURI></vmap:AdSource>
            <vmap:TrackingEvents><vmap:Tracking event="breakStart">http://a.example/b</vmap:Tracking></vmap:TrackingEvents>
            </vmap:AdBreak>
            """
        }
        let text =
            "<vmap:VMAP xmlns:vmap='http://www.iab.net/videosuite/vmap' version='1.0'>"
            + [
                item("start"), item("00:10:00.000"), item("00:10:00"), item("25%"), item("end"), item("#2"),
                item("start", "nonlinear"), item("99:99:99"),
            ].joined() + "</vmap:VMAP>"
        guard case .breaks(let breaks) = try read(text) else { throw AdvertErrorCode.notAdverts }
        expect(breaks.map(\.time), is: [.start, .at(.time(.seconds(600))), .at(.percent(25)), .end])
        expect(breaks.map(\.contents.count), is: [1, 2, 1, 1])
        #expect(breaks[0].trackers.starts == ["http://a.example/b"])
    }

    @Test("a VMAP may contain a document, and a break without one is skipped")
    func within() throws {
        let text = """
            <VMAP version="1.0"><AdBreak timeOffset="0%" breakType="linear"><AdSource><VASTAdData>\
            <VAST version="3.0"><Ad><InLine/></Ad></VAST></VASTAdData></AdSource></AdBreak>
            <AdBreak timeOffset="end" breakType="linear"><AdSource/></AdBreak></VMAP>
            """
        guard case .breaks(let breaks) = try read(text) else { throw AdvertErrorCode.notAdverts }
        expect(breaks.map(\.time), is: [.start])
    }

    @Test("an address with control characters or blanks is ignored")
    func addresses() throws {
        let text = "<VAST version='3.0'><Error>http://a/&#9;b</Error><Error>http://a/ b</Error><Error/></VAST>"
        #expect(try response(text).errors.isEmpty)
    }

    @Test("a truncated or changed document ends in an error or a value")
    func changed() {
        let bytes = Array(Self.inLine.utf8)
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<Rounds.of(2000) {
            var changed = bytes
            for _ in 0..<(1 + round % 5) { changed[random(changed.count)] = UInt8(random(256)) }
            if round % 3 == 0 { changed = Array(changed.prefix(random(changed.count))) }
            do throws(AdvertErrorCode) {
                _ = try AdvertDocument.read(changed)
            } catch {
                #expect([.unreadable, .notAdverts, .unknownVersion].contains(error))
            }
        }
    }

    @Test("known macros are replaced in both spellings and encoded, and unknown ones stay")
    func macros() {
        var macros = AdvertMacros(now: WallTime(milliseconds: 1_709_593_337_684), cacheBuster: 42)
        macros.errorCode = .fileTimeout
        macros.contentPlayhead = .milliseconds(61_500)
        macros.asset = "http://m.example/a b"
        let text =
            "http://a/?e=[ERRORCODE]&c=%5BCACHEBUSTING%5D&p=[CONTENTPLAYHEAD]&u=[ASSETURI]&x=[UNKNOWN]&t=[TIMESTAMP]&o=["
        #expect(
            macros.expand(text)
                == "http://a/?e=402&c=00000042&p=00%3A01%3A01.500&u=http%3A%2F%2Fm.example%2Fa%20b&x=[UNKNOWN]"
                + "&t=2024-03-04T23%3A02%3A17.684Z&o=[")
        #expect(AdvertMacros(now: .now, cacheBuster: 1).expand("http://a/?e=[ERRORCODE]") == "http://a/?e=[ERRORCODE]")
    }

    @Test("an advert's quartiles are reported once, in order, and all of them before its end")
    func progress() throws {
        guard case .advert(let advert)? = try response(Self.inLine).pod.first else { throw AdvertErrorCode.empty }
        var progress = AdvertProgress(advert)
        expect(progress.complete(), is: [])
        expect(progress.play(to: .zero, of: .seconds(16)), is: [.event(.creativeView), .event(.start)])
        expect(progress.play(to: .seconds(1), of: .seconds(16)), is: [])
        expect(progress.play(to: .seconds(4), of: .seconds(16)), is: [.event(.firstQuartile)])
        expect(progress.pause(), is: [.event(.pause)])
        expect(progress.pause(), is: [])
        #expect(
            progress.play(to: .seconds(10), of: .seconds(16)) == [
                .event(.resume), .event(.midpoint), .progress(address: "http://a.example/ten"),
            ])
        expect(progress.hear(isMuted: false), is: [])
        expect(progress.hear(isMuted: true), is: [.event(.mute)])
        expect(progress.complete(), is: [.event(.thirdQuartile), .event(.complete)])
    }
}
