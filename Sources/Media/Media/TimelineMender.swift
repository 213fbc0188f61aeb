/// Continues packet times where the container's restart (cut or joined streams). Nanoseconds; `demux` thread.
struct TimelineMender {
    /// Times that jump by less are the container's own disorder.
    private static let tolerance: Int64 = 1_000_000_000

    private(set) var offset: Int64 = 0
    /// Needed because the tracks do not all restart at the same packet.
    private var previous: Int64 = 0
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
