import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Covers")
struct CoverTests {
    private func input(
        _ fixture: String, cover: String? = nil, beside: [String] = [], opens gate: Monitor<Bool>? = nil
    ) -> SessionInput {
        var input = SessionInput(name: fixture) { _ throws(ByteSourceError) in
            _ = gate?.wait { $0 ? true : nil }
            return Fixtures.source(fixture)
        }
        func picture(_ name: String) -> CoverSource {
            CoverSource(name: name) { _ throws(ByteSourceError) in
                if name == "missing.jpg" { throw ByteSourceError(.notFound, operation: "open", context: name) }
                return Fixtures.source(name)
            }
        }
        input.cover = cover.map(picture)
        input.coversBeside = beside.map(picture)
        return input
    }

    @Test("INFO-16: an audio item shows the first picture beside it that exists and can be decoded")
    func beside() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.session.setUp(
            input("audio-only.m4a", beside: ["missing.jpg", "text.mp4", "still.jpg"]), options: SessionOptions())
        let snapshot = try #require(harness.wait { $0.showsCover })
        #expect(snapshot.hasPicture)
        expect(snapshot.videoTrack, is: nil)
        expect(snapshot.pictureAspect, is: 2)
        _ = try #require(harness.video.wait { $0.last?.isStill == true })
    }

    @Test("INFO-16: the given cover is shown until the first frame replaces it")
    func beforeFirst() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let gate = Monitor(false)
        harness.session.setUp(input("counter.mp4", cover: "still.png", opens: gate), options: SessionOptions())
        let waiting = try #require(harness.wait { $0.showsCover })
        expect(waiting.status, is: .loading)
        _ = try #require(harness.video.wait { !$0.isEmpty })
        gate.update { $0 = true }
        let ready = try #require(harness.wait { $0.status == .ready && !$0.showsCover })
        expect(ready.pictureAspect, is: 4)
        expect(ready.videoTrack, is: 0)
        _ = try #require(harness.video.wait { $0.last?.counter == 0 })
    }

    private func decoded(_ name: String) throws -> VideoFrame {
        try #require(try StillPicture.decode(Fixtures.source(name), name: name, cancel: CancelToken()))
    }

    @Test("PLAY-34, INFO-16: with video off the cover replaces the picture until video is on again")
    func switchedOff() throws {
        let cover = try decoded("still.png")
        var talk = MachineConversation()
        talk.play(input: input("film", beside: ["still.png"]))
        expect(talk.takeDone().covers, is: [])
        let off = talk.when(.command(.selectTrack(.video, id: nil)))
        #expect(off.clearsPicture)
        expect(off.covers, is: [["still.png"]])
        talk.answerRequest()
        #expect(talk.when(.worker(.cover(cover))).showsCover)
        #expect(talk.snapshot.showsCover)
        expect(talk.snapshot.videoTrack, is: nil)
        #expect(talk.snapshot.hasPicture)
        expect(talk.snapshot.pictureAspect, is: cover.displayAspect)
        talk.when(.command(.selectTrack(.video, id: 0)))
        talk.answerRequest()
        #expect(!talk.snapshot.showsCover)
        expect(talk.snapshot.videoTrack, is: 0)
        expect(talk.snapshot.pictureAspect, is: 1)
        let again = talk.when(.command(.selectTrack(.video, id: nil)))
        expect(again.covers, is: [], "it is there already")
        #expect(again.showsCover)
    }

    @Test(
        "INFO-16: the given cover replaces the container's own, whichever arrives first", arguments: [true, false])
    func priority(givenFirst: Bool) throws {
        let (given, own) = (try decoded("still.png"), try decoded("sar.mp4"))
        try #require(given.displayAspect != own.displayAspect)
        let film = Film(tracks: [Film.sound], cover: own)
        var talk = MachineConversation()
        talk.setUp(input("film", cover: "still.png"))
        expect(talk.takeDone().covers, is: [["still.png"]])
        if givenFirst { talk.when(.worker(.cover(given))) }
        talk.open(film)
        talk.answerRequest()
        expect(talk.snapshot.pictureAspect, is: (givenFirst ? given : own).displayAspect)
        if !givenFirst { talk.when(.worker(.cover(given))) }
        expect(talk.state.status, is: .ready)
        #expect(talk.snapshot.showsCover)
        expect(talk.snapshot.pictureAspect, is: given.displayAspect)
    }
}
