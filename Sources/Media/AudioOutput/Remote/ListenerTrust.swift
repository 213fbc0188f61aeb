import PlayCore
import SoundWire

/// Finds listeners that cannot be believed: the film follows what they say. A value.
struct ListenerTrust {
    enum Doubt: Equatable {
        /// Nothing was said for too long.
        case silent
        /// It gives back what it was never given.
        case strangeMarker
        /// Sound is heard faster than time passes.
        case tooFast
        /// It has sound, is to play it, and does not.
        case stuck
    }

    /// Ten reports are due in a second; a line may stand still for longer than people wait.
    private static let silence = HostTime.seconds(5)
    /// What a report may be ahead of time: the buffer that a sound server takes at once, and the steps it counts in.
    private static let slack: Int64 = 1_000_000
    /// A card's clock is off by 0.1 % at worst.
    private static let pace = 1.01
    /// A null sink of PulseAudio 16 stalls 1.9 s at first.
    private static let stillness = HostTime.seconds(6)

    private var heardFrom: HostTime
    private var begun: (time: HostTime, position: Int64)?
    private var moved: (time: HostTime, position: Int64)

    init(at now: HostTime) {
        heardFrom = now
        moved = (now, 0)
    }

    /// A new axis, or the sound goes on: what was measured before says nothing.
    mutating func restart(at now: HostTime) {
        begun = nil
        moved = (now, -1)
        heardFrom = now
    }

    /// - Parameter isWanted: there is sound at the listener, and it is to play it.
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

    /// - Parameter isRunning: reports are due.
    func doubt(isRunning: Bool, at now: HostTime) -> Doubt? {
        isRunning && now - heardFrom > Self.silence ? .silent : nil
    }
}
