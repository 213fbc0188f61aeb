import PlayCore
import SoundWire

/// The clock of the sound that is audible at a remote listener, computed from its reports. Time comes in as a
/// parameter.
///
/// The player puts its own time, the marker, into its messages. A report returns the newest marker, how long ago it
/// came, and the audible position. So a report says which sound meets a message sent at the marker's time. The picture
/// needs just that: a frame that is written now arrives with the sound that this clock reports. The round trip need not
/// be known, and the two machines' clocks need not agree.
struct ListenerClock {
    /// Offsets of the last second; a packet that waited behind a frame does not move their median.
    private static let pairCount = 9

    /// Microseconds between the generation's axis and the player's clock, newest last.
    private var offsets: [Int64] = []
    /// The position of the sound while it is stopped, in microseconds.
    private var standing: Int64 = 0
    private(set) var state = SoundReport.State.empty
    /// The highest position reported, in microseconds of the generation's axis.
    private var reported: Int64 = 0
    /// The time of the last order: reports with an older marker were sent before the listener knew of it.
    private var orderMarker: UInt64 = 0

    /// Returns the microseconds that are audible when a message sent now arrives.
    func position(at now: HostTime) -> Int64 {
        guard state == .running, !offsets.isEmpty else { return standing }
        return offsets.sorted()[offsets.count / 2] &+ now.nanoseconds / 1000
    }

    /// Returns the microseconds of sound that may be sent now, after `written` in this generation. The clock continues
    /// while reports are held up: on a stalled line, the sound sent by it would reach the listener all at once, more
    /// than ``SoundWire/maximumQueued``. So the reported position limits it, too.
    func space(after written: Int64, buffer: Int64, at now: HostTime) -> Int64 {
        let waiting = written - min(written, max(0, position(at: now)))
        let unreported = written - min(written, reported)
        return max(0, min(buffer - waiting, SoundWire.maximumQueued - buffer / 2 - unreported))
    }

    /// Starts a new axis, on which nothing is audible yet.
    mutating func restart(at now: HostTime) {
        order(at: now)
        reported = 0
        standing = 0
        state = .empty
    }

    /// Records an order to pause or resume; it takes effect when it arrives at the listener.
    mutating func order(at now: HostTime) {
        standing = position(at: now)
        state = .paused
        offsets.removeAll(keepingCapacity: true)
        orderMarker = Self.marker(now)
    }

    mutating func stand(at position: Int64) {
        standing = position
        state = .starved
        offsets.removeAll(keepingCapacity: true)
    }

    /// Takes a report of the current generation.
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

    static func marker(_ now: HostTime) -> UInt64 { UInt64(max(0, now.nanoseconds / 1000)) }
}
