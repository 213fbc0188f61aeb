package import PlayCore

/// Decides whether the microphone is audible: always, or only while a key is held. Terminals do not report the release
/// of a key, so it counts as held while its repetitions arrive.
package struct PushToTalk: Sendable, Equatable {
    /// From the press to the first repetition, which takes up to 660 ms with usual settings.
    package static let firstPatience = HostTime.milliseconds(900)
    /// Between repetitions, which takes 25 to 100 ms and more over a slow connection.
    package static let repeatPatience = HostTime.milliseconds(350)

    /// Whether the key is required; otherwise the microphone is always audible.
    package private(set) var isOn = false
    /// `nil` if the key is not held.
    private var heldUntil: HostTime?

    package init() {}

    package mutating func set(_ isOn: Bool) { (self.isOn, heldUntil) = (isOn, nil) }

    package mutating func press(at now: HostTime) {
        guard isOn else { return }
        let repeats = heldUntil.map { $0 > now } ?? false
        // A repetition never shortens the time set by the press.
        heldUntil = max(now + (repeats ? Self.repeatPatience : Self.firstPatience), heldUntil ?? now)
    }

    package mutating func expire(at now: HostTime) {
        if let heldUntil, heldUntil <= now { self.heldUntil = nil }
    }

    package var isSilent: Bool { isOn && heldUntil == nil }

    package var nextDeadline: HostTime? { heldUntil }
}
