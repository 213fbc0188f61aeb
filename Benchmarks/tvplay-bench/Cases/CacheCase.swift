import Addresses
import ByteCaches
import Glibc
import PlayCore

/// The cost of the cache on disk: reading cached data and storing new data, compared with reading a plain file.
enum CacheCase {
    static let cache = BenchCase("cache", "bytes from the cache on disk, and keeping them") { _ in
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try measure(folder.path)
    }

    private static let size: Int64 = 256 << 20
    /// The size of FFmpeg's reads.
    private static let step = 32 << 10

    /// Synthetic bytes, as fast as memory.
    private final class Zeros: CacheUpstream {
        func resourceInfo() throws(ByteSourceError) -> ResourceInfo {
            ResourceInfo(validator: CacheValidator(entityTag: "\"1\"", length: size), canSeek: true)
        }

        func read(
            at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
        ) throws(ByteSourceError) -> Int {
            let count = Int(min(Int64(buffer.count), (end ?? size) - offset, size - offset))
            buffer.baseAddress.map { _ = memset($0, Int32(truncatingIfNeeded: offset >> 16), count) }
            return count
        }
    }

    private static func measure(_ folder: String) throws -> [Figure] {
        var settings = CacheSettings()
        settings.isOn = true
        guard let address = Address("https://bench.example/film.mp4") else { throw BenchError("libcurl is missing") }
        let key = CacheKey(address)
        func pass(_ cache: ByteCache?) throws -> (wall: Double, processor: Double) {
            let source = CachedByteSource(key, cache: cache, upstream: Zeros(), cancel: CancelToken())
            let start = SystemClock().now
            let processor = try CPUClock.measure { try readAll(source) }
            return ((SystemClock().now - start).inSeconds, processor.inSeconds)
        }
        let plain = try pass(nil)
        let cache = ByteCache(folder: folder, settings: settings)
        let fill = try pass(cache)
        let closing = SystemClock().now
        cache.close(within: .seconds(60))
        let commit = (SystemClock().now - closing).inSeconds
        let again = ByteCache(folder: folder, settings: settings)
        defer { again.close() }
        let opening = SystemClock().now
        guard let item = again.find(key), item.isComplete else { throw BenchError("the cache is not full") }
        let opened = (SystemClock().now - opening).inMilliseconds
        let proving = try pass(again)
        let reading = try pass(again)
        let megabytes = Double(size) / 1e6
        let blocks = Double(size) / 65536
        return [
            Figure(subject: "256 MiB", name: "without", unit: "MB/s", value: megabytes / plain.wall),
            Figure(subject: "256 MiB", name: "filling", unit: "MB/s", value: megabytes / fill.wall),
            Figure(
                subject: "256 MiB", name: "CPU to keep 64 KiB", unit: "µs",
                value: (fill.processor - plain.processor) / blocks * 1e6),
            Figure(subject: "256 MiB", name: "committing at the end", unit: "s", value: commit),
            Figure(subject: "256 MiB", name: "opening", unit: "ms", value: opened),
            Figure(subject: "256 MiB", name: "reading, first", unit: "MB/s", value: megabytes / proving.wall),
            Figure(subject: "256 MiB", name: "reading, again", unit: "MB/s", value: megabytes / reading.wall),
            Figure(
                subject: "256 MiB", name: "CPU to read 64 KiB", unit: "µs", value: reading.processor / blocks * 1e6),
        ]
    }

    private static func readAll(_ source: CachedByteSource) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 64)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let count = try source.read(at: offset, into: buffer)
            guard count > 0 else { throw BenchError("the end came too early") }
            offset += Int64(count)
        }
    }
}
