import Encoding
import Foundation
import PlayCore
import Storage
import TestSupport
import Testing

@testable import ByteCaches
@testable import CacheHarness

@Suite struct ByteCacheTests {
    private let size: Int64 = 400_000
    private let block = Int(CachePiece.block)

    /// Fills the cache with resources, a second apart.
    private func fill(_ folder: TemporaryCache, _ cache: ByteCache, _ resources: some Sequence<Int>) throws {
        for resource in resources {
            folder.pass(milliseconds: 1000)
            let source = folder.source(PatternUpstream(resource, size: size), cache)
            _ = try source.bytes(0..<size)
        }
    }

    private func names(_ folder: TemporaryCache) throws -> Set<Int> {
        Set(try folder.records.map { record in (0..<20).first { PatternUpstream.key($0).text == record.key } ?? -1 })
    }

    @Test("only the owner may access the cache: folders have mode 0700, files 0600")
    func rights() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 1...1)
        cache.close()
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        try expect(mode(folder.folder), is: 0o700)
        try expect(mode(folder.folder + "/data"), is: 0o700)
        let files = try folder.dataFiles
        #expect(!files.isEmpty)
        for file in files { try expect(mode(file.path), is: 0o600) }
    }

    @Test("ADV-57: the index holds no secrets of addresses")
    func secrets() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 1...1)
        cache.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.folder) where name != "data" {
            let bytes = try #require(FileManager.default.contents(atPath: folder.folder + "/" + name))
            expect(bytes.range(of: Data("secret".utf8)), is: nil, "\(name)")
        }
        #expect(try folder.records.map(\.name) == ["https://example.org/1.mp4?…"])
    }

    @Test("a cache folder that others can write to is not used, and a single notice says so")
    func shared() throws {
        let folder = try TemporaryCache()
        try FileManager.default.createDirectory(atPath: folder.folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.folder)
        let cache = folder.open()
        let source = folder.source(PatternUpstream(1, size: size), cache)
        try expect(source.bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
        let notices = cache.takeNotices()
        guard case .unavailable(let error)? = notices.first, notices.count == 1 else {
            Issue.record("\(notices)")
            return
        }
        expect(error.code, is: .cannotOpen)
        cache.close()
    }

    @Test("ADV-55: closing and opening remove the oldest items beyond the limit but keep downloads")
    func capacity() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 0..<5)
        cache.close()
        try expect(folder.records.count, is: 5)
        try CacheIndex(CacheFolder(path: folder.folder).openIndex()).setPinned(true, key: PatternUpstream.key(0))
        folder.open { $0.capacity = 2 * 400_000 }.close()
        try expect(names(folder), is: [0, 3, 4])
        try expect(folder.dataFiles.count, is: 3)
        folder.open { $0.minimumFree = .max }.close()
        try expect(names(folder), is: [0])
    }

    @Test("a pinned version is kept even if the server has another one")
    func pinned() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 1...1)
        cache.close()
        try CacheIndex(CacheFolder(path: folder.folder).openIndex()).setPinned(true, key: PatternUpstream.key(1))
        folder.pass(milliseconds: CacheSettings.freshness)
        let again = folder.open()
        do {
            let source = folder.source(PatternUpstream(1, size: size, version: 2), again)
            try expect(source.bytes(0..<size), is: PatternUpstream.bytes(1, version: 2, 0..<size))
        }
        again.close()
        let dead = PatternUpstream(1, size: size)
        dead.setFailure(ByteSourceError(.io, operation: "connect", context: ""))
        let last = folder.open()
        try expect(folder.source(dead, last).bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
        last.close()
    }

    @Test("a reader can finish a version that another process removes")
    func evicted() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        let source = folder.source(PatternUpstream(1, size: size), cache)
        _ = try source.bytes(0..<200_000)
        let outcome = try CacheCleaning(
            CacheFolder(path: folder.folder), CacheFolder(path: folder.folder).openIndex()
        ).remove { _ in true }
        expect(outcome.items, is: 1)
        #expect(try folder.dataFiles.isEmpty)
        try expect(source.bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
        cache.close()
        #expect(try folder.records.isEmpty)
    }

    @Test("files without a record are removed at the start, and foreign files are kept")
    func sweeping() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 1...1)
        cache.close()
        let data = URL(fileURLWithPath: folder.folder + "/data")
        try Data("x".utf8).write(to: data.appendingPathComponent(CacheFolder.newFileName()))
        try Data("x".utf8).write(to: data.appendingPathComponent("holiday.jpg"))
        folder.open().close()
        try expect(folder.dataFiles.count, is: 2)
        #expect(FileManager.default.fileExists(atPath: data.path + "/holiday.jpg"))
        try expect(folder.records.count, is: 1)
    }

    @Test("a damaged block is fetched again, and no other")
    func damagedBlock() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 1...1)
        cache.close()
        let file = try #require(try folder.dataFiles.first)
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(block + 100))
        try handle.write(contentsOf: Data([0xAA, 0x55, 0xAA]))
        try handle.close()
        for fetched in [block, 0] {
            let upstream = PatternUpstream(1, size: size)
            let again = folder.open()
            try expect(folder.source(upstream, again).bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
            expect(upstream.log.bytes, is: Int64(fetched))
            again.close()
        }
    }

    @Test("missing bytes of a truncated or deleted file are fetched again", arguments: [100_000, nil])
    func lostBytes(length: UInt64?) throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 1...1)
        cache.close()
        let file = try #require(try folder.dataFiles.first)
        if let length {
            let handle = try FileHandle(forUpdating: file)
            try handle.truncate(atOffset: length)
            try handle.close()
        } else {
            try FileManager.default.removeItem(at: file)
        }
        for isSecond in [false, true] {
            let upstream = PatternUpstream(1, size: size)
            let again = folder.open()
            try expect(folder.source(upstream, again).bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
            expect(upstream.log.bytes, is: (isSecond ? 0 : size - Int64(length ?? 0) / 65536 * 65536))
            again.close()
        }
    }

    @Test("a damaged index is replaced, its files are removed, and playback continues")
    func damagedIndex() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        try fill(folder, cache, 1...2)
        cache.close()
        try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: folder.folder + "/index.db"))
        let again = folder.open()
        do {
            let source = folder.source(PatternUpstream(1, size: size), again)
            try expect(source.bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
            #expect(again.takeNotices().isEmpty)
        }
        again.close()
        folder.open().close()
        try expect(names(folder), is: [1])
        try expect(folder.dataFiles.count, is: 1)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.folder).contains { $0.contains("damaged") })
    }

    @Test(
        "a full, failing or read-only disk stops caching with a single notice while playback continues",
        arguments: [StorageError.Code.full, .io, .readOnly])
    func refusing(code: StorageError.Code) throws {
        let folder = try TemporaryCache()
        let cache = folder.open(disk: SmallDisk(space: 500_000, error: StorageError(code, operation: "write")))
        let upstreams = (0..<3).map { PatternUpstream($0, size: size) }
        for upstream in upstreams {
            let source = folder.source(upstream, cache)
            try expect(source.bytes(0..<size), is: PatternUpstream.bytes(upstream.resource, 0..<size))
            // Bytes that were stored are still used.
            try expect(source.bytes(0..<1000), is: PatternUpstream.bytes(upstream.resource, 0..<1000))
        }
        expect(cache.takeNotices(), is: [.stopped(StorageError(code, operation: "write"))])
        cache.close()
        expect(cache.takeNotices(), is: [])
        try expectSound(folder)
        #expect(try folder.records.map(\.bytes).reduce(0, +) > 300_000)
    }
}

/// Checks that every piece in the index has the resource's bytes, as it must after any crash.
/// - Returns: The number of bytes that were compared.
@discardableResult
func expectSound(_ folder: TemporaryCache, version: Int = 1) throws -> Int64 {
    let place = CacheFolder(path: folder.folder)
    let database = try place.openIndex()
    try database.checkIntegrity()
    let index = CacheIndex(database)
    var total: Int64 = 0
    for record in try index.records() {
        let resource = try #require((0..<20).first { PatternUpstream.key($0).text == record.key })
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place.filePath(record.file))))
        let pieces = try index.pieces(of: record.id, in: 0..<(.max))
        for piece in pieces {
            let span = Int(piece.span.lowerBound)..<Int(piece.span.upperBound)
            guard span.upperBound <= bytes.count else {
                Issue.record("\(span) of a file of \(bytes.count)")
                continue
            }
            expect(Array(bytes[span]), is: PatternUpstream.bytes(resource, version: version, piece.span), "\(span)")
            expect(bytes[span].withUnsafeBytes { XXHash64.hash($0) }, is: piece.checksum)
            total += Int64(span.count)
        }
        expect(record.bytes, is: pieces.reduce(0) { $0 + Int64($1.span.count) })
    }
    return total
}
