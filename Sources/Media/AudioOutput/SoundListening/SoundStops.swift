import PlayCore
import SoundWire

/// Detects when sound has stopped because the next packets came too late.
struct SoundStops {
    /// Whether the sound is stopped and the stop was counted or expected.
    private var isStopped = false
    /// The end that the player announced, on the axis of the sound that is heard; later sound starts again after it.
    private var end: MediaTime?

    /// - Parameter time: the time of the last packet before.
    mutating func finish(at time: MediaTime) { end = time }

    /// Takes the state of the output when a packet arrives.
    ///
    /// The device restarts when it has enough sound: packets until then find the same stop.
    /// - Returns: whether the sound stopped.
    mutating func notePacket(_ state: AudioClockReading.State, at position: MediaTime) -> Bool {
        switch state {
        case .running:
            isStopped = false
            if let end, position > end + Self.packet { self.end = nil }
        case .starved where !isStopped:
            isStopped = true
            defer { end = nil }
            return end == nil
        default: break
        }
        return false
    }

    private static let packet = MediaTime(nanoseconds: SoundWire.packetMicroseconds * 1000)
}
