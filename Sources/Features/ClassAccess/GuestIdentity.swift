import Encoding

/// Who people are that came by a code: a secret that the server gave them and knows again, without keeping it. A value.
///
/// The secret is 16 random bytes and a code of them for this grant, so one that nobody issued lets nobody past a
/// code's number of uses; the id is a code of the same bytes, so nobody chooses whom to be.
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

    /// Of the class: another code of it leads to another person.
    func id(_ secret: String, for grant: CodeGrant) -> String {
        let bytes = Self.bytes(secret).map { Array($0[..<Self.size]) } ?? []
        return "g" + Hexadecimal.text(code("tvplay-guest-1", [grant.room], bytes)[..<8])
    }

    private func proof(_ bytes: [UInt8], _ grant: CodeGrant) -> [UInt8] {
        Array(code("tvplay-resume-1", [grant.room, grant.code.text], bytes)[..<Self.size])
    }

    /// Neither names nor codes have line ends.
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
