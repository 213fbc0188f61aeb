import Addresses
import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// The reports about downloads that make no progress.
struct TroubleTests {
    private func address(_ text: String) throws -> Address { try #require(Address(text)) }

    @Test("a refused connection reports its cause and the next retry at once, and fails after five tries")
    func refused() throws {
        let bench = try DownloadBench()
        bench.retryInterval = .milliseconds(30)
        let id = try bench.open().add(bench.request(try address("http://127.0.0.1:1/a.mp4")))
        let status = try #require(bench.wait(id) { $0.activity.retry != nil })
        expect(status.phase, is: .retrying)
        let retry = try #require(status.activity.retry)
        #expect(retry.cause == .refused && retry.attempts == 5 && (2...5).contains(retry.attempt))
        expect(retry.seconds, is: 1)
        let words = DownloadWords.note(.downloading, status.activity)
        expect(words, is: "connection refused, next try in 1 s (\(retry.attempt) of 5)")
        let item = try #require(bench.finished(id)).item
        #expect(item.label == .failed && item.problem?.code == .network)
    }

    @Test(
        "temporary HTTP errors get five tries, permanent ones one", arguments: [(500, 5), (503, 5), (404, 1), (403, 1)])
    func statuses(_ status: Int, _ tries: Int) throws {
        let server = try FaultServer { _ in FaultReply(status) }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/a.mp4")))
        let item = try #require(bench.finished(id)).item
        #expect(item.problem?.code == .refused && item.problem?.number == Int64(status))
        // A refused address may have expired, so it is resolved again.
        #expect(status == 403 || status == 404 ? server.requests.count <= 6 : server.requests.count == tries)
    }

    @Test("a file is loaded over the only connection that a server still allows")
    func onlyConnection() throws {
        let bytes = DownloadBench.bytes(8 << 20)
        let allowed = Monitor<Int?>(nil)
        let server = try FaultServer { request in
            var reply = FaultReply.file(bytes, for: request, faults: [.throttle(bytesPerSecond: 8 << 20)])
            if let range = request.range(of: bytes.count), range.lowerBound > 0 {
                let connection = allowed.withLock { allowed in
                    allowed = allowed ?? request.connection
                    return allowed
                }
                if connection == request.connection { return reply }
                reply = FaultReply(503)
            }
            reply.closes = true
            return reply
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/film.mp4")))
        let item = try #require(bench.finished(id)).item
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        #expect(bench.has("film.mp4", bytes) as Bool)
    }

    @Test("a server that always sends less than it promises is reported as incomplete")
    func promised() throws {
        let bytes = DownloadBench.bytes(100_000)
        let server = try FaultServer { _ in
            var reply = FaultReply(200, bytes, faults: [.close(after: 100_000)])
            reply.framing = .length(105_000)
            return reply
        }
        let bench = try DownloadBench()
        bench.retryInterval = .milliseconds(20)
        let id = try bench.open().add(bench.request(server.address("/a.mp4")))
        let problem = try #require(bench.finished(id)?.item.problem)
        #expect(problem.code == .incomplete && problem.number == 100_000)
        expect(
            DownloadWords.problem(problem), is: "incomplete; retry: the server sends 100000 bytes and has promised more"
        )
    }

    @Test("an invalid response is reported with a single phrase")
    func invalid() {
        let error = ByteSourceError(.invalidReply, operation: "read", context: "x")
        expect(DownloadWords.problem(DownloadProblem(error)), is: "invalid response from the server")
    }

    @Test("an unresolved name is retried at growing intervals up to a minute, with its cause")
    func names() {
        let error = ByteSourceError(.unresolved, operation: "open", context: "x")
        let note = RetryNote(error, attempt: 2, attempts: nil, next: .seconds(10))
        #expect(note.retry(at: .seconds(4)).seconds == 6 && note.retry(at: .seconds(11)).seconds == 0)
        var activity = DownloadActivity(phase: .retrying)
        activity.retry = note.retry(at: .seconds(4))
        expect(DownloadWords.note(.downloading, activity), is: "server not found, next try in 6 s")
        activity.retry = note.retry(at: .seconds(11))
        expect(DownloadWords.note(.downloading, activity), is: "server not found, retrying")
        expect(
            (0..<6).map { FirstTries.interval(after: $0, base: .seconds(1)) },
            is: [4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test("DL-19: a download without a free connection reports waiting, and a small request still passes")
    func waiting() throws {
        let bytes = DownloadBench.bytes(40 << 20)
        let server = try FaultServer { request in
            switch request.path {
            case "/none.mp4": FaultReply(404)
            // The first MiB shows that this is a file and not a stream. It arrives, and the rest stalls.
            case "/large.mp4":
                (request.range(of: bytes.count)?.lowerBound ?? 0) > 0
                    ? .file(bytes, for: request, faults: [.stall(after: 1000)]) : .file(bytes, for: request)
            default: .file(bytes, for: request)
            }
        }
        let bench = try DownloadBench()
        bench.limits.connectionsPerHost = 1
        let manager = try bench.open()
        bench.context?.setSharedLimits(bytesPerSecond: nil, connectionsPerHost: 1)
        let large = try manager.add(bench.request(server.address("/large.mp4")))
        #expect(bench.wait(large) { $0.done >= 1 << 20 } != nil)
        let other = try manager.add(bench.request(server.address("/other.mp4")))
        let status = try #require(bench.wait(other) { $0.waiting == .server })
        #expect(status.activity.serverLimit == 1 && status.connections == 0)
        expect(DownloadWords.note(.downloading, status.activity), is: "waiting: 1 connection to this server")
        expect(DownloadStatusWord(.downloading, isWaiting: status.waiting != nil), is: .waiting)
        let none = try manager.add(bench.request(server.address("/none.mp4")))
        expect(bench.finished(none)?.item.problem?.number, is: 404)
        // The other download had no connection during all this time.
        expect(manager.snapshot()[other]?.waiting, is: .server)
        server.release()
    }

    @Test("DL-02: only max-active items have connections, those of higher priority first")
    func active() throws {
        let server = try FaultServer { request in .file(DownloadBench.bytes(5000), for: request, faults: [.hold]) }
        let bench = try DownloadBench()
        bench.limits.activeItems = 1
        let manager = try bench.open()
        let first = try manager.add(bench.request(server.address("/1.mp4")))
        #expect(bench.wait(first) { _ in !server.requests.isEmpty } != nil)
        let low = try manager.add(bench.request(server.address("/2.mp4")) { $0.priority = 0.1 })
        let high = try manager.add(bench.request(server.address("/3.mp4")) { $0.priority = 0.9 })
        #expect(bench.wait(high) { $0.waiting == .limit } != nil)
        expect(manager.snapshot()[low]?.waiting, is: .limit)
        server.release()
        expect(bench.finished(low)?.item.label, is: .done)
        #expect(bench.finished(high)?.item.label == .done && bench.finished(first)?.item.label == .done)
        let order = server.requests.map(\.path).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        expect(order, is: ["/1.mp4", "/3.mp4", "/2.mp4"])
    }

    @Test("DL-03: where metered lines are not allowed, downloads wait until the line is known to be unmetered")
    func metered() throws {
        let server = try FaultServer(file: DownloadBench.bytes(5000))
        let bench = try DownloadBench()
        bench.limits.allowsMetered = false
        let isMetered = Monitor(true)
        let manager = try bench.open { $0.isMetered = { isMetered.withLock { $0 } } }
        let id = try manager.add(bench.request(server.address()))
        #expect(bench.wait(id) { $0.waiting == .metered } != nil)
        #expect(server.requests.isEmpty)
        isMetered.update { $0 = false }
        manager.lineIs(metered: false)
        expect(bench.finished(id)?.item.label, is: .done)
    }

    @Test(
        "DL-26: clearing removes finished and failed items from the list, keeps files, and refuses paused items"
    )
    func cleared() throws {
        let server = try FaultServer { request in
            request.path == "/none.mp4" ? FaultReply(404) : .file(DownloadBench.bytes(5000), for: request)
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let done = try manager.add(bench.request(server.address("/done.mp4")))
        let failed = try manager.add(bench.request(server.address("/none.mp4")))
        let paused = try manager.add(bench.request(server.address("/paused.mp4")) { $0.startsPaused = true })
        let other = try manager.add(bench.request(server.address("/other.mp4")))
        for id in [done, failed, other] { _ = bench.finished(id) }
        #expect(throws: DownloadProblem(.notOver)) { try manager.clear(paused) }
        try manager.clear(other)
        try expect(Set(manager.clearAll()), is: [done, failed])
        expect(manager.snapshot().statuses.map(\.item.id), is: [paused])
        #expect(bench.has("done.mp4", DownloadBench.bytes(5000)) && bench.has("other.mp4", DownloadBench.bytes(5000)))
    }
}
