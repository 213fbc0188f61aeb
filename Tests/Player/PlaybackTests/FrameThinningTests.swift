import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Frame thinning")
struct FrameThinningTests {
    private func kept(_ times: [Int], every interval: Int) -> [Int] {
        var thinning = FrameThinning()
        return times.filter { thinning.keeps(.milliseconds($0), every: .milliseconds(interval)) }
    }

    @Test("ROOM-30: a small video keeps its first picture and then at most one per interval")
    func rates() {
        expect(kept(Array(stride(from: 0, through: 1000, by: 40)), every: 200), is: [0, 200, 400, 600, 800, 1000])
        let sparse = Array(stride(from: 70, through: 1070, by: 67))
        expect(kept(sparse, every: 200).count, is: 5)
        expect(kept(sparse, every: 200).first, is: 70)
        expect(kept([0, 500, 1000], every: 200), is: [0, 500, 1000])
        expect(kept([0, 1, 2], every: 0), is: [0, 1, 2])
    }

    @Test("ROOM-30: the next picture after a gap or a jump back is kept")
    func jumps() {
        expect(kept([0, 40, 5000, 5040, 5240], every: 200), is: [0, 5000, 5240])
        expect(kept([5000, 5040, 0, 40, 200], every: 200), is: [5000, 0, 200])
    }

    @Test("ROOM-30: an engine with a picture interval shows only that many pictures")
    func engine() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.pictureInterval = .seconds(1)
        options.audioTrack = .none
        options.end = .absolute(.milliseconds(3500))
        harness.open("counter.mp4", options: options)
        _ = try #require(harness.wait { $0.status == .reachEnd })
        let count = try #require(harness.wait { _ in true }).statistics
        // Pictures at 0, 1, 2 and 3 s of 88 in all. A slow machine drops some of them.
        #expect((2...4).contains(count.presentedFrames + count.droppedFrames))
    }
}
