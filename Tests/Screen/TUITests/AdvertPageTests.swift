import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Page with an ad's address")
struct AdvertPageTests {
    private static let address = "https://shop.example/" + String(repeating: "very-long-", count: 20) + "end?a=b"

    private func state(_ title: String? = "Shoes") -> AppState {
        var state = Samples.playing()
        state.report { snapshot in
            var advert = AdvertStatus()
            advert.title = title
            snapshot.advert = advert
        }
        state.showAdvertPage(Self.address)
        return state
    }

    @Test("UI-06: the page shows the title and the whole address, c copies the address, and Esc closes the page")
    func page() {
        var state = state("Sh\u{1B}[2Joes")
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(text.contains("Page of the ad") && text.contains("c copy, Esc close"))
        #expect(text.contains("https://shop.example/very-long-") && text.contains("end?a=b"))
        #expect(compose(state, at: Samples.now).links.contains { $0.address == Self.address })
        expect(state.press("c"), is: [.copy(Self.address)])
        #expect(state.message?.text.hasPrefix("Copied: https://shop.example/") == true)
        expect(state.advertPage?.lines(72).address.joined(), is: Self.address)
        expect(state.advertPage?.lines(72).title.joined().contains("\u{1B}"), is: false)
        expect(state.press(KeyPress(.escape), at: Samples.now), is: [])
        expect(state.advertPage, is: nil)
    }

    @Test("a message does not hide the ad's line, which moves up")
    func line() {
        var state = Samples.playing()
        state.report { snapshot in
            var advert = AdvertStatus()
            (advert.number, advert.skipTime) = (1, .zero)
            snapshot.advert = advert
        }
        state.message = Message("something else", .warning, at: Samples.now)
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(text.contains("something else") && text.contains("X skips it"))
    }

    @Test("other keys and other items leave the page open, and an interruption of the player closes it")
    func keys() {
        var state = state()
        _ = state.press("X")
        #expect(state.advertPage != nil)
        state.follow(.otherItem, at: Samples.now)
        #expect(state.advertPage != nil)
        state.follow(.interruption, at: Samples.now)
        expect(state.advertPage, is: nil)
    }
}
