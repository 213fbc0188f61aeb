import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("Covers")
struct CoverTests {
    private func input(
        _ fixture: String, cover: String? = nil, beside: [String] = [], opens gate: Monitor<Bool>? = nil
    ) -> SessionInput {
        let source = Fixtures.source(fixture)
        var input = SessionInput(name: fixture) { _ throws(ByteSourceError) in
            _ = gate?.wait { $0 ? true : nil }
            return source
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

    @Test("INFO-16: sound shows the picture beside it, the first that is there and can be decoded")
    func beside() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.session.setUp(
            input("audio-only.m4a", beside: ["missing.jpg", "text.mp4", "still.jpg"]), options: SessionOptions())
        let snapshot = try #require(harness.wait { $0.showsCover })
        #expect(snapshot.hasPicture)
        #expect(snapshot.videoTrack == nil)
        #expect(snapshot.pictureAspect == 2)
        _ = try #require(harness.video.wait { $0.last?.isStill == true })
    }

    @Test("INFO-16: the given cover is shown before the first frame, which takes its place")
    func beforeFirst() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let gate = Monitor(false)
        harness.session.setUp(input("counter.mp4", cover: "still.png", opens: gate), options: SessionOptions())
        let waiting = try #require(harness.wait { $0.showsCover })
        #expect(waiting.status == .loading)
        _ = try #require(harness.video.wait { !$0.isEmpty })
        gate.update { $0 = true }
        let ready = try #require(harness.wait { $0.status == .ready && !$0.showsCover })
        #expect(ready.pictureAspect == 4)
        #expect(ready.videoTrack == 0)
        _ = try #require(harness.video.wait { $0.last?.counter == 0 })
    }

    @Test("PLAY-34, INFO-16: with the picture switched off the cover stands in its place, until it is back")
    func switchedOff() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.session.setUp(input("counter.mp4", beside: ["still.png"]), options: SessionOptions())
        _ = try #require(harness.wait { $0.status == .ready })
        harness.session.send(.selectTrack(.video, id: nil))
        let off = try #require(harness.wait { $0.showsCover && !$0.isSeeking })
        #expect(off.videoTrack == nil)
        #expect(off.hasPicture)
        harness.session.send(.selectTrack(.video, id: 0))
        let on = try #require(harness.wait { !$0.showsCover && !$0.isSeeking && $0.videoTrack == 0 })
        #expect(on.pictureAspect == 4)
    }

    @Test("INFO-16: the given cover counts before the container's own")
    func priority() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.session.setUp(input("cover.mp3", cover: "sar.mp4"), options: SessionOptions())
        #expect(harness.wait { $0.status == .ready && $0.pictureAspect == 8 } != nil)
    }
}
