import PlayCore

/// How much earlier than the manifest says the server has chunks of a DASH rendition. Encoders count time from writing
/// the first chunk; ffmpeg writes it one second after capturing it (measured 2026-11).
struct ChunkLead: Sendable, Equatable {
    /// The end of the newest chunk that has arrived.
    private(set) var edge = MediaTime.zero
    /// The part of the lead that a segment's first chunk lacks, learnt from refused requests.
    private var late = MediaTime.zero
    private static let most = MediaTime.seconds(3)
    /// A refusal costs a request and a pause. So requests become later quickly, and earlier slowly (ten to one).
    private static let lateStep = MediaTime.milliseconds(100)
    private static let earlyStep = MediaTime.milliseconds(10)

    /// How much earlier than the manifest says a segment can be requested. Negative if later.
    var ofSegments: MediaTime { edge - late }

    /// Notes a chunk that arrived this long before its end in the manifest.
    mutating func came(early: MediaTime) { edge = max(edge, min(early, Self.most)) }

    /// Notes whether the server had a requested segment.
    mutating func asked(isThere: Bool) {
        late = isThere ? max(.zero, late - Self.earlyStep) : min(Self.most, late + Self.lateStep)
    }
}
