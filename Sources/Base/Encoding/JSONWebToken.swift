/// A signed, expiring statement about a person (RFC 7519), with HMAC-SHA-256 only (RFC 7515, "HS256"). The header of a
/// token cannot choose another algorithm. XMPP servers accept such a token as a password.
package enum JSONWebToken {
    package enum Problem: Error, Sendable, Equatable {
        case malformed
        /// The header names `none` or another algorithm, or an extension that must be understood.
        case unsupported
        case wrongSignature
        case notYetValid
        case expired
    }

    /// Longer tokens are rejected unread: ours have 300 bytes.
    package static let maximumLength = 4096

    private static let header = Base64.addressText(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

    package static func make(_ claims: TokenClaims, key: [UInt8]) -> String {
        let signed = header + "." + Base64.addressText(claims.json.bytes)
        return signed + "." + signature(of: signed, key)
    }

    /// Verifies the token and returns its claims. `time` is in seconds since 1970.
    package static func claims(of token: String, key: [UInt8], at time: Int64) throws(Problem) -> TokenClaims {
        guard token.utf8.count <= maximumLength else { throw .malformed }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = document(parts[0]) else { throw .malformed }
        guard header["alg"]?.text == "HS256", header["crit"] == nil, header["typ"]?.text ?? "JWT" == "JWT" else {
            throw .unsupported
        }
        // Compared as texts: some bits of the last digit are unused, and a token changed there is another token.
        guard HMACSHA256.areEqual(parts[2].utf8, signature(of: parts[0] + "." + parts[1], key).utf8) else {
            throw .wrongSignature
        }
        guard let claims = document(parts[1]).flatMap(TokenClaims.init(json:)) else { throw .malformed }
        guard claims.expires > time else { throw .expired }
        guard claims.notBefore ?? .min <= time else { throw .notYetValid }
        return claims
    }

    /// A token in compact form (RFC 7515, 3.1). Nothing in it is verified.
    package struct Parts: Sendable, Equatable {
        package let header: JSONValue
        package let claims: JSONValue
        package let signed: [UInt8]
        package let signature: [UInt8]

        /// Returns `nil` for malformed tokens, and unread for those of more than `limit` bytes.
        package init?(_ token: String, limit: Int) {
            guard token.utf8.count <= limit else { return nil }
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let header = document(parts[0]), let claims = document(parts[1]),
                let signature = bytes(parts[2])
            else { return nil }
            (self.header, self.claims, self.signature) = (header, claims, signature)
            signed = Array((parts[0] + "." + parts[1]).utf8)
        }
    }

    private static func signature(of text: String, _ key: [UInt8]) -> String {
        Base64.addressText(HMACSHA256.code(for: Array(text.utf8), key: key))
    }

    private static func document(_ part: Substring) -> JSONValue? {
        guard let bytes = bytes(part), let value = try? JSONValue(document: bytes), value.members != nil else {
            return nil
        }
        return value
    }

    /// Returns `nil` unless the text is the only one for its bytes.
    private static func bytes(_ part: Substring) -> [UInt8]? {
        guard let bytes = Base64.decoded(part), Base64.addressText(bytes) == part else { return nil }
        return bytes
    }
}

package struct TokenClaims: Sendable, Equatable {
    /// `sub`: in a person's token, the part of the JID before the `@`.
    package var subject: String
    /// `iat`, in seconds since 1970.
    package var issued: Int64?
    /// `nbf`, in seconds since 1970.
    package var notBefore: Int64?
    /// `exp`, in seconds since 1970; tokens without it are invalid.
    package var expires: Int64
    package var others: [String: JSONValue]

    package init(
        subject: String, issued: Int64? = nil, notBefore: Int64? = nil, expires: Int64,
        others: [String: JSONValue] = [:]
    ) {
        self.subject = subject
        self.issued = issued
        self.notBefore = notBefore
        self.expires = expires
        self.others = others
    }

    private static let registered: Set<String> = ["sub", "iat", "nbf", "exp"]

    var json: JSONValue {
        var fields = others.filter { !Self.registered.contains($0.key) }
        fields["sub"] = .string(subject)
        fields["iat"] = issued.map(JSONValue.integer)
        fields["nbf"] = notBefore.map(JSONValue.integer)
        fields["exp"] = .integer(expires)
        return .object(sorting: fields)
    }

    init?(json: JSONValue) {
        func time(_ name: String) -> Int64?? {
            guard let value = json[name] else { return .some(nil) }
            return value.integer.map { .some(Int64($0)) } ?? nil
        }
        guard let subject = json["sub"]?.text, case .integer(let expires)? = json["exp"], let issued = time("iat"),
            let notBefore = time("nbf")
        else { return nil }
        self.init(
            subject: subject, issued: issued, notBefore: notBefore, expires: expires,
            others: json.fields.filter { !Self.registered.contains($0.key) })
    }
}
