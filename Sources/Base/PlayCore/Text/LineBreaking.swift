/// Finds line ends: at spaces, and between East Asian characters if punctuation allows it (Unicode's UAX 14).
package enum LineBreaking {
    /// Breaks a paragraph at `width` columns. Spaces in a row count as one. Without `cutsWords`, long words are wider.
    package static func lines(_ text: String, width: Int, cutsWords: Bool = true) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line: [Character] = []
        var used = 0
        var place: Int?
        for character in text {
            if character == " ", line.last ?? " " == " " { continue }
            if let last = line.last, canBreak(between: last, and: character) { place = line.count }
            let columns = TextWidth.columns(of: character)
            while used + columns > width, character != " ", !line.isEmpty {
                guard let cut = place ?? (cutsWords ? line.count : nil) else { break }
                lines.append(trimmed(line[..<cut]))
                line.removeFirst(cut)
                used = line.reduce(0) { $0 + TextWidth.columns(of: $1) }
                place = nil
            }
            line.append(character)
            used += columns
        }
        let last = trimmed(line[...])
        return last.isEmpty ? lines : lines + [last]
    }

    package static func canBreak(between first: Character, and second: Character) -> Bool {
        if first == " " || second == " " { return second != " " }
        if opening.contains(first) || closing.contains(second) { return false }
        return TextWidth.columns(of: first) == 2 || TextWidth.columns(of: second) == 2
    }

    private static let opening: Set<Character> = [
        "（", "「", "『", "【", "《", "〈", "〔", "〖", "〘", "〚", "［", "｛", "｟", "｢", "“", "‘", "〝", "(", "[", "{", "«", "¿",
        "¡", "￥",
        "＄", "￡", "＃", "＠",
    ]
    private static let closing: Set<Character> = [
        "。", "，", "、", "．", "！", "？", "；", "：", "）", "」", "』", "】", "》", "〉", "〕", "〗", "〙", "〛", "］", "｝", "｠", "｣",
        "｡",
        "､", "･", "”", "’", "〞", "〟", ".", ",", "!", "?", ";", ":", ")", "]", "}", "»", "‼", "⁇", "⁈", "⁉", "…", "⋯",
        "—", "–",
        "～", "〜", "・", "·", "／", "％", "‰", "℃", "℉", "°", "%", "￠", "々", "〻", "ゝ", "ゞ", "ヽ", "ヾ", "ー", "ぁ", "ぃ", "ぅ",
        "ぇ",
        "ぉ", "っ", "ゃ", "ゅ", "ょ", "ゎ", "ゕ", "ゖ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ", "ヮ", "ヵ", "ヶ",
    ]

    private static func trimmed(_ line: ArraySlice<Character>) -> String {
        String(line.last == " " ? line.dropLast() : line)
    }
}
