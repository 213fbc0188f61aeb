import PlayCore
import SoundWire

struct SoundStops {
    /// Whether the sound has stopped, and the stop was counted or expected.
    private var isStopped = false
    /// Announced, on the axis of the audible sound. Later sound starts again after it.
    private var end: MediaTime?

    mutating func finish(at time: MediaTime) { end = time }

    /// Returns whether the sound stopped. Packets until the device can restart belong to the same stop.
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
