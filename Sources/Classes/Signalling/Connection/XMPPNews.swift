package import XML

package enum XMPPNews: Sendable, Equatable {
    case online(XMPPSession)
    /// Elements in the server's own namespace (`jabber:client`) have no namespace here.
    case stanza(XMLElement)
    /// The connection is lost or was never established. ``XMPPConnection/reconnect(_:)`` retries.
    case offline(XMPPFailure)
}

package struct XMPPSession: Sendable, Equatable {
    /// With the server's resource, or a component's domain.
    package let address: XMPPAddress
    /// Whether the server has kept the session. Rooms were then not left, and all sent stanzas arrive once (XEP-0198).
    package let isResumed: Bool
    /// In order, the earlier stanzas that may not have arrived. Empty after a resumption.
    package let lost: [String]

    package init(address: XMPPAddress, isResumed: Bool, lost: [String]) {
        self.address = address
        self.isResumed = isResumed
        self.lost = lost
    }
}

package enum XMPPRefusal: Error, Sendable, Equatable {
    case tooLarge
    /// The server accepts stanzas more slowly than they are queued. Retry after the next news.
    case queueFull
    case offline
}
