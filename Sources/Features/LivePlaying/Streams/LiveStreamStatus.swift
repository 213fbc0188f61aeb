package import PlayCore
package import Rooms

/// Packets of a connection. A value.
package struct StreamDelivery: Sendable, Equatable {
    package var received = 0
    /// For good.
    package var lost = 0
    /// Times that missing ones were asked for.
    package var asked = 0

    package init(received: Int = 0, lost: Int = 0, asked: Int = 0) {
        (self.received, self.lost, self.asked) = (received, lost, asked)
    }
}

/// How a stream does. A value.
package struct LiveStreamStatus: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// It is being connected to, or nobody sends it yet.
        case opening
        case running
        /// It broke, and is tried again; why, in English, for the log.
        case broken(String)
    }

    package var phase = Phase.opening
    /// Connections begun so far.
    package var connections = 0
    /// When the newest packet came.
    package var arrival: HostTime?
    /// How long that was on its way, by the keeper's clock.
    package var latency = HostTime.zero
    package var packets = 0
    /// Pictures, or blocks of sound.
    package var decoded = 0
    /// Packets of pictures that nobody sees.
    package var skipped = 0
    /// Over UDP, by this connection.
    package var delivery = StreamDelivery()
    /// Width divided by height; nil: no picture came.
    package var aspect: Double?
    /// By what it comes, or is to come.
    package var link = LiveLink.tcp
    /// Why it does not come over UDP, though it was to; nil: it does, or that was not wanted.
    package var udpFailure: LinkFailure?
    /// Of the newest try of UDP beside TCP.
    package var trial = Trial.none

    package enum Trial: Sendable, Equatable {
        case none
        case underWay
        case failed(LinkFailure)
    }

    package init() {}
}
