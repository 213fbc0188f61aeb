/// A picture in memory: 8-bit RGB in 4 bytes a pixel (R, G, B, unused), rows without padding, top row first.
///
/// Immutable while anybody but a ``PixelPool`` holds it, so it may be shared by threads.
package final class PixelBuffer: @unchecked Sendable {
    // Sendable: written in `init`, and by a pool that knows itself the only holder.

    /// Pixels, each at least 1.
    package let width: Int
    package let height: Int
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter fill: gets `width × height × 4` zeroed bytes to write into.
    package init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        precondition(width > 0 && height > 0)
        self.width = width
        self.height = height
        bytes = .allocate(capacity: width * height * 4)
        bytes.initialize(repeating: 0)
        fill(bytes)
    }

    deinit { bytes.deallocate() }

    /// Only for the one who alone holds it.
    fileprivate func refill(_ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) { fill(bytes) }

    /// `width × height × 4` bytes; row stride `width × 4`.
    package func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        try body(UnsafeBufferPointer(bytes))
    }

    /// Red, green, blue of a pixel; for tests and small jobs.
    package func rgb(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = (y * width + x) * 4
        return (bytes[at], bytes[at + 1], bytes[at + 2])
    }
}

/// Makes pictures, and uses the memory of those that nobody holds any more: a run of pictures of one size then
/// allocates nothing. One thread; its pictures may go to others.
package struct PixelPool {
    /// One is being made, one shown, one kept to be shown anew.
    private static let capacity = 3
    private var buffers: [PixelBuffer] = []

    package init() {}

    /// - Parameter fill: must write all `width × height × 4` bytes: they hold what an earlier picture left.
    package mutating func make(
        width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> PixelBuffer {
        if buffers.first.map({ $0.width != width || $0.height != height }) ?? false { buffers = [] }
        for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) {
            buffers[index].refill(fill)
            return buffers[index]
        }
        let buffer = PixelBuffer(width: width, height: height, fill: fill)
        if buffers.count < Self.capacity { buffers.append(buffer) }
        return buffer
    }
}
