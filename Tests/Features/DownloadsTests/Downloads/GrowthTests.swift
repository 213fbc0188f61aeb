import ByteCaches
import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Downloads

/// Lists of ten thousand items stay cheap: the visited items are counted, not the time.
struct GrowthTests {
    private static let many = 10_000

    /// A resolver that never returns a result.
    private struct Silent: DownloadResolver {
        func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource {
            let end = Monitor(())
            let registration = cancel.onCancel { end.notify() }
            defer { withExtendedLifetime(registration) {} }
            _ = end.wait { _ in cancel.isCancelled ? () : nil }
            throw DownloadProblem(.unresolved)
        }
    }

    @Test("DL-08, DL-16: adding, finding and changing an item visits no other; several are removed in one pass")
    func list() throws {
        var list = DownloadList()
        var ids: [DownloadID] = []
        for number in 0..<Self.many {
            let item = try list.add(DownloadRequest(.video("\(number)"), folder: "/v"), id: .random(), at: 0)
            ids.append(item.id)
            list.change(item.id) { $0.files = [DownloadFile(name: "set/\(number).mp4", role: .video)] }
        }
        for (number, id) in ids.enumerated() {
            expect(list.existing(.video("\(number)"))?.id, is: id)
            expect(list.place(of: id), is: number)
            #expect(!list.isTaken("/v/set/\(number).mp4", by: id))
            #expect(list.isTaken("/v/set", by: id))
        }
        #expect(list.isTaken("/v/set/7.mp4", by: ids[8]) && !list.isTaken("/v/set/x", by: ids[8]))
        list.change(ids[3]) { $0.state = .completed }
        expect(list.scanned, is: 0)
        expect(list.wanted.count, is: Self.many - 1)
        expect(list.remove(Set(ids[..<5000])).count, is: 5000)
        expect(list.scanned, is: Self.many)
        #expect(list.items.count == 5000 && list.place(of: ids[5000]) == 0 && list[ids[4999]] == nil)
        #expect(list.existing(.video("1")) == nil && !list.isTaken("/v/set/7.mp4", by: ids[8]))
        expect(list.wanted.count, is: 5000)
    }

    @Test("DL-02, DL-19: items that want to run are ordered by priority, then by place in the list, also after moves")
    func queue() throws {
        var list = DownloadList()
        let ids = try (0..<5).map { number in
            try list.add(DownloadRequest(.video("\(number)"), folder: "/v"), id: .random(), at: 0).id
        }
        expect(Array(list.wanted.ids), is: ids)
        list.change(ids[4]) { $0.setPriority(0.9) }
        list.change(ids[0]) { $0.state = .paused }
        _ = list.move(ids[3], to: 0)
        expect(Array(list.wanted.ids), is: [ids[4], ids[3], ids[1], ids[2]])
        list.change(ids[0]) { $0.state = .running }
        list.change(ids[4]) { $0.setPriority(0.5) }
        expect(Array(list.wanted.ids), is: [ids[3], ids[0], ids[1], ids[2], ids[4]])
        expect(list.items.map(\.id), is: Array(list.wanted.ids))
        expect(DownloadList(list.items), is: list)
        expect(Array(DownloadList(list.items).wanted.ids), is: Array(list.wanted.ids))
    }

    @Test("DL-02: of a thousand runnable items only as many start as the limit allows; the rest report waiting")
    func running() throws {
        let bench = try DownloadBench()
        let manager = try bench.open(Silent())
        let ids = try (0..<1000).map { try manager.add(DownloadRequest(.video("\($0)"), folder: bench.folder)) }
        let limit = DownloadLimits().activeItems
        func begun() -> [DownloadID] {
            manager.snapshot().statuses.filter { $0.phase == .preparing }.map(\.item.id)
        }
        #expect(bench.wait(ids[limit]) { _ in begun().count == limit } != nil)
        expect(begun(), is: Array(ids[..<limit]))
        #expect(bench.wait(ids[999]) { $0.waiting == .limit } != nil)
        expect(manager.snapshot()[ids[0]]?.waiting, is: nil)
        // Freed places go to the next item by priority.
        try manager.setPriority(1, of: ids[700])
        try manager.pause(ids[5])
        try manager.pause(ids[6])
        #expect(bench.wait(ids[700]) { $0.phase == .preparing } != nil)
        #expect(bench.wait(ids[limit]) { $0.phase == .preparing } != nil)
        #expect(manager.state.withLock { $0.mostLookedAt } <= limit)
    }

    @Test("items with the same file name downloaded at the same time get different names and their own bytes")
    func names() throws {
        let server = try FaultServer { request in
            .file(
                DownloadBench.bytes(5000, seed: UInt64(request.path.utf8.reduce(0) { $0 &* 31 &+ Int($1) })),
                for: request)
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let ids = try (0..<40).map { try manager.add(bench.request(server.address("/\($0)/film.bin"))) }
        var names: Set<String> = []
        for (number, id) in ids.enumerated() {
            let item = try #require(bench.finished(id)).item
            let name = try #require(item.files.first?.name, "\(item)")
            let seed = UInt64("/\(number)/film.bin".utf8.reduce(0) { $0 &* 31 &+ Int($1) })
            expect(item.label, is: .done)
            #expect(bench.has(name, DownloadBench.bytes(5000, seed: seed)))
            names.insert(name)
        }
        expect(names.count, is: 40)
    }

    @Test("DL-07: options set by clients are kept for later managers and apply from their start")
    func options() throws {
        let bench = try DownloadBench()
        try bench.open().setOptions(["limit": "7"])
        bench.close()
        let manager = try bench.open {
            $0.adjust = { limits, kept in
                var limits = limits
                limits.runningItems = kept["limit"].flatMap { Int($0) }
                return limits
            }
        }
        expect(manager.keptOptions, is: ["limit": "7"])
        expect(manager.limits.runningItems, is: 7)
        manager.setOptions([:])
        bench.close()
        #expect(try bench.open().keptOptions.isEmpty)
    }

    @Test("the item log returns the last text of each item and ignores torn lines and removed items")
    func log() throws {
        let bench = try DownloadBench()
        let log = ItemLog(folder: bench.root.path)
        let id = DownloadID.random()
        try log.append(["first", "second"], removed: [])
        try log.append(["third"], removed: [id])
        let path = bench.root.path + "/items.log"
        let whole = try #require(try Disk.contents(path))
        try Disk.write(Array(whole.dropLast(3)), to: path)
        var seen: [String] = []
        let contents = try ItemLog(folder: bench.root.path).read { text in
            seen.append(text)
            return nil
        }
        expect(seen, is: ["first", "second", "third"])
        #expect(contents.removed.isEmpty)
        #expect(contents.items.isEmpty)
        try Disk.write(whole, to: path)
        try expect(ItemLog(folder: bench.root.path).read { _ in nil }.removed, is: [id])
        try log.replace(with: ["only"])
        seen = []
        _ = try log.read { text in
            seen.append(text)
            return nil
        }
        expect(seen, is: ["only"])
    }

}
