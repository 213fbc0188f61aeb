import PlayCore

/// How much earlier the server has the chunks of a DASH rendition than the manifest says. Encoders count time from the
/// moment at which they write the first chunk. ffmpeg writes it one second after capturing it (measured 2026-11).
struct ChunkLead: Sendable, Equatable {
    /// Lead of the newest chunk that has arrived.
    private(set) var edge = MediaTime.zero
    /// Part of the lead that a segment's first chunk does not have, learnt from the requests that the server refused.
    private var late = MediaTime.zero
    private static let most = MediaTime.seconds(3)
    /// A refusal costs a request and a pause, so requests become later quickly and earlier slowly (ten to one).
    private static let lateStep = MediaTime.milliseconds(100)
    private static let earlyStep = MediaTime.milliseconds(10)

    /// How much earlier than the manifest says a segment can be requested; negative if later.
    var ofSegments: MediaTime { edge - late }

    /// Notes a chunk that arrived this long before the manifest's time of its end.
    mutating func came(early: MediaTime) { edge = max(edge, min(early, Self.most)) }

    /// Notes whether the server had a segment when it was requested.
    mutating func asked(isThere: Bool) {
        late = isThere ? max(.zero, late - Self.earlyStep) : min(Self.most, late + Self.lateStep)
    }
}
