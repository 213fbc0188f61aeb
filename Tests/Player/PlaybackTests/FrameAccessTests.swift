import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("Frame access")
struct FrameAccessTests {
    @Test(
        "CTRL-11, CTRL-13: the frame on show can be read at any time, but not before the first frame or after the item")
    func shown() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        #expect(harness.session.shownFrame == nil)
        #expect(harness.session.shownPicture == nil)
        harness.open("counter.mp4", play: false)
        _ = try #require(harness.wait { $0.status == .ready })
        for target in [MediaTime.seconds(3), .milliseconds(7040)] {
            harness.session.send(.seek(.absolute(target), .exact))
            _ = try #require(harness.wait { !$0.isSeeking && $0.clock.position == target })
            let frame = try #require(harness.session.shownFrame)
            expect(frame.time, is: target)
            expect(frame.width, is: 128)
            _ = try #require(harness.video.wait { $0.last?.time == target })
            expect(harness.session.shownPicture?.counter, is: Int(target.nanoseconds / 40_000_000))
        }
        harness.session.reset()
        _ = try #require(harness.wait { $0.status == .unload })
        #expect(harness.session.shownFrame == nil)
    }
}
