import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("The shared newest snapshot")
struct SnapshotBoardTests {
    @Test("OBS-01: an empty snapshot posted before the first item does not undo settings made meanwhile")
    func idle() {
        let wakeUp = WakeUp()
        let board = SnapshotBoard(wakeUp: wakeUp)
        board.change { $0.set(.setVolume(40)) }
        #expect(wakeUp.clear())
        board.post(.empty, events: [], item: 0)
        expect(board.snapshot.volume, is: 40)
        #expect(!wakeUp.clear())
    }
}
