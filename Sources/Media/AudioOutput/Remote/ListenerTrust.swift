import PlayCore
import SoundWire

/// Detects listeners with implausible reports, because the film follows their reports.
struct ListenerTrust {
    enum Doubt: Equatable {
        case silent
        /// It returns a marker that it was never sent.
        case strangeMarker
        case tooFast
        /// It has sound to play, but does not play it.
        case stuck
    }

    /// The timeout for reports. Ten are due each second, and a line may stall for a long time.
    private static let silence = HostTime.seconds(5)
    /// How far a report may be ahead of time, in microseconds: a sound server's buffer, and its steps.
    private static let slack: Int64 = 1_000_000
    /// A card's clock is off by 0.1 % at worst.
    private static let pace = 1.01
    /// Longest stop. A null sink of PulseAudio 16 first stalls for 1.9 s.
    private static let stillness = HostTime.seconds(6)

    private var heardFrom: HostTime
    private var begun: (time: HostTime, position: Int64)?
    private var moved: (time: HostTime, position: Int64)

    init(at now: HostTime) {
        heardFrom = now
        moved = (now, 0)
    }

    mutating func restart(at now: HostTime) {
        begun = nil
        moved = (now, -1)
        heardFrom = now
    }

    /// - Parameter isWanted: whether the listener has sound to play.
    mutating func note(_ report: SoundReport, isWanted: Bool, at now: HostTime) -> Doubt? {
        heardFrom = now
        guard report.marker <= ListenerClock.marker(now) else { return .strangeMarker }
        if !isWanted || report.position != moved.position { moved = (now, report.position) }
        if now - moved.time > Self.stillness { return .stuck }
        guard report.state == .running else {
            begun = nil
            return nil
        }
        guard let begun else {
            begun = (now, report.position)
            return nil
        }
        let passed = Double((now - begun.time).nanoseconds / 1000) * Self.pace
        return Double(report.position - begun.position) > passed + Double(Self.slack) ? .tooFast : nil
    }

    /// - Parameter isRunning: whether reports are due.
    func doubt(isRunning: Bool, at now: HostTime) -> Doubt? {
        isRunning && now - heardFrom > Self.silence ? .silent : nil
    }
}
