import Encoding

/// A JSON Web Token (RFC 7519, HS256) that replaces a person's password and expires.
package enum JoinToken {
    /// - Parameters:
    /// - user: the local part of the address that may log in.
    /// - domain: the domain of that address (``ProsodyConfiguration/clientDomain``).
    /// - end: in seconds since 1970.
    package static func signed(user: String, domain: String, end: Int64, secret: String) -> String {
        let claims = TokenClaims(subject: user, expires: end, others: ["aud": .string(domain)])
        return JSONWebToken.make(claims, key: Array(secret.utf8))
    }
}
