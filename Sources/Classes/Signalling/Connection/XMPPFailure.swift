import PlayCore

package enum XMPPFailure: Error, Sendable, Equatable {
    /// No address, route or server; with the system's message.
    case unreachable(String)
    /// With OpenSSL's message.
    case certificate(String)
    /// The server offers no encryption, or refuses the handshake.
    case noEncryption
    case noMechanism
    /// With the condition of RFC 6120 and the server's text.
    case refused(condition: String, text: String)
    /// With the condition of RFC 6120 and the server's text.
    case ended(condition: String, text: String)
    case cut
    case silent
    /// The input was not XMPP or exceeded the limits.
    case malformed
    case closed

    /// Whether a retry is useless, because nothing will change by itself.
    package var isFinal: Bool {
        switch self {
        case .certificate, .noEncryption, .noMechanism, .closed: true
        case .refused(let condition, _): condition != "temporary-auth-failure"
        case .ended(let condition, _): Self.final.contains(condition)
        case .unreachable, .cut, .silent, .malformed: false
        }
    }

    private static let final: Set = ["conflict", "host-unknown", "not-authorized", "policy-violation"]

    /// For the viewer. The server's part of the text is unverified.
    package var reason: String {
        switch self {
        case .unreachable(let words): tr("the server cannot be reached: %1", words)
        case .certificate(let words): tr("the server's certificate is not trusted: %1", words)
        case .noEncryption: tr("the server offers no encryption")
        case .noMechanism: tr("the server offers no way to log in that tvplay knows")
        case .refused(let condition, let text): tr("the server refuses the login: %1", Self.words(condition, text))
        case .ended(let condition, let text): tr("the server ended the connection: %1", Self.words(condition, text))
        case .cut: tr("the connection broke")
        case .silent: tr("the server does not respond")
        case .malformed: tr("the server sent data that is not XMPP")
        case .closed: tr("the connection was closed")
        }
    }

    private static func words(_ condition: String, _ text: String) -> String {
        text.isEmpty ? condition : "\(text) (\(condition))"
    }
}
