/// Makes text from outside (titles, names, chat, addresses) safe: a file name may contain `ESC ] 52 …` or reverse the
/// line's direction. All text for the terminal passes through here.
package enum SafeText {
    /// Scalars kept of one grapheme cluster; the longest sensible ones (families of emoji, flags) have 11.
    package static let scalarsPerCluster = 12

    /// Returns `text` without controls, invisible direction changes and non-characters, at most `limit` clusters long
    /// (0 … 1 048 576, clamped). Tabs, line ends and separators become a space. The work is bounded by `limit`.
    package static func clean(_ text: String, limit: Int = 4096) -> String {
        let limit = min(limit, 1 << 20)
        guard limit > 0 else { return "" }
        if isPlain(text, limit: limit) { return text }
        let scalarLimit = limit * scalarsPerCluster
        let part = text.unicodeScalars.prefix(scalarLimit * 4)
        let text = part.contains(where: ByteText.isCarrier) ? ByteText.shown(String(part)) : text
        let kept = filtered(text, scalarLimit: scalarLimit)
        var result = ""
        var clusters = 0
        for cluster in kept {
            guard clusters < limit else { break }
            append(cluster, to: &result)
            clusters += 1
        }
        return result
    }

    /// Cleans a name, a path or a reason for use in a message: at most 200 clusters.
    package static func phrase(_ text: String) -> String { clean(ByteText.shown(text), limit: 200) }

    private static func isPlain(_ text: String, limit: Int) -> Bool {
        var count = 0
        for byte in text.utf8 {
            count += 1
            guard byte >= 0x20, byte < 0x7F, count <= limit else { return false }
        }
        return true
    }

    /// Examines a bounded number of scalars, so a text of only controls ends early.
    private static func filtered(_ text: String, scalarLimit: Int) -> String {
        var kept = String.UnicodeScalarView()
        var count = 0
        var marks = 0
        var wasCarriageReturn = false
        for scalar in text.unicodeScalars.prefix(scalarLimit * 4) {
            let isLineFeedOfPair = wasCarriageReturn && scalar == "\n"
            wasCarriageReturn = scalar == "\r"
            guard !isLineFeedOfPair, let scalar = replacement(for: scalar) else { continue }
            marks = scalar.value >= 0x300 && TextWidth.columns(of: scalar) == 0 ? marks + 1 : 0
            guard marks < scalarsPerCluster else { continue }
            kept.append(scalar)
            count += 1
            if count == scalarLimit { break }
        }
        return String(kept)
    }

    private static func append(_ cluster: Character, to result: inout String) {
        if cluster.unicodeScalars.dropFirst(scalarsPerCluster).isEmpty {
            result.append(cluster)
        } else {
            result.unicodeScalars.append(contentsOf: cluster.unicodeScalars.prefix(scalarsPerCluster))
        }
    }

    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0x600: scalar
        // Tab, line feed, vertical tab, form feed, carriage return, next line, line and paragraph separator.
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
        // C0, delete and C1: every escape sequence starts with one of these.
        case 0..<0x20, 0x7F..<0xA0: nil
        // Direction marks, embeddings, overrides and isolates; also deprecated format characters.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: nil
        // Byte order mark, interlinear annotation, tags.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: nil
        case 0xFDD0...0xFDEF: nil
        case _ where ByteText.isCarrier(scalar): "\u{FFFD}"
        case let value where value & 0xFFFE == 0xFFFE: nil
        default: scalar
        }
    }
}
