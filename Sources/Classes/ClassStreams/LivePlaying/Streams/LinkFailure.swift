import Media
import PlayCore
import WebRTC

package enum LinkFailure: Sendable, Equatable {
    /// The sender does not send it over UDP.
    case absent
    /// UDP does not get through to this machine.
    case blocked
    /// It broke after it had arrived, or the server has no UDP link at the moment.
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

    /// How lately the server must have answered, which is asked every second.
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
