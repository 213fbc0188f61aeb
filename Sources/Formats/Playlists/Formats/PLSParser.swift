import PlayCore

/// PLS: `[playlist]`, then `File1=`, `Title1=`, `Length1=` in any order. The numbers order the entries.
enum PLSParser {
    static func parse(_ lines: PlaylistLines) -> ParsedPlaylist {
        var entries: [Int: ParsedPlaylist.Entry] = [:]
        var playlist = ParsedPlaylist()
        playlist.isCut = lines.isCut
        for line in lines.lines {
            guard let equals = line.bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: line.bytes[..<equals], as: UTF8.self).trimmed.lowercased()
            guard let (field, number) = split(name) else { continue }
            guard entries[number] != nil || entries.count < lines.limits.entries else {
                playlist.isCut = true
                continue
            }
            // The first "=" is also the first in the decoded text, because it is ASCII in all charsets considered.
            let text = line.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
            let location = ByteText.text(line.bytes[line.bytes.index(after: equals)...])
            set(field, of: &entries[number, default: .init(location: "")], text.trimmed, location.trimmed)
        }
        playlist.entries = entries.sorted { $0.key < $1.key }.map(\.value).filter { !$0.location.isEmpty }
        return playlist
    }

    private enum Field: String, CaseIterable { case file, title, length }

    private static func split(_ name: String) -> (Field, Int)? {
        for field in Field.allCases where name.hasPrefix(field.rawValue) {
            guard let number = Int(name.dropFirst(field.rawValue.count)), number >= 0 else { return nil }
            return (field, number)
        }
        return nil
    }

    private static func set(
        _ field: Field, of entry: inout ParsedPlaylist.Entry, _ text: String, _ location: String
    ) {
        switch field {
        case .file: entry.location = location
        case .title: entry.title = text.isEmpty ? nil : text
        case .length: entry.duration = PlaylistNumber.seconds(text)
        }
    }
}
