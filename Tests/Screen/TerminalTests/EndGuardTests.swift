import PlayCore
import Testing

@testable import Terminal

@Suite struct EndGuardTests {
    @Test("what is held from outside is left within a quarter of a second, a busy machine has longer")
    func patience() {
        let quarter = HostTime.milliseconds(250)
        #expect(!EndGuard.isOver(after: .zero, isBusy: false))
        #expect(EndGuard.isOver(after: quarter, isBusy: false))
        #expect(!EndGuard.isOver(after: quarter, isBusy: true))
        #expect(EndGuard.isOver(after: .seconds(10), isBusy: true))
    }
}
