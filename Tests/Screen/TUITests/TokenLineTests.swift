import Catalogue
import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Line for a token")
struct TokenLineTests {
    private func refused(takesToken: Bool = true, _ code: PlayErrorCode = .invalidToken) -> AppState {
        var snapshot = Samples.failed()
        snapshot.error = PlayError(code, reason: "refused", item: "film")
        var state = Samples.with(snapshot)
        state.services.takesToken = takesToken
        return state
    }

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    @Test("CFG-07: the page of a refused token offers to enter one, which is sent before the item is retried")
    func entered() {
        var state = refused()
        #expect(text(state).contains("t enter a token"))
        #expect(text(state).contains("r retry"))
        state.press("t")
        for key in "new s3cr3t" { state.press(key) }
        #expect(text(state).contains("Token: **********_"))
        #expect(!text(state).contains("s3cr3t"))
        expect(state.press(.enter), is: [.service(.giveToken("new s3cr3t")), .retry])
        expect(state.tokenLine, is: nil)
    }

    @Test("CFG-07: a paste goes into the line, Esc closes the line, and an empty token is not sent")
    func line() {
        var state = refused()
        state.press("t")
        expect(state.press(.enter), is: [])
        #expect(state.tokenLine != nil)
        state.apply(.input(.paste("abc\u{1B}")))
        expect(state.tokenLine?.text, is: "abc")
        expect(state.press(.escape), is: [])
        expect(state.tokenLine, is: nil)
    }

    @Test("CFG-07: no token is offered for other failures, or if the service takes none")
    func notOffered() {
        for var state in [refused(takesToken: false), refused(.requestFailed)] {
            #expect(!text(state).contains("enter a token"))
            state.press("t")
            expect(state.tokenLine, is: nil)
        }
    }
}
