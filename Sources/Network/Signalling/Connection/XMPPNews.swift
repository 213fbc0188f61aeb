package import XML

/// What a connection has to tell. A value.
package enum XMPPNews: Sendable, Equatable {
    /// Stanzas can be sent.
    case online(XMPPSession)
    /// A message, a presence or an IQ. What the server's own namespace has (`jabber:client`) is without one.
    case stanza(XMLElement)
    /// The line is gone or never came to be; ``XMPPConnection/reconnect(_:)`` tries again.
    case offline(XMPPFailure)
}

/// Being logged in.
package struct XMPPSession: Sendable, Equatable {
    /// With the resource that the server gave; of a component its domain.
    package let address: XMPPAddress
    /// The server has kept the session: rooms were not left, and all that was sent arrives once (XEP-0198).
    package let isResumed: Bool
    /// Ids of stanzas that were handed over before and may not have arrived; in their order. Those without an id are left
    /// out. Empty where the session is resumed.
    package let lost: [String]

    package init(address: XMPPAddress, isResumed: Bool, lost: [String]) {
        self.address = address
        self.isResumed = isResumed
        self.lost = lost
    }
}

/// Why a stanza was not taken.
package enum XMPPRefusal: Error, Sendable, Equatable {
    /// Longer than ``XMPPConnection/stanzaLimit``.
    case tooLarge
    /// The server takes less than it is given: try again after the next news.
    case queueFull
    /// There is no session, nor one that may come back.
    case offline
}
