/// In the form of aria2's GID: sixteen hexadecimal digits.
package struct DownloadID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let text: String

    /// Accepts sixteen digits of 0–9, a–f.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    package init(number: UInt64) {
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    package static func random() -> DownloadID { DownloadID(number: .random(in: 1...(.max))) }

    package var description: String { text }

    package static func < (a: DownloadID, b: DownloadID) -> Bool { a.text < b.text }
}
