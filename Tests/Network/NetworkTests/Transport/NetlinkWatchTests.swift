import Glibc
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

    @Test(
        "connections from an address that the machine has lost end at once, and others remain",
        .enabled(if: NetworkPair.isPossible, "\(NetworkPair.absentReason)"))
    func lostAddress() throws {
        let pair = try NetworkPair()
        let watch = try #require(try pair.atNearEnd { NetlinkWatch(Doorbell()) })
        let far = try pair.atFarEnd { try SilentServer(host: NetworkPair.farHost) }
        let near = try pair.atNearEnd { try SilentServer(host: LoopbackSocket.host) }
        let (lost, kept) = try pair.atNearEnd {
            (
                try #require(LoopbackSocket.connect(port: far.port, host: NetworkPair.farHost)),
                try #require(LoopbackSocket.connect(port: near.port))
            )
        }
        defer { for descriptor in [lost, kept] { close(descriptor) } }
        try pair.loseAddress()
        #expect(hasEnded(lost, limit: Patience.limit))
        // Connections of other networks in this process and those from loopback are untouched, also by a second round.
        try pair.atNearEnd { StrandedConnections.shutDown(inNetworkOf: kept) }
        #expect(!hasEnded(kept, limit: .zero))
        #expect(watch.arrivals == 0)
    }

    /// Whether the peer's end, or that of this machine, is reported within the limit.
    private func hasEnded(_ descriptor: Int32, limit: HostTime) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        return poll(&entry, 1, Int32(clamping: limit.nanoseconds / 1_000_000)) == 1
            && recv(descriptor, &byte, 1, 0) == 0
    }

    @Test("releasing a watch ends its thread")
    func ends() {
        let watch = NetlinkWatch(Doorbell())
        #expect(watch.map { $0.arrivals >= 0 } ?? true)
    }
}

/// A port whose connections the kernel accepts, and on which nothing is sent.
private final class SilentServer: Sendable {
    let port: Int
    private let listener: Int32

    init(host: UInt32) throws { (listener, port) = try LoopbackSocket.listen(host: host) }

    deinit { close(listener) }
}
