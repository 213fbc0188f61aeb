import Encoding

/// The login token of a person in place of a password: a JSON Web Token (RFC 7519, HS256) that expires.
package enum JoinToken {
    /// - Parameters:
    ///   - user: the local part of the address that may log in with it.
    ///   - domain: the domain of that address (``ProsodyConfiguration/clientDomain``).
    ///   - end: the time of expiry, in seconds since 1970.
    package static func signed(user: String, domain: String, end: Int64, secret: String) -> String {
        let claims = TokenClaims(subject: user, expires: end, others: ["aud": .string(domain)])
        return JSONWebToken.make(claims, key: Array(secret.utf8))
    }
}
