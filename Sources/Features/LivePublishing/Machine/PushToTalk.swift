package import PlayCore

/// Whether the microphone is heard: always, or only while a key is held. A terminal does not tell when a key is let go, so
/// a key counts as held as long as its repeats arrive. A value; time comes in.
package struct PushToTalk: Sendable, Equatable {
    /// From the press to the first repeat: up to 660 ms with usual settings.
    package static let firstPatience = HostTime.milliseconds(900)
    /// Between repeats: 25 … 100 ms, and more over a line that is slow.
    package static let repeatPatience = HostTime.milliseconds(350)

    /// Else the microphone is always heard.
    package private(set) var isOn = false
    /// The key counts as let go from then on; nil: it is.
    private var heldUntil: HostTime?

    package init() {}

    package mutating func set(_ isOn: Bool) { (self.isOn, heldUntil) = (isOn, nil) }

    /// The key is pressed, or repeats.
    package mutating func press(at now: HostTime) {
        guard isOn else { return }
        let repeats = heldUntil.map { $0 > now } ?? false
        // A repeat never makes it shorter than the press did.
        heldUntil = max(now + (repeats ? Self.repeatPatience : Self.firstPatience), heldUntil ?? now)
    }

    package mutating func expire(at now: HostTime) {
        if let heldUntil, heldUntil <= now { self.heldUntil = nil }
    }

    package var isSilent: Bool { isOn && heldUntil == nil }

    package var nextDeadline: HostTime? { heldUntil }
}
