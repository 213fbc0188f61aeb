import Foundation
import PlayCore
import TestSupport
import Testing

@Suite("Broken connections", .timeLimit(.minutes(10)))
struct BrokenLineTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
    private static let options = [
        "--no-resume", "--network-timeout=1", "--network-retries=1", "--keep-open",
    ]

    /// Returns the first half of the film and the index at its end, however often the rest is requested.
    private static func half(_ request: ReceivedRequest) -> FaultReply {
        let first = request.range(of: film.count)?.lowerBound ?? 0
        let isIndex = first >= 45_000
        return .file(film, for: request, faults: isIndex ? [] : [.stall(after: max(0, 25_000 - first))])
    }

    private func run(_ address: String, _ more: [String] = [], script: String? = nil) throws -> PlayerRun {
        try PlayerRun(Self.options + more + [address], environment: ["no_proxy": "*"], script: script)
    }

    @Test("ARCH-20, ARCH-21: after a server's failure and return, the film resumes at its place by itself")
    func server() throws {
        var server: FaultServer? = try FaultServer(Self.half)
        let (port, address) = (try #require(server?.port), try #require(server?.text("/film.mp4")))
        let run = try run(address)
        try run.waitForPictures(10)
        server = nil
        try run.wait(for: "the page of the reconnection") { $0.text.contains("Reconnecting") }
        let second = try FaultServer(port: port) { .file(Self.film, for: $0) }
        try run.wait(for: "the other half") { ($0.counter ?? 0) > 200 }
        // The request starts where the film broke off, not at its start.
        #expect(second.requests.contains { $0["range"] != nil })
        try run.quit()
    }

    @Test(
        "ARCH-20, ARCH-22: --network-reconnects limits the attempts, and 0 reports the loss without an attempt",
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
        "ARCH-20: after a cut and repair of the line during playback, the film resumes at its place by itself",
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
