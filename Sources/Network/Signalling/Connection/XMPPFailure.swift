import Localization

/// Why there is no connection.
package enum XMPPFailure: Error, Sendable, Equatable {
    /// No address, nobody there, no way; in the system's words.
    case unreachable(String)
    /// The server's certificate is not what was asked for; in OpenSSL's words.
    case certificate(String)
    /// The server offers no encryption, or breaks off while it begins.
    case noEncryption
    /// The server offers no way to log in that is safe here.
    case noMechanism
    /// Name and password, or token, were refused: the condition of RFC 6120 and the server's words.
    case refused(condition: String, text: String)
    /// The server has ended the stream: the condition of RFC 6120 and its words.
    case ended(condition: String, text: String)
    /// The line broke.
    case cut
    /// The server does not answer.
    case silent
    /// What came was no XMPP, or larger than anything may be.
    case malformed
    /// ``XMPPConnection/close()``.
    case closed

    /// Nothing will change by itself: trying again in a while is no help.
    package var isFinal: Bool {
        switch self {
        case .certificate, .noEncryption, .noMechanism, .refused, .closed: true
        case .ended(let condition, _): Self.final.contains(condition)
        case .unreachable, .cut, .silent, .malformed: false
        }
    }

    private static let final: Set = ["conflict", "host-unknown", "not-authorized", "policy-violation"]

    /// For the viewer; what the server said may hold anything.
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
        case .malformed: tr("the server sent what is not XMPP")
        case .closed: tr("the connection was closed")
        }
    }

    private static func words(_ condition: String, _ text: String) -> String {
        text.isEmpty ? condition : "\(text) (\(condition))"
    }
}
