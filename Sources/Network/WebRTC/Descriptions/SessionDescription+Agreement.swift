extension SessionDescription {
    /// An offer to send, or to receive, one stream of pictures and one of sound.
    ///
    /// - Parameter sources: the SSRCs of what is sent; empty: only receives.
    static func offer(
        _ kinds: [MediaDescription.Kind], transport: TransportDescription, sources: [UInt32], name: String
    ) -> SessionDescription {
        var offer = SessionDescription()
        for (index, kind) in kinds.enumerated() {
            var media = MediaDescription(kind)
            media.mid = "\(index)"
            media.direction = sources.isEmpty ? .receive : .send
            media.codings = kind == .video ? [.h264(96)] : [.opus(111)]
            media.transport = transport
            media.transport.setup = .either
            if index < sources.count { (media.sources, media.name) = ([sources[index]], name) }
            offer.media.append(media)
        }
        return offer
    }

    /// Takes of an offer what can be played, and refuses the rest.
    ///
    /// The other end begins the handshake, where it leaves the choice: it knows when it is ready. Janus throws away what
    /// comes before, and a handshake then takes as long as the timer of whoever began.
    func answer(transport: TransportDescription) -> SessionDescription {
        var answer = SessionDescription()
        for offered in media {
            var media = MediaDescription(offered.kind)
            (media.mid, media.transportName, media.formats) = (offered.mid, offered.transportName, offered.formats)
            let coding = offered.codings.first(where: \.isKnown)
            let isWanted = [.audio, .video].contains(offered.kind) && offered.direction.sends && offered.port != 0
            guard isWanted, let coding else {
                media.port = 0
                answer.media.append(media)
                continue
            }
            var known = coding
            known.feedback = coding.feedback.filter { ["nack", "nack pli", "ccm fir"].contains($0) }
            // Janus offers for pictures alone to send again what was lost, and does it for sound, too, if that is wanted.
            if offered.kind == .audio, !known.feedback.contains("nack") { known.feedback.append("nack") }
            media.codings = [known]
            media.direction = .receive
            media.transport = transport
            media.transport.setup = offered.transport.setup == .passive ? .active : .passive
            answer.media.append(media)
        }
        return answer
    }
}

/// What both ends agreed on, as one of them needs it. A value.
struct MediaAgreement: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        var kind: MediaDescription.Kind
        var mid: String
        var coding: MediaCoding
        /// SSRCs: of the other end where it sends, own ones otherwise. The other end need not have named them.
        var sources: [UInt32]
    }

    var receiving: [Stream] = []
    var sending: [Stream] = []
    var transport: TransportDescription
    var isRemoteLite: Bool
    /// Whether this end begins the handshake.
    var isClient: Bool

    /// Nil: nothing was agreed on, or the way there is not described.
    ///
    /// - Parameter isOffer: whether `local` was the offer.
    init?(local: SessionDescription, remote: SessionDescription, isOffer: Bool) {
        guard let transport = remote.transport, let own = local.transport else { return nil }
        self.transport = transport
        // Candidates may stand at any of the streams.
        self.transport.candidates = remote.media.flatMap(\.transport.candidates)
        isRemoteLite = remote.isLite
        isClient = isOffer ? transport.setup == .passive : own.setup == .active
        for (mine, theirs) in zip(local.media, remote.media) where mine.port != 0 && theirs.port != 0 {
            // The answer's order counts; the payload type is that of the end which receives.
            let answered = isOffer ? theirs : mine
            guard let coding = answered.codings.first(where: \.isKnown) else { continue }
            if mine.direction.receives, theirs.direction.sends {
                receiving.append(Stream(kind: mine.kind, mid: mine.mid, coding: coding, sources: theirs.sources))
            }
            if mine.direction.sends, theirs.direction.receives {
                sending.append(Stream(kind: mine.kind, mid: mine.mid, coding: coding, sources: mine.sources))
            }
        }
        if receiving.isEmpty, sending.isEmpty { return nil }
    }
}
