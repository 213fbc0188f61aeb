import Cells
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import TUI

@Suite("Page shown while reconnecting")
struct ReconnectingTests {
    private func state(nextTry: HostTime?) throws -> AppState {
        var snapshot = Samples.loading()
        let error = PlayError(.requestFailed, reason: "time-out: \u{1B}]0;x\u{7}nothing came", item: "film")
        snapshot.reconnection = ReconnectStatus(
            number: 2, tries: 3, nextTry: nextTry, reason: error.reason)
        return Samples.with(snapshot)
    }

    @Test("ARCH-20, ARCH-21: the page shows the attempt, the reason and the key to retry")
    func page() throws {
        let state = try state(nextTry: Samples.now + .seconds(5))
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        for words in ["Reconnecting", "Attempt 2 of 3", "nothing came", "r retry", "The other road"] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        #expect(!text.contains("\u{1B}"))
    }

    @Test("ARCH-20: r retries at once")
    func key() throws {
        var state = try state(nextTry: Samples.now + .seconds(5))
        expect(state.press(.character("r")), is: [.command(.reload)])
    }

    @Test("ARCH-22: r is not offered during an attempt")
    func underWay() throws {
        let text = ScreenText.render(compose(try state(nextTry: nil), at: Samples.now).chrome)
        #expect(text.contains("Reconnecting"))
        #expect(!text.contains("r retry"))
    }
}
