import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("The newest snapshot for all")
struct SnapshotBoardTests {
    @Test("OBS-01: what the loop posts before the first item does not undo what was set meanwhile")
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
