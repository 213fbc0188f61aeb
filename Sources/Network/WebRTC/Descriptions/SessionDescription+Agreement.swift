extension SessionDescription {
    /// Creates an offer to send one stream of each kind, or without `sources` (SSRCs) to receive one.
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

    /// Accepts the playable streams of an offer and refuses the others. Lets the other end start the handshake if it
    /// offers that: Janus discards earlier messages, which delays a handshake by the retransmission timer.
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
            // Janus offers retransmission only for pictures, but supports it for sound if requested.
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

struct MediaAgreement: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        var kind: MediaDescription.Kind
        var mid: String
        var coding: MediaCoding
        /// SSRCs: the other end's if it sends (they may be unknown), otherwise our own.
        var sources: [UInt32]
    }

    var receiving: [Stream] = []
    var sending: [Stream] = []
    var transport: TransportDescription
    var isRemoteLite: Bool
    /// Whether this end starts the handshake.
    var isClient: Bool

    /// Returns `nil` if nothing was agreed on or no transport is described. `isOffer`: `local` was the offer.
    init?(local: SessionDescription, remote: SessionDescription, isOffer: Bool) {
        guard let transport = remote.transport, let own = local.transport else { return nil }
        self.transport = transport
        // Any of the streams may have candidates.
        self.transport.candidates = remote.media.flatMap(\.transport.candidates)
        isRemoteLite = remote.isLite
        isClient = isOffer ? transport.setup == .passive : own.setup == .active
        for (mine, theirs) in zip(local.media, remote.media) where mine.port != 0 && theirs.port != 0 {
            // The answer's order counts. The payload type is the receiving end's.
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
