import Foundation
import PlayCore
import TestSupport
import Testing

/// The built program, and a line or a server that goes in mid-play and comes again.
@Suite("Lines that break", .timeLimit(.minutes(10)))
struct BrokenLineTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
    private static let options = [
        "--no-resume", "--network-timeout=1", "--network-retries=1", "--keep-open",
    ]

    /// The first half of the film and the index at its end, however often it is asked for more.
    private static func half(_ request: ReceivedRequest) -> FaultReply {
        let first = request.range(of: film.count)?.lowerBound ?? 0
        let isIndex = first >= 45_000
        return .file(film, for: request, faults: isIndex ? [] : [.stall(after: max(0, 25_000 - first))])
    }

    private func run(_ address: String, _ more: [String] = [], script: String? = nil) throws -> PlayerRun {
        try PlayerRun(Self.options + more + [address], environment: ["no_proxy": "*"], script: script)
    }

    @Test("ARCH-20, ARCH-21: a server that goes in mid-play and comes again: playing goes on by itself, where it was")
    func server() throws {
        var server: FaultServer? = try FaultServer(Self.half)
        let (port, address) = (try #require(server?.port), try #require(server?.text("/film.mp4")))
        let run = try run(address)
        try run.waitForPictures(10)
        server = nil
        try run.wait(for: "the page of the reconnection") { $0.text.contains("Reconnecting") }
        let second = try FaultServer(port: port) { .file(Self.film, for: $0) }
        try run.wait(for: "the other half") { ($0.counter ?? 0) > 200 }
        // Not from the start: where it broke off.
        #expect(second.requests.contains { $0["range"] != nil })
        try run.quit()
    }

    @Test(
        "ARCH-20, ARCH-22: --network-reconnects is how many tries there are; with 0 the loss is told at once, and nothing is tried",
        arguments: [0, 7])
    func tries(_ count: Int) throws {
        var server: FaultServer? = try FaultServer(Self.half)
        let address = try #require(server?.text("/film.mp4"))
        let run = try run(address, ["--network-reconnects=\(count)"])
        try run.waitForPictures(10)
        server = nil
        if count > 0 {
            try run.wait(for: "the first try") { $0.text.contains("Attempt 1 of \(count)") }
        } else {
            try run.wait(for: "the failure") { screen in
                #expect(!screen.text.contains("Attempt"))
                return screen.text.contains("The network request failed")
            }
        }
        try run.quit(expecting: nil)
    }

    @Test(
        "ARCH-20: a line that is cut in mid-play and mended: playing goes on by itself, where it was",
        .enabled(if: NetworkPair.isPossible, "\(NetworkPair.absentReason)"))
    func line() throws {
        let pair = try NetworkPair()
        let isCut = Monitor(false)
        let server = try pair.atFarEnd {
            try FaultServer(host: NetworkPair.farHost) { request in
                isCut.withLock { $0 } ? .file(Self.film, for: request) : Self.half(request)
            }
        }
        let run = try run(
            server.text("/film.mp4"), script: "exec ip netns exec \(pair.near) \"$0\" \"$@\"")
        try run.waitForPictures(10)
        try pair.cut()
        isCut.withLock { $0 = true }
        try run.wait(for: "the page of the reconnection") { $0.text.contains("Reconnecting") }
        try pair.mend()
        try run.wait(for: "the other half") { ($0.counter ?? 0) > 200 }
        try run.quit()
    }
}
