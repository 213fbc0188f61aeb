package import Classes
package import PlayCore

package struct StreamDelivery: Sendable, Equatable {
    package var received = 0
    /// Packets that were lost for good.
    package var lost = 0
    /// Number of requests for missing packets.
    package var asked = 0

    package init(received: Int = 0, lost: Int = 0, asked: Int = 0) {
        (self.received, self.lost, self.asked) = (received, lost, asked)
    }
}

package struct LiveStreamStatus: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// The receiver is connecting, or the stream is not sent yet.
        case opening
        case running
        /// The stream broke and is retried. Has the reason in English, for the log.
        case broken(String)
    }

    package var phase = Phase.opening
    package var connections = 0
    /// Number of connections that failed or broke.
    package var breaks = 0
    package var arrival: HostTime?
    /// The newest packet's latency, by the keeper's clock.
    package var latency = HostTime.zero
    package var packets = 0
    /// Number of decoded pictures or blocks of sound.
    package var decoded = 0
    /// Packets of hidden pictures that were not decoded.
    package var skipped = 0
    /// Counts of the current connection over UDP.
    package var delivery = StreamDelivery()
    /// Width divided by height, or `nil` before the first picture.
    package var aspect: Double?
    package var link = LiveLink.tcp
    /// Why the stream does not arrive over UDP, or `nil` if it does or UDP is not wanted.
    package var udpFailure: LinkFailure?
    package var trial = Trial.none

    package enum Trial: Sendable, Equatable {
        case none
        case underWay
        case failed(LinkFailure)
    }

    package init() {}
}
