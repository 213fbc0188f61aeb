import Cells
import TUI
import Testing

@Suite struct FeedKeyTests {
    @Test("ADV-10: in a feed j and k go to the next and previous video, and the other keys are the player's")
    func feed() {
        var state = Samples.playing()
        state.options.isFeed = true
        #expect(state.press("j") == [.move(1)])
        #expect(state.press("k") == [.move(-1)])
        #expect(state.press("q") == [.quit])
        for binding in Keymap.player.groups.flatMap(\.entries).flatMap(\.bindings) {
            for key in binding.keys where ![.character("j"), .character("k")].contains(key.key) {
                #expect(Keymap.feed.action(for: key) == binding.action)
            }
        }
    }

    @Test("outside of a feed they do not")
    func player() {
        var state = Samples.playing()
        #expect(!state.press("j").contains(.move(1)) && !state.press("k").contains(.move(-1)))
    }

    @Test("a list that repeats has a next item behind its last")
    func repeats() {
        var position = PlaylistPosition(index: 2, count: 3)
        #expect(!position.hasNext)
        position.repeats = true
        #expect(position.hasNext)
    }
}
