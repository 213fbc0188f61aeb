/// A picture in memory: 8-bit RGB in 4 bytes a pixel (R, G, B, unused), rows without padding, top row first.
///
/// Immutable once made, so it may be shared by threads.
package final class PixelBuffer: Sendable {
    /// Pixels, each at least 1.
    package let width: Int
    package let height: Int
    private let bytes: [UInt8]

    /// - Parameter fill: gets `width × height × 4` zeroed bytes to write into.
    package init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        precondition(width > 0 && height > 0)
        self.width = width
        self.height = height
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        bytes.withUnsafeMutableBufferPointer { fill($0) }
        self.bytes = bytes
    }

    /// `width × height × 4` bytes; row stride `width × 4`.
    package func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        try bytes.withUnsafeBufferPointer(body)
    }

    /// Red, green, blue of a pixel; for tests and small jobs.
    package func rgb(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = (y * width + x) * 4
        return (bytes[at], bytes[at + 1], bytes[at + 2])
    }
}
