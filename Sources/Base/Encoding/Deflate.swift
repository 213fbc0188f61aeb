import CZlib

/// RFC 1950 (zlib's format). Pure.
package enum Deflate {
    /// Fast rather than small: a few milliseconds a megabyte.
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        // It fails only where memory or room is missing, and there is as much room as it asks for.
        let code = compress2(&result, &count, bytes, UInt(bytes.count), Z_BEST_SPEED)
        precondition(code == Z_OK, "zlib has no memory")
        result.removeLast(result.count - Int(count))
        return result
    }

    /// Nil: not in this format, or not just `count` bytes.
    ///
    /// - Parameter count: what it has to grow to; the caller bounds it.
    package static func unpacked(_ bytes: [UInt8], count: Int) -> [UInt8]? {
        // One more than there may be, so that a longer one is told.
        var size = UInt(count) + 1
        var result = [UInt8](repeating: 0, count: count + 1)
        guard uncompress(&result, &size, bytes, UInt(bytes.count)) == Z_OK, size == UInt(count) else { return nil }
        result.removeLast()
        return result
    }
}
