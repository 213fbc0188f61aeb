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
}
