import PlayCore

/// By how much the chunks of a DASH rendition are there earlier than the manifest's times say. A value.
///
/// Encoders count from the moment when they wrote the first chunk, which is a second after it was taken with ffmpeg
/// (measured 2026-11).
struct ChunkLead: Sendable, Equatable {
    /// Of the newest that has come.
    private(set) var edge = MediaTime.zero
    /// By how much less the first one of a segment is there early, as far as the server has refused it.
    private var late = MediaTime.zero
    private static let most = MediaTime.seconds(3)
    /// A refusal costs a request and its pause: better a little late. What one refusal has cost is back after ten segments.
    private static let lateStep = MediaTime.milliseconds(100)
    private static let earlyStep = MediaTime.milliseconds(10)

    /// Negative: segments can be asked for so much later.
    var ofSegments: MediaTime { edge - late }

    /// A chunk came so long before the manifest's time of its end.
    mutating func came(early: MediaTime) { edge = max(edge, min(early, Self.most)) }

    /// A segment was asked for at its time.
    mutating func asked(isThere: Bool) {
        late = isThere ? max(.zero, late - Self.earlyStep) : min(Self.most, late + Self.lateStep)
    }
}
