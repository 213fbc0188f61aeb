internal import CZlib

/// A decompressor of gzip (RFC 1952) and zlib data (RFC 1950), piece by piece. Used by one thread.
package final class Inflater {
    private var stream = z_stream()
    private var input: [UInt8] = []
    private var used = 0
    package private(set) var isDamaged = false
    /// Whether the bytes so far end at the end of a compressed member.
    package private(set) var isComplete = false
    private static let pieceSize = 256 << 10

    package init() {
        // +32: zlib detects gzip or zlib data from the first bytes.
        let result = inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(result == Z_OK, "zlib has no memory")
    }

    deinit { inflateEnd(&stream) }

    package static func recognizes(_ start: some Collection<UInt8>) -> Bool {
        let bytes = Array(start.prefix(2))
        guard bytes.count == 2 else { return false }
        if isGzip(bytes) { return true }
        return bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    package static func isGzip(_ start: some Collection<UInt8>) -> Bool { start.starts(with: [0x1F, 0x8B]) }

    /// Returns the decompressed bytes, or `nil` if the input is damaged or cut. Stops after more than `limit` bytes.
    package static func whole(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        let inflating = Inflater()
        inflating.add(bytes)
        var output: [UInt8] = []
        while output.count <= limit, let piece = inflating.next() { output += piece }
        return inflating.isComplete || output.count > limit ? output : nil
    }

    /// Adds a piece. Call ``next()`` until it returns `nil` before adding the next piece.
    package func add(_ bytes: some Collection<UInt8>) { (input, used) = (Array(bytes), 0) }

    /// Returns `nil` if more input is needed, or if it is damaged.
    package func next() -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: Self.pieceSize)
        while !isDamaged {
            // Another member may follow the first.
            if isComplete, used < input.count {
                inflateReset(&stream)
                isComplete = false
            }
            guard !isComplete else { return nil }
            let count = step(&output)
            if count > 0 { return Array(output.prefix(count)) }
            if used == input.count || isDamaged { return nil }
        }
        return nil
    }

    private func step(_ output: inout [UInt8]) -> Int {
        let rest = input.count - used
        return input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress.map { $0 + used }
                stream.avail_in = UInt32(rest)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let result = inflate(&stream, Z_NO_FLUSH)
                used += rest - Int(stream.avail_in)
                isComplete = result == Z_STREAM_END
                isDamaged = ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result)
                return output.count - Int(stream.avail_out)
            }
        }
    }
}
