import PlayCore
import Storage
import TestSupport
import Testing

@testable import ByteCaches
@testable import CacheHarness

@Suite struct CachedByteSourceTests {
    private let size: Int64 = 1_000_003

    @Test("reads at any offset in any order return the resource's bytes and none beyond its end", arguments: 0..<6)
    func random(seed: Int) throws {
        let folder = try TemporaryCache()
        var random = SeededGenerator(seed: UInt64(seed))
        let upstream = PatternUpstream(1, size: size, chunk: 1 + Int.random(in: 0..<70_000, using: &random))
        for _ in 0..<2 {
            let cache = folder.open()
            let source = folder.source(upstream, cache)
            expect(source.size, is: size)
            #expect(source.canSeek)
            for _ in 0..<40 {
                let start = Int64.random(in: 0..<size, using: &random)
                let end = min(size, start + .random(in: 0..<100_000, using: &random))
                try expect(source.bytes(start..<end), is: PatternUpstream.bytes(1, start..<end))
            }
            try expect(source.bytes(size..<size + 10), is: [])
            cache.close()
        }
    }

    @Test("ADV-59: fetched bytes are not fetched again in this or a later run, and hits and misses are counted")
    func hits() throws {
        let folder = try TemporaryCache()
        let upstream = PatternUpstream(1, size: size)
        for run in 0..<3 {
            let cache = folder.open()
            do {
                let source = folder.source(upstream, cache)
                try expect(source.bytes(100_000..<600_000), is: PatternUpstream.bytes(1, 100_000..<600_000))
                expect(source.use, is: (run == 0 ? CacheUse(misses: 500_000) : CacheUse(hits: 500_000)))
            }
            cache.close()
        }
        expect(upstream.log.bytes, is: 500_000)
        let index = CacheIndex(try CacheFolder(path: folder.folder).openIndex())
        try expect(index.use(), is: CacheUse(hits: 1_000_000, misses: 500_000))
        try expect(index.records().map(\.bytes), is: [500_000])
    }

    @Test("only missing bytes are fetched, each once")
    func gaps() throws {
        let folder = try TemporaryCache()
        let upstream = PatternUpstream(1, size: size)
        let cache = folder.open()
        let source = folder.source(upstream, cache)
        _ = try source.bytes(200_000..<300_000)
        _ = try source.bytes(600_000..<650_000)
        try expect(source.bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
        expect(upstream.log.bytes, is: size)
        let fetched = SpanSet(upstream.log.requests)
        expect(fetched.spans, is: [0..<size])
        cache.close()
    }

    @Test("two readers of the same resource share what they fetch")
    func sharing() throws {
        let folder = try TemporaryCache()
        let upstreams = [PatternUpstream(1, size: size, chunk: 7000), PatternUpstream(1, size: size, chunk: 7000)]
        let cache = folder.open()
        upstreams[0].setStall(50_000)
        let readers = upstreams.map { BackgroundReader(folder.source($0, cache)) }
        readers[0].read(0..<size)
        upstreams[0].waitUntilStalled()
        readers[1].read(0..<size)
        // By then the second reader waits for the first, or reads stored bytes.
        readers[1].waitUntilReading()
        upstreams[0].setStall(nil)
        for reader in readers { try expect(reader.result(), is: PatternUpstream.bytes(1, 0..<size)) }
        expect(upstreams.map(\.log.bytes).reduce(0, +), is: size)
        cache.close()
    }

    @Test("after a reader's fetch fails other readers can fetch")
    func failing() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        let broken = PatternUpstream(1, size: size)
        let first = folder.source(broken, cache)
        _ = try first.bytes(0..<10)
        broken.setFailure(ByteSourceError(.io, operation: "read", context: ""))
        #expect(throws: ByteSourceError.self) { try first.bytes(0..<size) }
        let second = folder.source(PatternUpstream(1, size: size), cache)
        try expect(second.bytes(0..<size), is: PatternUpstream.bytes(1, 0..<size))
        cache.close()
    }

    @Test("cancelling ends a wait for another reader")
    func cancelling() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        let slow = PatternUpstream(1, size: size)
        slow.setStall(0)
        let cancel = CancelToken()
        let first = BackgroundReader(folder.source(slow, cache))
        let second = BackgroundReader(folder.source(PatternUpstream(1, size: size), cache, cancel: cancel))
        first.read(0..<10)
        slow.waitUntilStalled()
        second.read(0..<10)
        second.waitUntilReading()
        cancel.cancel()
        let error = #expect(throws: ByteSourceError.self) { try second.result() }
        expect(error?.code, is: .cancelled)
        slow.setStall(nil)
        try expect(first.result(), is: PatternUpstream.bytes(1, 0..<10))
        cache.close()
    }

    @Test("once the server reports another version, nothing of the old one is read")
    func changedBetween() throws {
        let folder = try TemporaryCache()
        let old = folder.open()
        _ = try folder.source(PatternUpstream(1, size: size), old).bytes(0..<500_000)
        old.close()
        folder.pass(milliseconds: CacheSettings.freshness)
        let cache = folder.open()
        let source = folder.source(PatternUpstream(1, size: size, version: 2), cache)
        try expect(source.bytes(0..<size), is: PatternUpstream.bytes(1, version: 2, 0..<size))
        cache.close()
        try expect(folder.records.map(\.bytes), is: [size])
        try expect(folder.dataFiles.count, is: 1)
    }

    @Test("a version that changes during playback is an error, and the next opening gets the new one")
    func changedWithin() throws {
        let folder = try TemporaryCache()
        let old = folder.open()
        _ = try folder.source(PatternUpstream(1, size: size), old).bytes(0..<500_000)
        old.close()
        // The stored bytes are fresh, so the server gets no request until bytes are missing.
        let cache = folder.open()
        let upstream = PatternUpstream(1, size: size, version: 2)
        let source = folder.source(upstream, cache)
        try expect(source.bytes(0..<500_000), is: PatternUpstream.bytes(1, 0..<500_000))
        #expect(throws: ByteSourceError.self) { try source.bytes(500_000..<500_010) }
        let next = folder.source(upstream, cache)
        try expect(next.bytes(0..<size), is: PatternUpstream.bytes(1, version: 2, 0..<size))
        cache.close()
    }

    @Test("another version replaces the old one if nothing of that was read")
    func changedBefore() throws {
        let folder = try TemporaryCache()
        let old = folder.open()
        _ = try folder.source(PatternUpstream(1, size: size), old).bytes(0..<500_000)
        old.close()
        let cache = folder.open()
        let source = folder.source(PatternUpstream(1, size: size - 1, version: 2), cache)
        try expect(source.bytes(600_000..<size), is: PatternUpstream.bytes(1, version: 2, 600_000..<size - 1))
        try expect(source.bytes(0..<10), is: PatternUpstream.bytes(1, version: 2, 0..<10))
        cache.close()
    }

    @Test("ADV-57: without the server stored bytes play; with strict authorisation nothing does")
    func offline() throws {
        let folder = try TemporaryCache()
        let first = folder.open()
        _ = try folder.source(PatternUpstream(1, size: size), first).bytes(0..<500_000)
        first.close()
        folder.pass(milliseconds: CacheSettings.freshness)
        let dead = PatternUpstream(1, size: size)
        dead.setFailure(ByteSourceError(.io, operation: "connect", context: ""))
        let cache = folder.open()
        let source = folder.source(dead, cache)
        try expect(source.bytes(0..<500_000), is: PatternUpstream.bytes(1, 0..<500_000))
        #expect(throws: ByteSourceError.self) { try source.bytes(500_000..<500_001) }
        cache.close()
        let strict = folder.open { $0.isStrict = true }
        #expect(throws: ByteSourceError.self) { try folder.source(dead, strict).bytes(0..<10) }
        // With authorisation the stored bytes are used again.
        let alive = PatternUpstream(1, size: size)
        try expect(folder.source(alive, strict).bytes(0..<10), is: PatternUpstream.bytes(1, 0..<10))
        expect(alive.log.bytes, is: 0)
        strict.close()
    }

    @Test("bytes of a server without validators are used for a day and then fetched again")
    func unproven() throws {
        let folder = try TemporaryCache()
        let upstream = PatternUpstream(1, size: size)
        upstream.setInfo { $0.validator = CacheValidator(length: $0.size) }
        for (wait, fetched) in [(0, 1000), (CacheSettings.freshness, 1000), (CacheSettings.unprovenLifetime, 2000)] {
            folder.pass(milliseconds: wait)
            let cache = folder.open()
            try expect(folder.source(upstream, cache).bytes(0..<1000), is: PatternUpstream.bytes(1, 0..<1000))
            expect(upstream.log.bytes, is: Int64(fetched))
            cache.close()
        }
    }

    @Test(
        "a server without ranges allows only forward reads until all bytes are stored",
        arguments: [true, false])
    func forward(knowsSize: Bool) throws {
        let folder = try TemporaryCache()
        let upstream = PatternUpstream(1, size: size, canSeek: false, knowsSize: knowsSize)
        let cache = folder.open()
        do {
            let source = folder.source(upstream, cache)
            #expect(!source.canSeek)
            expect(source.size, is: nil)
            try expect(source.bytes(0..<size + 1), is: PatternUpstream.bytes(1, 0..<size))
        }
        cache.close()
        let again = folder.open()
        let source = folder.source(upstream, again)
        #expect(source.canSeek)
        expect(source.size, is: size)
        try expect(source.bytes(700_000..<size + 5), is: PatternUpstream.bytes(1, 700_000..<size))
        try expect(source.bytes(0..<10), is: PatternUpstream.bytes(1, 0..<10))
        expect(upstream.log.bytes, is: size)
        again.close()
    }

    @Test("ADV-54, ADV-58: without a cache, or if the server forbids storing, everything is fetched each time")
    func without() throws {
        let folder = try TemporaryCache()
        let upstream = PatternUpstream(1, size: size)
        upstream.setInfo { $0.mayStore = false }
        let cache = folder.open()
        for cache in [nil, cache] {
            let source = folder.source(upstream, cache)
            try expect(source.bytes(0..<1000), is: PatternUpstream.bytes(1, 0..<1000))
            try expect(source.bytes(0..<1000), is: PatternUpstream.bytes(1, 0..<1000))
            expect(source.use, is: CacheUse(misses: 2000))
        }
        cache.close()
        try expect(folder.records, is: [])
        try expect(folder.dataFiles, is: [])
    }

    @Test("a negative offset is an error, an empty buffer reads 0 bytes, and cancelling ends reads")
    func oddRequests() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        let cancel = CancelToken()
        let source = folder.source(PatternUpstream(1, size: size), cache, cancel: cancel)
        try expect(source.bytes(0..<10), is: PatternUpstream.bytes(1, 0..<10))
        var buffer = [UInt8](repeating: 0xEE, count: 4)
        #expect(throws: ByteSourceError.self) {
            try buffer.withUnsafeMutableBytes { try source.read(at: -1, into: $0) }
        }
        let empty = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        try expect(source.read(at: 0, into: empty), is: 0)
        cancel.cancel()
        for offset in [Int64(0), 500_000] {
            let error = #expect(throws: ByteSourceError.self) { try source.bytes(offset..<offset + 4) }
            expect(error?.code, is: .cancelled)
        }
        cache.close()
    }

    @Test("ranges of a resource without a known size are passed on in any order and not stored")
    func endless() throws {
        let folder = try TemporaryCache()
        let upstream = PatternUpstream(1, size: size, knowsSize: false)
        let cache = folder.open()
        do {
            let source = folder.source(upstream, cache)
            #expect(source.canSeek)
            expect(source.size, is: nil)
            try expect(source.bytes(5000..<6000), is: PatternUpstream.bytes(1, 5000..<6000))
            try expect(source.bytes(0..<10), is: PatternUpstream.bytes(1, 0..<10))
        }
        cache.close()
        try expect(folder.records, is: [])
    }

    @Test("an answer that ends within the resource is an error")
    func short() throws {
        let folder = try TemporaryCache()
        let upstream = PatternUpstream(1, size: size)
        upstream.setInfo { $0.validator = CacheValidator(entityTag: "\"1\"", length: $0.size.map { $0 + 10 }) }
        let cache = folder.open()
        let source = folder.source(upstream, cache)
        #expect(throws: ByteSourceError.self) { try source.bytes(size - 10..<size + 10) }
        cache.close()
    }
}
