import ByteCaches
import Foundation
import PlayCore
import Storage
import TestSupport

@testable import CacheHarness

/// The cache folder of a test, removed with this object.
final class TemporaryCache {
    let url: URL
    let calendar = Monitor<Int64>(1_700_000_000_000)
    let clock = ManualClock()
    var folder: String { url.appendingPathComponent("cache").path }

    init() throws { url = try BuiltProgram.temporaryFolder() }
    deinit { BuiltProgram.remove(url) }

    /// Opens the cache as another process would.
    func open(
        disk: any CacheDisk = SystemDisk(), _ change: (inout CacheSettings) -> Void = { _ in }
    ) -> ByteCache {
        var settings = CacheSettings()
        settings.isOn = true
        change(&settings)
        return ByteCache(
            folder: folder, settings: settings, disk: disk, clock: clock,
            calendar: { [calendar] in calendar.withLock { $0 } })
    }

    func pass(milliseconds: Int64) { calendar.withLock { $0 += milliseconds } }

    func source(
        _ upstream: PatternUpstream, _ cache: ByteCache?, cancel: CancelToken = CancelToken()
    ) -> CachedByteSource {
        CachedByteSource(PatternUpstream.key(upstream.resource), cache: cache, upstream: upstream, cancel: cancel)
    }

    /// The records that are in the index now.
    var records: [CacheRecord] {
        get throws { try CacheIndex(CacheFolder(path: folder).openIndex()).records() }
    }

    var dataFiles: [URL] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                at: URL(fileURLWithPath: folder + "/data"), includingPropertiesForKeys: nil)
        }
    }
}

extension CachedByteSource {
    /// Returns the bytes of a range, read at most `step` at a time. The result is shorter at the end of the resource.
    func bytes(_ span: Range<Int64>, step: Int = 50_000) throws -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: step)
        while result.count < span.count {
            let offset = span.lowerBound + Int64(result.count)
            let space = min(step, span.count - result.count)
            let count = try buffer.withUnsafeMutableBytes {
                try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<space]))
            }
            if count == 0 { break }
            result += buffer[..<count]
        }
        return result
    }
}

/// A reader of a source on its own thread: a blocking test must not hold one of the few threads that tests share.
final class BackgroundReader: Sendable {
    private let source: CachedByteSource
    private let outcome = Monitor<(isReading: Bool, result: Result<[UInt8], any Error>?)>((false, nil))

    init(_ source: CachedByteSource) { self.source = source }

    func read(_ span: Range<Int64>) {
        let thread = WorkerThread(name: "reader") { [self] in
            outcome.update { $0.isReading = true }
            let result = Result { try source.bytes(span) }
            outcome.update { $0.result = result }
        }
        thread.detach()
    }

    func waitUntilReading() { _ = outcome.wait { $0.isReading ? true : nil } }

    func result() throws -> [UInt8] {
        let result = outcome.wait { $0.result }
        return try result?.get() ?? []
    }
}

/// A disk that refuses to write beyond a number of bytes, counted over all files.
final class SmallDisk: CacheDisk {
    private let space: Monitor<Int>
    private let error: StorageError

    init(space: Int, error: StorageError = StorageError(.full, operation: "write", number: 28)) {
        self.space = Monitor(space)
        self.error = error
    }

    func open(_ path: String, isNew: Bool) throws(StorageError) -> any CacheFile {
        SmallFile(file: try SystemDisk().open(path, isNew: isNew), space: space, error: error)
    }

    private struct SmallFile: CacheFile {
        let file: any CacheFile
        let space: Monitor<Int>
        let error: StorageError

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
            try file.read(at: offset, into: buffer)
        }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
            let fits = space.withLock { space in
                space -= bytes.count
                return space >= 0
            }
            guard fits else { throw error }
            try file.write(bytes, at: offset)
        }

        func synchronize() throws(StorageError) { try file.synchronize() }
    }
}
