import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite("Watching the network", .timeLimit(.minutes(10)))
struct NetlinkWatchTests {
    @Test("ARCH-20: the network has arrived when an interface comes up or gets an address, and only then")
    func states() {
        var links = LinkStates()
        let steps: [([LinkStates.News], Bool)] = [
            // An interface that runs from the beginning is no arrival.
            ([.link(2, isRunning: true)], false), ([.link(2, isRunning: true)], false),
            ([.link(2, isRunning: false)], false), ([.link(2, isRunning: false)], false),
            ([.link(2, isRunning: true)], true), ([.link(3, isRunning: false), .addressAdded], true), ([], false),
            ([.link(3, isRunning: true), .link(2, isRunning: true)], true),
        ]
        for (number, (news, expected)) in steps.enumerated() {
            let hasCome = links.apply(news)
            expect(hasCome, is: expected, "step \(number)")
        }
    }

    @Test(
        "ARCH-20: the return of a real line is noticed",
        .enabled(if: NetworkPair.isPossible, "\(NetworkPair.absentReason)"))
    func line() throws {
        let pair = try NetworkPair()
        let doorbell = Doorbell()
        let watch = try #require(try pair.atNearEnd { NetlinkWatch(doorbell) })
        var rung: UInt64 = 0
        try pair.cut()
        let before = watch.arrivals
        try pair.mend()
        let deadline = SystemClock().now + Patience.limit
        while watch.arrivals == before, SystemClock().now < deadline {
            rung = doorbell.wait(after: rung, until: deadline)
        }
        #expect(watch.arrivals > before)
    }

    @Test("releasing a watch ends its thread")
    func ends() {
        let watch = NetlinkWatch(Doorbell())
        #expect(watch.map { $0.arrivals >= 0 } ?? true)
    }
}
