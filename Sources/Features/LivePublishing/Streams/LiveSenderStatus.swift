package import ClassRules
package import Media

/// How a stream that is sent does. A value.
package struct LiveSenderStatus: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// The device is being opened, or the server connected to.
        case opening
        case sending
        /// The line broke, and is tried again; why, in English, for the log.
        case broken(String)
        /// The server was reached and refused the stream, again and again: nothing more is sent.
        case refused
        /// The device failed, or what was captured has ended (nil): nothing more is sent.
        case ended(MediaError?)

        var isBroken: Bool { if case .broken = self { true } else { false } }
    }

    package var phase = Phase.opening
    /// Over UDP, beside what the phase says of TCP.
    package var datagrams = Datagrams.none

    package enum Datagrams: Sendable, Equatable {
        /// It is not sent over UDP, or not yet.
        case none
        case running
        /// UDP does not get through, or broke: over TCP alone.
        case failed
        /// Whoever sends may not, as the server for TCP will say, too.
        case refused
    }
    /// Connections begun so far.
    package var connections = 0
    package var packets = 0
    package var dropped = 0
    package var level = InputLevel()
    /// Of the pictures; nil: there are none so far.
    package var size: OwnSending.Size?

    package init() {}
}
