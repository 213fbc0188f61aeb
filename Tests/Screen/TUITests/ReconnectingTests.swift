import Cells
import Localization
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import TUI

@Suite("The page while the network is awaited")
struct ReconnectingTests {
    private func state(nextTry: HostTime?) throws -> AppState {
        var snapshot = Samples.loading()
        let error = PlayError(.requestFailed, reason: "time-out: \u{1B}]0;x\u{7}nothing came", item: "film")
        snapshot.reconnection = ReconnectStatus(
            number: 2, tries: 3, nextTry: nextTry, reason: error.reason)
        return Samples.with(snapshot)
    }

    @Test("ARCH-20, ARCH-21: it says that it reconnects, the how manieth try it is, why, and what can be done")
    func page() throws {
        let state = try state(nextTry: Samples.now + .seconds(5))
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        for words in ["Reconnecting", "Attempt 2 of 3", "nothing came", "r retry", "The other road"] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        #expect(!text.contains("\u{1B}"))
    }

    @Test("ARCH-20: r tries at once")
    func key() throws {
        var state = try state(nextTry: Samples.now + .seconds(5))
        expect(state.press(.character("r")), is: [.command(.reload)])
    }

    @Test("ARCH-22: a try that is under way offers no other")
    func underWay() throws {
        let text = ScreenText.render(compose(try state(nextTry: nil), at: Samples.now).chrome)
        #expect(text.contains("Reconnecting"))
        #expect(!text.contains("r retry"))
    }
}
