import Encoding

/// Identities of people who used a code or signed in. With a code, the server gives them a secret that it can verify without storing it.
///
/// The secret consists of 16 random bytes and their authentication code for this grant, so forged secrets do not bypass
/// a code's number of uses. The id is an authentication code of the same bytes, so people cannot choose their id.
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

    /// Returns the person's id in the class. Another code of the class leads to another person.
    func id(_ secret: String, for grant: CodeGrant) -> String {
        let bytes = Self.bytes(secret).map { Array($0[..<Self.size]) } ?? []
        return "g" + Hexadecimal.text(code("tvplay-guest-1", [grant.room], bytes)[..<8])
    }

    /// Returns the lasting id of a person in all classes. It reveals neither the service nor its name for the person.
    func id(of subject: String, at issuer: String) -> String {
        let bytes = code("tvplay-person-1", [Hexadecimal.text(issuer.utf8)], Array(subject.utf8))
        return "o" + Hexadecimal.text(bytes[..<Self.size])
    }

    private func proof(_ bytes: [UInt8], _ grant: CodeGrant) -> [UInt8] {
        Array(code("tvplay-resume-1", [grant.room, grant.code.text], bytes)[..<Self.size])
    }

    /// The line feeds separate the parts: neither names nor codes contain one.
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
