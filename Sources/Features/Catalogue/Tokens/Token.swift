/// A secret that grants access. Printing it, or a value that contains it, shows dots.
package struct Token: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Only for requests to the service.
    package let secret: String

    /// Trims line ends and blanks. Returns `nil` for an empty text, more than 16 KiB, and control characters, which a
    /// header field cannot carry.
    package init?(_ text: some StringProtocol) {
        let bytes = text.utf8.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed()
        guard !bytes.isEmpty, bytes.count <= 16 << 10, !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return nil
        }
        secret = String(decoding: Array(bytes), as: UTF8.self)
    }

    package var description: String { "…" }
    package var debugDescription: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
