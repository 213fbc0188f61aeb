import Encoding

/// Derives the identities of people who used a code or signed in. A code's first ticket contains a secret that the
/// server verifies without storing it.
///
/// The secret consists of 16 random bytes and their authentication code for this grant, so a forged secret does not
/// bypass the limit of uses. The ID is an authentication code of the same bytes, so people cannot choose their ID.
struct GuestIdentity: Sendable {
    private static let size = 16

    let key: [UInt8]

    func issue(for grant: CodeGrant) -> String {
        let bytes = SecureRandom().bytes(Self.size)
        return Base64.addressText(bytes + proof(bytes, grant))
    }

    func isIssued(_ secret: String, for grant: CodeGrant) -> Bool {
        guard let bytes = Self.bytes(secret) else { return false }
        return HMACSHA256.areEqual(bytes[Self.size...], proof(Array(bytes[..<Self.size]), grant))
    }

    /// A secret belongs to one code, so a person with two codes of a class is two people.
    func id(_ secret: String, for grant: CodeGrant) -> String {
        let bytes = Self.bytes(secret).map { Array($0[..<Self.size]) } ?? []
        return "g" + Hexadecimal.text(code("tvplay-guest-1", [grant.room], bytes)[..<8])
    }

    /// Reveals neither the service nor its ID of the person. The same in all classes.
    func id(of subject: String, at issuer: String) -> String {
        let bytes = code("tvplay-person-1", [Hexadecimal.text(issuer.utf8)], Array(subject.utf8))
        return "o" + Hexadecimal.text(bytes[..<Self.size])
    }

    private func proof(_ bytes: [UInt8], _ grant: CodeGrant) -> [UInt8] {
        Array(code("tvplay-resume-1", [grant.room, grant.code.text], bytes)[..<Self.size])
    }

    /// Line feeds separate the parts, because neither names nor codes contain one.
    private func code(_ purpose: String, _ words: [String], _ bytes: [UInt8]) -> [UInt8] {
        let lines = [purpose] + words + [Hexadecimal.text(bytes)]
        return HMACSHA256.code(for: Array(lines.joined(separator: "\n").utf8), key: key)
    }

    private static func bytes(_ secret: String) -> [UInt8]? {
        guard secret.utf8.count < 64, let bytes = Base64.decoded(secret[...]), bytes.count == 2 * size,
            Base64.addressText(bytes) == secret
        else { return nil }
        return bytes
    }
}
