import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Downloads

struct ManagerTests {
    private let bytes = DownloadBench.bytes(100_000)

    private static func code(_ body: () throws -> Void) -> DownloadProblem.Code? {
        do { try body() } catch { return (error as? DownloadProblem)?.code }
        return nil
    }

    @Test("DL-06, DL-24, DL-27: a finished file that is gone is reported and can be downloaded again")
    func lost() throws {
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address()))
        expect(bench.finished(id)?.item.label, is: .done)
        try FileManager.default.removeItem(atPath: bench.folder + "/film.bin")
        manager.checkFiles()
        expect(manager.snapshot()[id]?.item.label, is: .fileLost)
        try manager.resume(id)
        #expect(bench.wait(id) { $0.item.label == .done } != nil)
        #expect(bench.has("film.bin", bytes) as Bool)
    }

    @Test("DL-26: a removed item takes its files with it, even while it runs")
    func removing() throws {
        let server = try FaultServer(file: DownloadBench.bytes(3 << 20)) {
            $0.number == 0 ? [] : [.stall(after: 1_300_000)]
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address()))
        #expect(bench.wait(id) { $0.done > 0 } != nil)
        try manager.remove(id)
        #expect(manager.snapshot().statuses.isEmpty)
        #expect(throws: DownloadProblem(.notFound)) { try manager.pause(id) }
        bench.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: bench.state + "/\(id)"))
        #expect(try bench.open().snapshot().statuses.isEmpty)
    }

    @Test("DL-04, DL-16: a damaged list is rebuilt from the files beside it, and its downloads can be resumed")
    func damaged() throws {
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        let manager = try bench.open()
        let first = try manager.add(bench.request(server.address("/a.bin")) { $0.notes = ["k": "v"] })
        expect(bench.finished(first)?.item.label, is: .done)
        let second = try manager.add(bench.request(server.address("/b.bin")) { $0.startsPaused = true })
        bench.close()
        for name in ["downloads.db", "downloads.db-wal", "downloads.db-shm"] {
            let path = bench.state + "/" + name
            if FileManager.default.fileExists(atPath: path) {
                try Data(repeating: 0x55, count: 20_000).write(to: URL(fileURLWithPath: path))
            }
        }
        let again = try bench.open()
        expect(again.snapshot().statuses.map(\.item.id), is: [first, second])
        expect(again.snapshot()[first]?.item.notes, is: ["k": "v"])
        try again.resume(second)
        expect(bench.finished(second)?.item.label, is: .done)
    }

    @Test("DL-05: only one process at a time can open a folder of downloads")
    func locking() throws {
        let bench = try DownloadBench()
        try bench.open()
        #expect(throws: DownloadProblem.self) { try bench.open() }
    }

    @Test("DL-07: while settings are reloaded, changes to the list are refused; then downloads continue")
    func refreshing() throws {
        let server = try FaultServer(file: DownloadBench.bytes(2 << 20)) { request in
            request.number == 1 ? [.stall(after: 10)] : []
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address()))
        #expect(server.wait { $0.requests.count == 2 })
        let refused = Monitor<[DownloadProblem.Code?]>([])
        let done = Monitor(false)
        let (identity, folder) = (DownloadIdentity.video("http://127.0.0.1/other"), bench.folder)
        manager.refresh { client in
            refused.withLock { $0.append(Self.code { try manager.pause(id) }) }
            refused.withLock { $0.append(Self.code { try manager.resume(id) }) }
            refused.withLock { $0.append(Self.code { try manager.remove(id) }) }
            refused.withLock { $0.append(Self.code { _ = try manager.add(DownloadRequest(identity, folder: folder)) }) }
            #expect(manager.snapshot().isRefreshing)
            client.settings.userAgent = "another"
        } completion: {
            done.update { $0 = true }
        }
        expect(done.wait(until: SystemClock().now + .seconds(120)) { $0 ? true : nil }, is: true)
        expect(refused.withLock { $0 }, is: Array(repeating: .refreshing, count: 4))
        expect(bench.finished(id)?.item.label, is: .done)
        expect(server.requests.last?["user-agent"], is: "another")
    }

    @Test("CFG-08: a download whose tokens cannot be renewed is refused")
    func tokens() throws {
        struct Refusing: DownloadResolver {
            func check(_ request: DownloadRequest) throws(DownloadProblem) { throw DownloadProblem(.noTokenSource) }
            func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource {
                throw DownloadProblem(.unresolved)
            }
        }
        let bench = try DownloadBench()
        let manager = try bench.open(Refusing())
        #expect(throws: DownloadProblem(.noTokenSource)) {
            try manager.add(DownloadRequest(.video("v"), folder: bench.folder))
        }
        #expect(manager.snapshot().statuses.isEmpty)
    }

    @Test("DL-13: attributes of a new item are set before its first request")
    func setting() throws {
        final class Noting: DownloadResolver {
            let keys = Monitor<[String?]>([])
            func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource {
                keys.withLock { $0.append(item.accessKey) }
                throw DownloadProblem(.unresolved, detail: "no")
            }
        }
        let bench = try DownloadBench()
        let resolver = Noting()
        let manager = try bench.open(resolver)
        let id = try manager.add(DownloadRequest(.video("v"), folder: bench.folder)) { $0.accessKey = "k" }
        let status = try #require(bench.finished(id))
        expect(status.item.label, is: .failed)
        expect(status.item.problem?.code, is: .unresolved)
        expect(resolver.keys.withLock { $0 }, is: ["k"])
    }
}
