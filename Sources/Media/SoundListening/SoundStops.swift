import PlayCore

/// Tells when sound has stopped because more of it came too late. A value.
struct SoundStops {
    /// Sound does not run, and that was counted, or its end was announced.
    private var isStopped = false

    /// The player has said that this is all: it may begin again.
    mutating func finish() { isStopped = true }

    /// A packet has come, and this is what is heard.
    ///
    /// The device begins again when it has enough: the packets until then find the same stop.
    /// - Returns: whether it stopped.
    mutating func notePacket(_ state: AudioClockReading.State) -> Bool {
        switch state {
        case .running: isStopped = false
        case .starved where !isStopped:
            isStopped = true
            return true
        default: break
        }
        return false
    }
}
