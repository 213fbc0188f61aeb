import ClassAccess
import PlayCore

/// Converts a stream's timestamps to the class's axis: nanoseconds since 1970 by the keeper's clock.
enum StreamAxis {
    /// `stamp` may have a fraction of a millisecond. `near` is the keeper's current time in milliseconds.
    static func time(_ stamp: MediaTime, near: Int64) -> MediaTime {
        let (milliseconds, rest) = stamp.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let time = MediaTimestamp.time(MediaTimestamp.stamp(milliseconds), near: near)
        return MediaTime(nanoseconds: time &* 1_000_000 &+ rest)
    }
}
