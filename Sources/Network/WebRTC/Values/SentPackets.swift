import PlayCore

/// The newest packets of a stream, kept for retransmission: ``limit`` packets of 1,200 bytes.
struct SentPackets: Sendable {
    static let limit = 1024
    /// Retransmissions of a packet, each not before the previous one can have arrived.
    private static let mostRepeats = 5
    private static let interval = HostTime.milliseconds(15)

    private struct Sent: Sendable {
        let sequence: UInt16
        let bytes: [UInt8]
        var repeats = 0
        var at: HostTime
    }

    private var ring = [Sent?](repeating: nil, count: limit)

    mutating func note(_ bytes: [UInt8], sequence: UInt16, at now: HostTime) {
        ring[Int(sequence) % Self.limit] = Sent(sequence: sequence, bytes: bytes, at: now)
    }

    mutating func repeated(_ sequences: [UInt16], at now: HostTime) -> [[UInt8]] {
        sequences.compactMap { sequence in
            let place = Int(sequence) % Self.limit
            guard var sent = ring[place], sent.sequence == sequence, sent.repeats < Self.mostRepeats,
                sent.repeats == 0 || now >= sent.at + Self.interval
            else { return nil }
            sent.repeats += 1
            sent.at = now
            ring[place] = sent
            return sent.bytes
        }
    }
}
