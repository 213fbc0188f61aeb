import Encoding

/// An ID token (OpenID Connect Core 1.0, 2). Only ``claims(for:keys:at:)`` verifies it.
struct IdentityToken: Sendable {
    struct Parties: Sendable, Equatable {
        var issuer: String
        var client: String
    }

    /// In bytes. Tokens with many groups have some thousand.
    static let maximumLength = 48 << 10
    /// In seconds, for differing clocks.
    static let leeway = 60.0

    let algorithm: SignatureKey.Algorithm
    let keyID: String?
    private let parts: JSONWebToken.Parts

    /// - Throws: `.malformed` and `.algorithm`; neither unsigned tokens nor shared keys (HS256) are accepted.
    init(_ text: String) throws(TokenFault) {
        guard let parts = JSONWebToken.Parts(text, limit: Self.maximumLength) else { throw .malformed }
        guard let name = parts.header["alg"]?.text, let algorithm = SignatureKey.Algorithm(rawValue: name),
            parts.header["crit"] == nil
        else { throw .algorithm }
        self.algorithm = algorithm
        self.parts = parts
        keyID = parts.header["kid"]?.text
    }

    var namedIssuer: String? { parts.claims["iss"]?.text }

    func isFor(_ key: SignatureKey) -> Bool { key.algorithm == algorithm && (keyID == nil || key.id == keyID) }

    /// Returns the claims after verifying signature, parties and time (OpenID Connect Core 1.0, 3.1.3.7). `time` is in
    /// seconds since 1970.
    func claims(for parties: Parties, keys: [SignatureKey], at time: Int64) throws(TokenFault) -> JSONValue {
        let keys = keys.filter(isFor)
        guard !keys.isEmpty else { throw .unknownKey }
        guard keys.contains(where: { $0.hasSigned(parts.signed, parts.signature) }) else { throw .signature }
        let claims = parts.claims
        guard namedIssuer == parties.issuer else { throw .issuer }
        let audience = claims["aud"]?.items ?? [claims["aud"] ?? .null]
        let party = claims["azp"]?.text
        guard audience.contains(.string(parties.client)), audience.count == 1 || party != nil,
            party ?? parties.client == parties.client
        else { throw .audience }
        guard let expires = claims["exp"]?.number, let issued = claims["iat"]?.number else { throw .malformed }
        guard expires + Self.leeway > Double(time) else { throw .expired }
        guard max(issued, claims["nbf"]?.number ?? issued) <= Double(time) + Self.leeway else { throw .notYetValid }
        guard let subject = claims["sub"]?.text, (1...255).contains(subject.utf8.count) else { throw .subject }
        return claims
    }
}
