import PlayCore
import SoundWire

/// Tells when sound has stopped because more of it came too late. A value.
struct SoundStops {
    /// Sound does not run, and that was counted or expected.
    private var isStopped = false
    /// Where the player said that this is all, on the axis of what is heard: the film may begin again behind it.
    private var end: MediaTime?

    /// - Parameter time: of the last packet before.
    mutating func finish(at time: MediaTime) { end = time }

    /// A packet has come, and this is what is heard.
    ///
    /// The device begins again when it has enough: the packets until then find the same stop.
    /// - Returns: whether it stopped.
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
