/// Makes packet times continue where the container's restart, in transport streams that were cut or joined.
/// Nanoseconds; used by the `demux` thread.
struct TimelineMender {
    /// Times that jump by less are the container's own disorder.
    private static let tolerance: Int64 = 1_000_000_000

    private(set) var offset: Int64 = 0
    /// The offset before the last change, since the tracks do not all restart at the same packet.
    private var previous: Int64 = 0
    /// The expected time of each track's next packet.
    private var ends: [Int: Int64] = [:]

    mutating func offset(track: Int, time: Int64, duration: Int64) -> Int64 {
        if let end = ends[track], !Self.isNear(time &+ offset, end) {
            if Self.isNear(time &+ previous, end) {
                swap(&offset, &previous)
            } else if time &+ offset < end {
                (offset, previous) = (end &- time, offset)
            }
        }
        ends[track] = time &+ offset &+ max(0, duration)
        return offset
    }

    private static func isNear(_ a: Int64, _ b: Int64) -> Bool { (a &- b).magnitude <= tolerance.magnitude }
}
