import ByteCaches
import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// Small files, which are written at once, and the way files get their names.
@Suite(.timeLimit(.minutes(10)))
struct SmallFileTests {
    private let id = DownloadID.random()

    @Test("DL-10: a small file takes one request and leaves no other files", arguments: [1, 5000, 1 << 20])
    func once(_ size: Int) throws {
        let bytes = DownloadBench.bytes(size)
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address()))
        try expect(#require(bench.finished(id)).item.label, is: .done)
        #expect(bench.has("film.bin", bytes) as Bool)
        expect(server.requests.count, is: 1)
        try expect(FileManager.default.contentsOfDirectory(atPath: bench.folder), is: ["film.bin"])
        #expect(!Disk.exists("\(bench.state)/\(id.text)"))
    }

    @Test(
        "DL-04: a finished file is not fetched again after a kill, whether it was renamed or not",
        arguments: [true, false])
    func named(_ hasName: Bool) throws {
        let bytes = DownloadBench.bytes(5000)
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        var item = DownloadItem(bench.request(server.address()), id: id, order: 1, added: 0)
        item.files = [DownloadFile(name: "film.bin", role: .video)]
        let path = bench.folder + "/film.bin"
        do {
            let store = DownloadStore(folder: bench.state)
            _ = try store.load()
            store.add(item)
            try Disk.makeFolders(bench.folder)
            try Disk.write(bytes, to: hasName ? path : path + PartFile.ending)
            try store.log.finish([(id, "0", FinishedFile(length: 5000, path: path))])
            store.close()
        }
        try bench.open()
        let done = try #require(bench.finished(id)).item
        expect(done.label, is: .done)
        expect(done.files.map(\.name), is: ["film.bin"])
        #expect(bench.has("film.bin", bytes) as Bool)
        try expect(FileManager.default.contentsOfDirectory(atPath: bench.folder), is: ["film.bin"])
        // Requests within this range show whether the file is a stream.
        #expect(server.requests.compactMap { $0.range(of: bytes.count) }.allSatisfy { $0.upperBound <= 8192 })
    }

    @Test("files finished at the same time get different names and keep their own bytes")
    func together() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = ItemLog(folder: folder.path)
        let committer = FileCommitter(log: log)
        let paths = Monitor<[Int: String]>([:])
        let count = 24
        let threads = (0..<count).map { number in
            WorkerThread(name: "test") {
                let path = try? Self.commit(number, folder.path, committer)
                paths.update { $0[number] = path ?? "-" }
            }
        }
        for thread in threads { thread.join() }
        let found = paths.withLock { $0 }
        expect(Set(found.values).count, is: count)
        for (number, path) in found {
            try expect(Disk.contents(path), is: Self.bytes(number))
            expect(log.finished(Self.ids[number], "0"), is: FinishedFile(length: 1000, path: path))
        }
        try expect(ItemLog(folder: folder.path).read { _ in nil }.finished.count, is: count)
    }

    @Test("a file whose completion cannot be logged is not renamed")
    func unwritable() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try Disk.makeFolders(folder.path + "/items.log")
        let committer = FileCommitter(log: ItemLog(folder: folder.path))
        for number in 0..<2 {
            #expect { try Self.commit(number, folder.path, committer) } throws: {
                ($0 as? DownloadProblem)?.code == .disk
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("a") })
    }

    private static let ids = (0..<24).map { _ in DownloadID.random() }

    private static func bytes(_ number: Int) -> [UInt8] { DownloadBench.bytes(1000, seed: UInt64(number)) }

    private static func commit(_ number: Int, _ folder: String, _ committer: FileCommitter) throws -> String {
        let part = "\(folder)/\(number)\(PartFile.ending)"
        let file = try PartFile(new: part, journal: "\(folder)/j/\(number)", .init(length: 1000), key: nil)
        try bytes(number).withBytes { try file.write($0, at: 0, isLast: true) }
        return try committer.commit(
            .init(
                id: ids[number], entry: "0", part: part, target: folder + "/a.bin", ownsName: false, length: 1000,
                file: file))
    }
}
