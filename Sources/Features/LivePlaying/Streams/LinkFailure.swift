import WebRTC
import WebStreams

/// Why a stream does not come over UDP. A value.
package enum LinkFailure: Sendable, Equatable {
    /// Whoever sends it does not send it over UDP.
    case absent
    /// UDP does not get through to here.
    case blocked
    /// It came, and broke; or the server has no UDP link at the moment.
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
