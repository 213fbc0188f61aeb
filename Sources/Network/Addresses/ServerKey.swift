/// A server's public key, required in place of a certificate: SHA-256 of its SubjectPublicKeyInfo (`#sha256=…`).
package struct ServerKey: Sendable, Hashable {
    /// In the digits of RFC 4648, section 5, without padding.
    private let digits: String

    private static let word = "sha256="
    /// Digits of 32 bytes.
    private static let length = 43

    package init?(fragment: String) {
        guard fragment.hasPrefix(Self.word) else { return nil }
        let digits = String(fragment.dropFirst(Self.word.count)).replacing("+", with: "-").replacing("/", with: "_")
            .replacing("%3D", with: "").replacing("=", with: "")
        let isPlain = digits.utf8.allSatisfy {
            (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "_")
        }
        guard digits.utf8.count == Self.length, isPlain else { return nil }
        self.digits = digits
    }

    package var fragment: String { Self.word + digits }

    /// The key in the format of CURLOPT_PINNEDPUBLICKEY.
    package var pin: String {
        "sha256//" + digits.replacing("-", with: "+").replacing("_", with: "/") + "="
    }
}
