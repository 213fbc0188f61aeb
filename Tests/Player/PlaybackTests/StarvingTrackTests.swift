import PlayCore
import Testing

@testable import Playback

@Suite struct StarvingTrackTests {
    private let control = LoadControl()

    private func lane(_ count: Int, _ bytes: Int, _ duration: MediaTime) -> LoadControl.Lane {
        LoadControl.Lane(count: count, bytes: bytes, duration: duration)
    }

    @Test("Reading for an empty track exceeds the ordinary bounds, but not without limit")
    func starvingTrack() {
        let empty = lane(0, 0, .zero)
        #expect(control.hasSpace([lane(300, 60 << 20, .seconds(12)), empty]))
        #expect(!control.hasSpace([lane(1000, 1 << 20, .seconds(40)), empty]))
        #expect(!control.hasSpace([lane(300, 256 << 20, .seconds(12)), empty]))
        #expect(!control.shouldRefill([lane(1000, 1 << 20, .milliseconds(39_500)), empty]))
        #expect(control.shouldRefill([lane(1000, 1 << 20, .seconds(38)), empty]))
    }

    @Test("A full queue ends a stall even if its duration is short")
    func resuming() {
        #expect(control.canResume([lane(40, 48 << 20, .milliseconds(500)), lane(10, 1000, .milliseconds(500))]))
        #expect(!control.canResume([lane(40, 1 << 20, .milliseconds(500))]))
        #expect(control.canResume([lane(40, 1 << 20, .seconds(1))]))
    }
}
