/// As in `--checksum`, with aria2's names: `sha-256=` and 64 hexadecimal digits.
package struct DownloadChecksum: Sendable, Hashable {
    /// 64 lower-case hexadecimal digits.
    package let digits: String

    package init?(_ text: String) {
        let parts = text.lowercased().split(separator: "=", maxSplits: 1)
        guard parts.count == 2, ["sha-256", "sha256"].contains(parts[0]), parts[1].utf8.count == 64,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        digits = String(parts[1])
    }

    package var text: String { "sha-256=" + digits }
}
