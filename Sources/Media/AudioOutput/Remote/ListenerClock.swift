import PlayCore
import SoundWire

/// Computes which sound is audible at a remote listener from its reports. Time is a parameter. The player puts its own
/// time, the marker, into its messages. A report returns the newest marker, its age, and the audible position. It thus
/// states which sound is audible when a message of the marker's time arrives. A frame written now arrives together with
/// the sound that this clock reports. Neither the round trip nor a common time of the two machines is needed.
struct ListenerClock {
    /// Offsets of the last second. Their median tolerates a packet that waited behind a frame.
    private static let pairCount = 9

    /// Microseconds between the generation's axis and the player's clock, newest last.
    private var offsets: [Int64] = []
    /// The audible position while stopped, in microseconds.
    private var standing: Int64 = 0
    private(set) var state = SoundReport.State.empty
    /// The highest reported position, in microseconds of the generation's axis.
    private var reported: Int64 = 0
    /// The time of the last order. A report with an older marker was sent before the order arrived.
    private var orderMarker: UInt64 = 0

    /// Returns the position that is audible when a message sent now arrives, in microseconds.
    func position(at now: HostTime) -> Int64 {
        guard state == .running, !offsets.isEmpty else { return standing }
        return offsets.sorted()[offsets.count / 2] &+ now.nanoseconds / 1000
    }

    /// Returns the microseconds of sound that may be sent now, after `written` in this generation. If a stalled line
    /// holds up reports, the clock continues, and the sound sent by it would arrive at once and exceed
    /// ``SoundWire/maximumQueued``. So the reported position is a second limit.
    func space(after written: Int64, buffer: Int64, at now: HostTime) -> Int64 {
        let waiting = written - min(written, max(0, position(at: now)))
        let unreported = written - min(written, reported)
        return max(0, min(buffer - waiting, SoundWire.maximumQueued - buffer / 2 - unreported))
    }

    mutating func restart(at now: HostTime) {
        order(at: now)
        reported = 0
        standing = 0
        state = .empty
    }

    /// Notes an order to pause or resume, which takes effect when it reaches the listener.
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
