/// An instant, or a length, on the media axis, in nanoseconds. Zero is the start of the item as the user sees it (the
/// container's start time is subtracted). 2⁶³ ns are 292 years.
package struct MediaTime: Sendable, Hashable, Comparable, AdditiveArithmetic {
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static let zero = MediaTime(nanoseconds: 0)

    package static func seconds(_ value: Int) -> MediaTime { MediaTime(nanoseconds: Int64(value) * 1_000_000_000) }
    package static func milliseconds(_ value: Int) -> MediaTime { MediaTime(nanoseconds: Int64(value) * 1_000_000) }
    package static func microseconds(_ value: Int64) -> MediaTime { MediaTime(nanoseconds: value * 1000) }

    /// Seconds as a floating-point number, saturating at ±292 years; NaN becomes zero.
    package init(seconds: Double) {
        let scaled = (seconds * 1e9).rounded()
        if scaled.isNaN {
            nanoseconds = 0
        } else if scaled >= 9.2e18 {
            nanoseconds = 9_200_000_000_000_000_000
        } else if scaled <= -9.2e18 {
            nanoseconds = -9_200_000_000_000_000_000
        } else {
            nanoseconds = Int64(scaled)
        }
    }

    /// For display, options and C libraries with floating point. Our own functions pass ``MediaTime``.
    package var inSeconds: Double { Double(nanoseconds) / 1e9 }

    /// Whole seconds, rounded towards minus infinity.
    package var wholeSeconds: Int64 {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    package static func < (a: MediaTime, b: MediaTime) -> Bool { a.nanoseconds < b.nanoseconds }
    package static func + (a: MediaTime, b: MediaTime) -> MediaTime {
        MediaTime(nanoseconds: a.nanoseconds &+ b.nanoseconds)
    }
    package static func - (a: MediaTime, b: MediaTime) -> MediaTime {
        MediaTime(nanoseconds: a.nanoseconds &- b.nanoseconds)
    }
    package static prefix func - (a: MediaTime) -> MediaTime { MediaTime(nanoseconds: 0 &- a.nanoseconds) }

    package func scaled(by factor: Double) -> MediaTime { MediaTime(seconds: inSeconds * factor) }

    package func clamped(to range: ClosedRange<MediaTime>) -> MediaTime {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
