import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite struct FeedKeyTests {
    @Test("ADV-10: in a feed j and k play the next and the previous video, and other keys are the player's")
    func feed() {
        var state = Samples.playing()
        state.options.isFeed = true
        expect(state.press("j"), is: [.move(1)])
        expect(state.press("k"), is: [.move(-1)])
        expect(state.press("q"), is: [.quit])
        for binding in Keymap.player.groups.flatMap(\.entries).flatMap(\.bindings) {
            for key in binding.keys {
                if binding.isAfterPrefix {
                    expect(Keymap.feed.actionAfterPrefix(for: key), is: binding.action)
                } else if ![.character("j"), .character("k")].contains(key.key) {
                    expect(Keymap.feed.action(for: key), is: binding.action)
                }
            }
        }
    }

    @Test("ADV-11: in a feed the last picture stays until the next video has its first one", arguments: [true, false])
    func lastPicture(isFeed: Bool) {
        var state = Samples.playing()
        state.options.isFeed = isFeed
        func showsPicture() -> Bool { compose(state, at: Samples.now).showsPicture }
        #expect(showsPicture())
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)))
        expect(showsPicture(), is: isFeed)
        var next = Samples.playing().snapshot
        next.status = .failed
        next.error = PlayError(.fileLost, reason: "gone", item: "b")
        next.videoTrack = nil
        state.apply(.snapshot(next))
        #expect(!showsPicture())
        state.apply(.itemChanged(PlaylistPosition(index: 2, count: 3)))
        #expect(!showsPicture())
    }

    @Test("j and k do not change the item outside a feed")
    func player() {
        var state = Samples.playing()
        #expect(!state.press("j").contains(.move(1)))
        #expect(!state.press("k").contains(.move(-1)))
    }

    @Test("a list that repeats has a next item after its last one")
    func repeats() {
        var position = PlaylistPosition(index: 2, count: 3)
        #expect(!position.hasNext)
        position.repeats = true
        #expect(position.hasNext)
    }
}
