/// A picture in memory: 8-bit RGB in 4 bytes a pixel (R, G, B, unused), rows without padding, top row first. Threads
/// may share it: only a ``PixelPool`` that is its only holder changes it.
package final class PixelBuffer: @unchecked Sendable {
    // Sendable: written only in `init`, and by a pool that is its only holder.

    /// Pixels, each at least 1.
    package let width: Int
    package let height: Int
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter fill: receives `width × height × 4` zeroed bytes.
    package init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        precondition(width > 0 && height > 0)
        self.width = width
        self.height = height
        bytes = .allocate(capacity: width * height * 4)
        bytes.initialize(repeating: 0)
        fill(bytes)
    }

    deinit { bytes.deallocate() }

    fileprivate func refill(_ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) { fill(bytes) }

    package func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        try body(UnsafeBufferPointer(bytes))
    }

    package func rgb(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = (y * width + x) * 4
        return (bytes[at], bytes[at + 1], bytes[at + 2])
    }
}

/// Creates pictures in the memory of released ones, so a run of pictures of one size allocates nothing. One thread, but
/// its pictures may be passed to other threads.
package struct PixelPool {
    /// One picture is being made, one is shown, one is kept to be shown again.
    private static let capacity = 3
    private var buffers: [PixelBuffer] = []

    package init() {}

    /// - Parameter fill: must write all `width × height × 4` bytes, which still hold an earlier picture.
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
