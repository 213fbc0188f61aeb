package import ClassRules
package import Media

package struct LiveSenderStatus: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        case opening
        case sending
        /// The connection broke and is retried. The text is in English, for the log.
        case broken(String)
        /// The server refused the stream repeatedly. Nothing more is sent.
        case refused
        /// `nil` if the capture ended. Nothing more is sent.
        case ended(MediaError?)

        var isBroken: Bool { if case .broken = self { true } else { false } }
    }

    package var phase = Phase.opening
    /// The state over UDP. ``phase`` is the one over TCP.
    package var datagrams = Datagrams.none

    package enum Datagrams: Sendable, Equatable {
        case none
        case running
        /// UDP is blocked or broke, and the stream is sent only over TCP.
        case failed
        /// The viewer must not send the stream. The TCP server will also refuse it.
        case refused
    }
    package var connections = 0
    package var packets = 0
    package var dropped = 0
    package var level = InputLevel()
    package var size: OwnSending.Size?

    package init() {}
}
