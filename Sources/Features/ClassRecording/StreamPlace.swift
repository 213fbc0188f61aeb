import PlayCore

/// Where a stream's times lie on the class's axis. tvplay's have that axis; those of other programs begin where they like,
/// and are taken for the time of their arrival. A value.
struct StreamPlace: Sendable {
    /// What is earlier than its arrival by more is not late: its times mean something else.
    private static let latest = MediaTime.seconds(10)
    /// Clocks differ by as much.
    private static let earliest = MediaTime.milliseconds(-300)

    private var distance = MediaTime.zero

    /// - Parameters:
    ///   - time: as the stream has it.
    ///   - arrival: by the keeper's clock.
    mutating func place(_ time: MediaTime, arrival: MediaTime) -> MediaTime {
        let late = arrival - (time + distance)
        if late < Self.earliest || late > Self.latest { distance = arrival - time }
        return time + distance
    }
}
