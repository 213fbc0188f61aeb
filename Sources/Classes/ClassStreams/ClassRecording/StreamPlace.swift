import PlayCore

/// Maps a stream's times to the class's axis, which tvplay's streams already use. Streams of other programs have an
/// arbitrary start, so their arrival counts instead.
struct StreamPlace: Sendable {
    /// A time farther before its arrival is not late, but on another axis.
    private static let latest = MediaTime.seconds(10)
    /// For differing clocks.
    private static let earliest = MediaTime.milliseconds(-300)

    private var distance = MediaTime.zero

    /// - Parameter arrival: by the keeper's clock.
    mutating func place(_ time: MediaTime, arrival: MediaTime) -> MediaTime {
        let late = arrival - (time + distance)
        if late < Self.earliest || late > Self.latest { distance = arrival - time }
        return time + distance
    }
}
