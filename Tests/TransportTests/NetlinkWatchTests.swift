import PlayCore
import Testing

@testable import Transport

@Suite("The watch of the network", .timeLimit(.minutes(1)))
struct NetlinkWatchTests {
    @Test("ARCH-20: an interface that went up, or an address, is the network that came; the rest is not")
    func states() {
        var links = LinkStates()
        let steps: [([LinkStates.News], Bool)] = [
            // What runs already is told of for other reasons.
            ([.link(2, isRunning: true)], false), ([.link(2, isRunning: true)], false),
            ([.link(2, isRunning: false)], false), ([.link(2, isRunning: false)], false),
            ([.link(2, isRunning: true)], true), ([.link(3, isRunning: false), .addressAdded], true), ([], false),
            ([.link(3, isRunning: true), .link(2, isRunning: true)], true),
        ]
        for (number, (news, expected)) in steps.enumerated() {
            let hasCome = links.take(news)
            #expect(hasCome == expected, "step \(number)")
        }
    }

    @Test("a watch ends with its thread when it goes")
    func ends() {
        let watch = NetlinkWatch(Doorbell())
        #expect(watch.map { $0.arrivals >= 0 } ?? true)
    }
}
