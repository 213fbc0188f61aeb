package import PlayCore
package import Rooms

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
