import CZlib

/// The zlib format (RFC 1950).
package enum Deflate {
    /// Compresses for speed rather than size: a few milliseconds per megabyte.
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        // Fails only if memory runs out: the buffer has the size that zlib demands.
        let code = compress2(&result, &count, bytes, UInt(bytes.count), Z_BEST_SPEED)
        precondition(code == Z_OK, "zlib has no memory")
        result.removeLast(result.count - Int(count))
        return result
    }

    /// Returns `nil` unless the bytes are zlib data of exactly `count` decompressed bytes. The caller bounds `count`.
    package static func unpacked(_ bytes: [UInt8], count: Int) -> [UInt8]? {
        // One byte more than expected, to detect longer data.
        var size = UInt(count) + 1
        var result = [UInt8](repeating: 0, count: count + 1)
        guard uncompress(&result, &size, bytes, UInt(bytes.count)) == Z_OK, size == UInt(count) else { return nil }
        result.removeLast()
        return result
    }
}
