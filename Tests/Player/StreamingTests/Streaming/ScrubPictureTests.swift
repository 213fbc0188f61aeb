import Addresses
import Foundation
import Manifests
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing
import Transport

@testable import Streaming

/// Key frames alone, which show the target of a seek at once. FFmpeg has made `streams/iframes`.
@Suite("Quick pictures for seeking", .timeLimit(.minutes(10)))
struct ScrubPictureTests {
    private func opened(_ server: FaultServer) throws -> StreamPlayer {
        // So slow that playing begins with the lowest definition.
        try StreamPlayer(address: server.address("/iframes/master.m3u8"), startBandwidth: 100_000)
    }

    private func scrubs(_ server: FaultServer) -> [ReceivedRequest] {
        server.requests.filter { $0.path.hasPrefix("/iframes/") && $0.path != "/iframes/master.m3u8" }
    }

    @Test("PLAY-34: a scrub picture costs only the bytes of its key frame and does not move the reading position")
    func oneFrame() throws {
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        let player = try opened(server)
        let first = try player.packets(20).compactMap(\.decodingTime)
        let frame = try #require(player.source.scrubPicture(at: .milliseconds(7300)))
        try expect(CounterPicture.number(frame), is: 150)
        #expect(abs(frame.time.inSeconds - 6) < 0.001)
        expect(scrubs(server).map(\.path), is: ["/iframes/small.m3u8", "/iframes/small.ts"])
        expect(scrubs(server).last?["range"], is: "bytes=30644-32820")
        #expect(server.bytesSent(for: "/iframes/small.ts") < 3000)
        #expect(server.requests(for: "/ts/low3.ts").isEmpty, "nothing of the place itself")
        let rest = try player.packets().filter { $0.track == player.video }
        #expect((rest.first?.time ?? .zero) < .seconds(2))
        #expect(!first.isEmpty)
        #expect(rest.count > 225)
    }

    @Test("PLAY-34: a trick mode of DASH supplies scrub pictures")
    func trickMode() throws {
        let path = Fixtures.path("streams/mp4/manifest.mpd")
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let trick = """
            <AdaptationSet id="9" contentType="video">
            <EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="0"/>
            <Representation id="t" mimeType="video/mp4" codecs="avc1.64000a" bandwidth="9000" width="128" height="32">
            <SegmentTemplate timescale="12800" initialization="init0.m4s" media="s0-$Number$.m4s" startNumber="1">
            <SegmentTimeline><S t="0" d="25600" r="4"/></SegmentTimeline></SegmentTemplate>
            </Representation></AdaptationSet></Period>
            """
        let manifest = Array(text.replacing("</Period>", with: trick).utf8)
        let server = try FaultServer { request in
            request.path == "/mp4/trick.mpd" ? FaultReply(200, manifest) : StreamNetworkTests.reply(request)
        }
        let player = try StreamPlayer(address: server.address("/mp4/trick.mpd"), startBandwidth: 20_000_000)
        let frame = try #require(player.source.scrubPicture(at: .milliseconds(7300)))
        try expect(CounterPicture.number(frame), is: 150)
        #expect(abs(frame.time.inSeconds - 6) < 0.001)
        expect(server.requests(for: "/mp4/s0-4.m4s").count, is: 1)
        #expect(server.requests(for: "/mp4/s2-4.m4s").isEmpty)
    }

    @Test("ADV-48: the key frame of a seek's target is shown while the target's segment is still loading")
    func session() throws {
        let server = try FaultServer { request in
            let isHeld = request.path.hasSuffix("3.ts")
            return StreamNetworkTests.reply(request, faults: isHeld ? [.hold] : [])
        }
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        let address = server.address("/iframes/master.m3u8")
        let video = CapturingVideoSink()
        let engine = PlaybackEngine(
            videoSink: video, makeAudioSink: { FakeAudioSink(format: $0) }, wakeUp: WakeUp(), watchNetwork: nil)
        var options = SessionOptions()
        options.plays = false
        let input = SessionInput.media(name: "stream") { cancel throws(MediaError) in
            var environment = StreamEnvironment(startBandwidth: 100_000) { () throws(ByteSourceError) in client }
            environment.shownGrid = { PixelGrid(width: 128, height: 32, pixelAspect: 1) }
            let bytes = HTTPByteSource(HTTPRequest(address), client: client, cancel: cancel)
            return try StreamOpener(environment).open(bytes, cancel: cancel)
        }
        engine.setUp(input, options: options)
        _ = try #require(video.wait { !$0.isEmpty })
        engine.send(.seek(.absolute(.milliseconds(7500)), .keyframe))
        let pictures = try #require(video.wait { $0.contains { $0.counter == 150 } })
        #expect(pictures.contains { $0.counter == 150 })
        #expect(engine.snapshot.isSeeking || server.requests(for: "/ts/low3.ts").count <= 1)
        expect(server.bytesSent(for: "/ts/low3.ts"), is: 0)
        server.release()
        _ = try #require(video.wait { $0.last?.counter == 150 })
        engine.destroy()
    }

    @Test("no request is made for a scrub picture whose segment is already held")
    func atHand() throws {
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        let player = try opened(server)
        _ = try player.packets()
        #expect(player.source.scrubPicture(at: .zero) == nil)
        #expect(scrubs(server).isEmpty)
        let local = try StreamPlayer(path: Fixtures.path("streams/mp4/master.m3u8"))
        #expect(local.source.scrubPicture(at: .seconds(3)) == nil)
    }

    @Test("an unavailable key-frame list is requested three times, and seeking works without it")
    func missing() throws {
        let server = try FaultServer { request in
            request.path.hasPrefix("/iframes/s") ? FaultReply(404) : StreamNetworkTests.reply(request)
        }
        let player = try opened(server)
        for second in [9, 8, 7, 6, 5] { #expect(player.source.scrubPicture(at: .seconds(second)) == nil) }
        expect(scrubs(server).count, is: 3)
        try expect(player.picture(at: .milliseconds(5005))?.number, is: 125)
    }

    @Test("the smallest key-frame rendition that fills the screen is used, else the largest, never a protected one")
    func choice() {
        func rendition(_ height: Int, _ kind: Rendition.Kind = .iframes, isProtected: Bool = false) -> Rendition {
            var result = Rendition(id: "\(height)", kind: kind)
            result.height = height
            result.sources = [RenditionSource(pathway: nil, content: .list(SegmentList()))]
            if isProtected { result.protection = ContentProtection(systems: [], scheme: "cenc") }
            return result
        }
        let list = [
            rendition(720), rendition(180), rendition(360), rendition(240, .video), rendition(240, isProtected: true),
        ]
        expect(ScrubPictures.choice(list, height: 134), is: 1)
        expect(ScrubPictures.choice(list, height: 200), is: 2)
        expect(ScrubPictures.choice(list, height: 1080), is: 0)
        expect(ScrubPictures.choice([list[3], list[4]], height: 100), is: nil)
    }
}
