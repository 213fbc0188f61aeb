import PlayCore

/// M3U, extended or not, and plain lists of lines.
///
/// `#EXTINF:seconds attributes,title`, `#EXTIMG:`, VLC's `#EXTVLCOPT:`, Kodi's `#KODIPROP:` and `#EXTHTTP:` belong to
/// the next entry, `#PLAYLIST:` to the list; other lines that begin with `#` are comments. Header fields may also
/// follow an address (``EntryAddress``).
enum M3UParser {
    /// Returns whether the text is a segmented stream. RFC 8216 has tags `#EXT-X-…`; lists of songs have none.
    static func isHLS(_ bytes: [UInt8]) -> Bool {
        let tag = Array("#EXT-X-".utf8)
        return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { $0.starts(with: tag) }
    }

    static func parse(_ lines: PlaylistLines) -> ParsedPlaylist {
        var playlist = ParsedPlaylist()
        playlist.isCut = lines.isCut
        var next = ParsedPlaylist.Entry(location: "")
        for line in lines.lines {
            guard line.bytes.first == UInt8(ascii: "#") else {
                guard playlist.entries.count < lines.limits.entries else {
                    playlist.isCut = true
                    return playlist
                }
                let address = EntryAddress(line.location)
                next.location = address.address
                next.request.set(address)
                playlist.entries.append(next)
                next = ParsedPlaylist.Entry(location: "")
                continue
            }
            if let value = value(of: "#EXTINF:", in: line.text) {
                information(value, of: &next)
            } else if let value = value(of: "#EXTIMG:", in: line.text) {
                next.cover = value
            } else if let value = value(of: "#EXTVLCOPT:", in: line.text) {
                next.apply(option: value)
            } else if let value = value(of: "#KODIPROP:", in: line.text) {
                next.apply(property: value)
            } else if let value = value(of: "#EXTHTTP:", in: line.text) {
                next.apply(fields: value)
            } else if let value = value(of: "#PLAYLIST:", in: line.text) {
                playlist.title = playlist.title ?? value
            }
        }
        return playlist
    }

    private static func value(of tag: String, in line: String) -> String? {
        guard line.hasPrefix(tag) else { return nil }
        let value = line.dropFirst(tag.count).trimmed
        return value.isEmpty ? nil : value
    }

    /// Reads `-1 tvg-logo="…" group-title="a, b",Title`. The title follows the first comma outside quotes.
    private static func information(_ text: String, of entry: inout ParsedPlaylist.Entry) {
        var isQuoted = false
        var end = text.endIndex
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index] == ",", !isQuoted {
                end = index
                break
            }
        }
        // The last quote is not closed, so the last comma counts.
        if end == text.endIndex, isQuoted { end = text.lastIndex(of: ",") ?? end }
        let head = text[..<end]
        let title = end < text.endIndex ? text[text.index(after: end)...].trimmed : ""
        entry.duration = duration(head)
        entry.title = title.isEmpty ? nil : title
        entry.cover = attribute("tvg-logo", in: head) ?? entry.cover
        for name in requestAttributes {
            if let value = attribute(name, in: head) { entry.request.set(name, value) }
        }
    }

    /// Names of header fields, by attribute. Later ones have precedence.
    private static let requestAttributes = [
        "user-agent", "referer", "referrer", "origin", "cookie", "http-user-agent", "http-referer", "http-referrer",
        "http-origin", "http-cookie",
    ]

    /// Reads the seconds at the beginning. Returns `nil` for `-1`, `0` and invalid numbers.
    private static func duration(_ text: Substring) -> MediaTime? {
        let number = text.prefix { !$0.isWhitespace }
        return PlaylistNumber.seconds(number)
    }

    private static func attribute(_ name: String, in text: Substring) -> String? {
        guard let start = text.firstRange(of: " " + name + "=\"")?.upperBound else { return nil }
        let value = text[start...].prefix { $0 != "\"" }
        return value.isEmpty ? nil : String(value)
    }
}

enum PlaylistNumber {
    /// Reads seconds as `123` or `12.5`. Returns `nil` unless they are positive and at most 10000 hours.
    static func seconds(_ text: some StringProtocol) -> MediaTime? {
        guard text.utf8.count <= 20, text.utf8.allSatisfy({ ("0"..."9").contains(UnicodeScalar($0)) || $0 == 0x2E }),
            let value = Double(String(text)), value > 0, value <= 36_000_000
        else { return nil }
        return MediaTime(seconds: value)
    }
}

extension StringProtocol {
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
