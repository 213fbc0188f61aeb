package import XML

package enum XMPPNews: Sendable, Equatable {
    case online(XMPPSession)
    /// A message, a presence or an IQ. Elements in the server's own namespace (`jabber:client`) have none here.
    case stanza(XMLElement)
    /// The connection is lost or was never established; ``XMPPConnection/reconnect(_:)`` retries.
    case offline(XMPPFailure)
}

package struct XMPPSession: Sendable, Equatable {
    /// The address with the resource that the server assigned, or a component's domain.
    package let address: XMPPAddress
    /// Whether the server has kept the session: rooms were not left, and all sent stanzas arrive once (XEP-0198).
    package let isResumed: Bool
    /// Ids of earlier stanzas that may not have arrived, in order, if they have ids. Empty after a resumption.
    package let lost: [String]

    package init(address: XMPPAddress, isResumed: Bool, lost: [String]) {
        self.address = address
        self.isResumed = isResumed
        self.lost = lost
    }
}

package enum XMPPRefusal: Error, Sendable, Equatable {
    /// Longer than ``XMPPConnection/stanzaLimit``.
    case tooLarge
    /// The server takes stanzas more slowly than they are queued. Retry after the next news.
    case queueFull
    /// There is no session, nor one that may be resumed.
    case offline
}
