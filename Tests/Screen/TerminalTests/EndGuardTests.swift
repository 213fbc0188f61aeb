import PlayCore
import Testing

@testable import Terminal

@Suite struct EndGuardTests {
    @Test("closing that takes too long ends after a quarter of a second, or later on a busy machine")
    func patience() {
        let quarter = HostTime.milliseconds(250)
        #expect(!EndGuard.isOver(after: .zero, isBusy: false))
        #expect(EndGuard.isOver(after: quarter, isBusy: false))
        #expect(!EndGuard.isOver(after: quarter, isBusy: true))
        #expect(EndGuard.isOver(after: .seconds(10), isBusy: true))
    }
}
