import Encoding

/// What a person logs in with in place of a password: a JSON Web Token (RFC 7519, HS256) that ends.
package enum JoinToken {
    /// - Parameters:
    ///   - user: local part of the address that may log in with it.
    ///   - domain: where (``ProsodyConfiguration/clientDomain``).
    ///   - end: seconds since 1970.
    package static func signed(user: String, domain: String, end: Int64, secret: String) -> String {
        let claims = TokenClaims(subject: user, expires: end, others: ["aud": .string(domain)])
        return JSONWebToken.make(claims, key: Array(secret.utf8))
    }
}
