import ClassAccess
import PlayCore

enum SignInProblem: Error, Sendable, Equatable {
    case unreachable(String)
    case invalidReply(String)
    /// The service refuses the keeper, with the code of RFC 6749, 5.2.
    case refused(String)
    case denied, expired
    case token(TokenFault)

    var message: String {
        switch self {
        case .unreachable(let detail):
            tr("the sign-in service does not respond: %1", SafeText.clean(detail, limit: 300))
        case .invalidReply(let detail): tr("the sign-in service sent an invalid answer: %1", detail)
        case .refused(let code):
            tr("the sign-in service refuses this class server: %1", SafeText.clean(code, limit: 300))
        case .denied: tr("the sign-in was refused, or you cancelled it")
        case .expired: tr("the sign-in took too long")
        case .token(let fault): fault.message
        }
    }

    var joinError: JoinError {
        switch self {
        case .unreachable: JoinError(.signInUnreachable)
        case .denied: JoinError(.signInDenied)
        case .expired: JoinError(.signInExpired)
        case .invalidReply, .refused, .token: JoinError(.signInRefused)
        }
    }
}

enum TokenFault: Error, Sendable, Equatable, CaseIterable {
    case malformed, algorithm, unknownKey, signature, issuer, audience, expired, notYetValid, nonce, subject

    var message: String {
        switch self {
        case .malformed: tr("the ID token is malformed")
        case .algorithm: tr("the ID token is not signed with RS256 or ES256")
        case .unknownKey: tr("the ID token is signed with a key that its issuer does not publish")
        case .signature: tr("the signature of the ID token is wrong")
        case .issuer: tr("the ID token is from another issuer")
        case .audience: tr("the ID token is for another client")
        case .expired: tr("the ID token has expired; compare the clocks")
        case .notYetValid: tr("the ID token is not valid yet; compare the clocks")
        case .nonce: tr("the ID token belongs to another sign-in, or was used before")
        case .subject: tr("the ID token names no person")
        }
    }
}
