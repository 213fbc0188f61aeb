package import PlayCore

/// Bits per second, never negative.
package struct BitRate: Sendable, Hashable, Comparable {
    package let bitsPerSecond: Double

    package static let zero = BitRate(0)

    package init(_ bitsPerSecond: Double) { self.bitsPerSecond = max(0, bitsPerSecond.isNaN ? 0 : bitsPerSecond) }

    package static func megabits(_ value: Double) -> BitRate { BitRate(value * 1e6) }

    package static func < (a: BitRate, b: BitRate) -> Bool { a.bitsPerSecond < b.bitsPerSecond }
    /// Returns zero if `b` is the larger.
    package static func - (a: BitRate, b: BitRate) -> BitRate { BitRate(a.bitsPerSecond - b.bitsPerSecond) }

    package func scaled(by factor: Double) -> BitRate { BitRate(bitsPerSecond * factor) }

    /// Saturates at `Int.max / 2`.
    package func bytes(of length: MediaTime) -> Int {
        Int(min(max(0, bitsPerSecond * length.inSeconds / 8), 4.6e18))
    }

    /// Returns how long the bytes take. 292 years at rate zero.
    package func time(for bytes: Int) -> HostTime {
        let seconds = bytes <= 0 ? 0 : Double(bytes) * 8 / bitsPerSecond
        return HostTime(nanoseconds: Int64(min(seconds * 1e9, 9.2e18)))
    }
}
