import PlayCore
import SoundWire

/// What is audible at a listener elsewhere, from its reports. Pure: time comes in.
///
/// The player puts its own time, the marker, into what it sends; a report gives the newest marker back, how long ago it
/// came, and what is audible now. So a report says which sound meets what was sent at the marker's time. That is the
/// reading that the picture needs: a frame that is written now gets there with the sound that this clock tells. Neither
/// the round trip nor its halves have to be known, and the two machines' clocks need not agree.
struct ListenerClock {
    /// Pairs of the last second; their median is not moved by a packet that waited behind a frame.
    private static let pairCount = 9

    /// Microseconds between the generation's axis and the player's clock, the newest last.
    private var offsets: [Int64] = []
    /// Where the sound stands while it does not run.
    private var standing: Int64 = 0
    private(set) var state = SoundReport.State.empty
    /// The furthest that a report told, microseconds of the generation's axis.
    private var reported: Int64 = 0
    /// Reports with an older marker were sent before the listener knew of the last order.
    private var orderMarker: UInt64 = 0

    /// Microseconds that are audible when what is sent now arrives.
    func position(at now: HostTime) -> Int64 {
        guard state == .running, !offsets.isEmpty else { return standing }
        return offsets.sorted()[offsets.count / 2] &+ now.nanoseconds / 1000
    }

    /// Microseconds of sound that may be sent now, where so many were sent in this generation.
    ///
    /// The clock runs on while reports are held up. On a line that stands still, sound that was sent by it would come to the
    /// listener all at once, more than ``SoundWire/maximumQueued``; so it also keeps to what was reported.
    func space(after written: Int64, buffer: Int64, at now: HostTime) -> Int64 {
        let waiting = written - min(written, max(0, position(at: now)))
        let unreported = written - min(written, reported)
        return max(0, min(buffer - waiting, SoundWire.maximumQueued - buffer / 2 - unreported))
    }

    /// Nothing is audible any more, and a new axis begins.
    mutating func restart(at now: HostTime) {
        order(at: now)
        reported = 0
        standing = 0
        state = .empty
    }

    /// The sound is told to stand still, or to go on; it does when the order arrives.
    mutating func order(at now: HostTime) {
        standing = position(at: now)
        state = .paused
        offsets.removeAll(keepingCapacity: true)
        orderMarker = Self.marker(now)
    }

    /// It has come to the end of what there is.
    mutating func stand(at position: Int64) {
        standing = position
        state = .starved
        offsets.removeAll(keepingCapacity: true)
    }

    /// A report of the generation came.
    mutating func note(_ report: SoundReport) {
        reported = max(reported, report.position)
        guard report.marker >= orderMarker else { return }
        state = report.state
        guard report.state == .running else {
            standing = report.position
            offsets.removeAll(keepingCapacity: true)
            return
        }
        let then = report.position - Int64(report.markerAge)
        offsets.append(then &- Int64(bitPattern: report.marker))
        if offsets.count > Self.pairCount { offsets.removeFirst() }
    }

    /// The player's clock, as it travels.
    static func marker(_ now: HostTime) -> UInt64 { UInt64(max(0, now.nanoseconds / 1000)) }
}
