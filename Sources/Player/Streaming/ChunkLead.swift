import PlayCore

/// How much earlier than the manifest says the server has the chunks of a DASH rendition. Encoders count from writing
/// the first chunk, which ffmpeg does one second after capturing it (measured 2026-11).
struct ChunkLead: Sendable, Equatable {
    private(set) var edge = MediaTime.zero
    /// The part of the lead that a segment's first chunk lacks, learnt from refused requests.
    private var late = MediaTime.zero
    private static let most = MediaTime.seconds(3)
    /// Requests become later ten times as fast as earlier, because a refusal costs a request and a pause.
    private static let lateStep = MediaTime.milliseconds(100)
    private static let earlyStep = MediaTime.milliseconds(10)

    /// Negative if later than the manifest says.
    var ofSegments: MediaTime { edge - late }

    /// Notes a chunk that arrived this long before its end in the manifest.
    mutating func came(early: MediaTime) { edge = max(edge, min(early, Self.most)) }

    mutating func asked(isThere: Bool) {
        late = isThere ? max(.zero, late - Self.earlyStep) : min(Self.most, late + Self.lateStep)
    }
}
