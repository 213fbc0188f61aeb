import PlayCore

/// Maps a stream's times to the class's axis. tvplay's streams use that axis. Times of other programs have an arbitrary
/// start, so the arrival counts instead.
struct StreamPlace: Sendable {
    /// A time that precedes its arrival by more is not late but on another axis.
    private static let latest = MediaTime.seconds(10)
    /// Tolerance for differing clocks.
    private static let earliest = MediaTime.milliseconds(-300)

    private var distance = MediaTime.zero

    /// - Parameter arrival: by the keeper's clock.
    mutating func place(_ time: MediaTime, arrival: MediaTime) -> MediaTime {
        let late = arrival - (time + distance)
        if late < Self.earliest || late > Self.latest { distance = arrival - time }
        return time + distance
    }
}
