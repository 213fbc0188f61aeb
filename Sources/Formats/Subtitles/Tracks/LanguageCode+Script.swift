import PlayCore

extension LanguageCode {
    /// Recognises Chinese, Japanese and Korean.
    static func ofScript(_ cues: [Cue]) -> String? {
        var (han, kana, hangul, others) = (0, 0, 0, 0)
        for cue in cues.prefix(100) {
            for scalar in cue.text.unicodeScalars.prefix(200) {
                switch scalar.value {
                case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2FA1F: han += 1
                case 0x3041...0x30FF: kana += 1
                case 0xAC00...0xD7A3: hangul += 1
                case 0x41...0x5A, 0x61...0x7A, 0xC0...0x5FF: others += 1
                default: break
                }
            }
        }
        // Names in Latin letters occur in every script. A track of two languages counts as the one with characters.
        if hangul > 0, hangul * 4 >= others { return "ko" }
        if kana > 0, kana * 10 >= han, (han + kana) * 4 >= others { return "ja" }
        return han > 0 && han * 6 >= others ? "zh" : nil
    }
}
