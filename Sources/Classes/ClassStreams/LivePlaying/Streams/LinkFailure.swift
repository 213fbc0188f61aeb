import Media
import PlayCore
import WebRTC

package enum LinkFailure: Sendable, Equatable {
    /// The sender does not use UDP.
    case absent
    /// UDP does not get through to this machine.
    case blocked
    /// The stream broke after it had arrived, or the server currently has no UDP link.
    case broken

    init(_ error: WebStreamError) {
        self =
            switch error.code {
            case .absent: .absent
            case .unreachable: .blocked
            case .media(let reason) where [.unreachable, .unavailable].contains(reason.code): .blocked
            default: .broken
            }
    }

    /// Since the server's last answer. It is polled every second.
    private static let lately = HostTime.seconds(2)

    /// If packets stopped while the server still answers, the sender's connection broke, not this one.
    init(_ error: MediaError, answered: HostTime?, at now: HostTime) {
        let answers = answered.map { now - $0 < Self.lately } ?? false
        if answers, case .source(let cause) = error.code, cause.code == .timedOut, error.operation == "read" {
            self = .absent
        } else {
            self = .broken
        }
    }
}
