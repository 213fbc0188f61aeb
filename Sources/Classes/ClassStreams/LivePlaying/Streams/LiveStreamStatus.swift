package import Classes
package import PlayCore

package struct StreamDelivery: Sendable, Equatable {
    package var received = 0
    /// In spite of retransmission.
    package var lost = 0
    package var asked = 0

    package init(received: Int = 0, lost: Int = 0, asked: Int = 0) {
        (self.received, self.lost, self.asked) = (received, lost, asked)
    }
}

package struct LiveStreamStatus: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// The receiver connects, or the stream is not sent yet.
        case opening
        case running
        /// The stream broke and is retried. The text is in English, for the log.
        case broken(String)
    }

    package var phase = Phase.opening
    package var connections = 0
    package var breaks = 0
    package var arrival: HostTime?
    /// By the keeper's clock.
    package var latency = HostTime.zero
    package var packets = 0
    package var decoded = 0
    /// Packets of hidden pictures.
    package var skipped = 0
    /// Of the current connection over UDP.
    package var delivery = StreamDelivery()
    /// Width divided by height.
    package var aspect: Double?
    package var link = LiveLink.tcp
    /// `nil` if the stream arrives over UDP, or if only TCP is used.
    package var udpFailure: LinkFailure?
    package var trial = Trial.none

    package enum Trial: Sendable, Equatable {
        case none
        case underWay
        case failed(LinkFailure)
    }

    package init() {}
}
