package enum LanguageCode {
    /// The ISO 639-1 codes of ISO 639-2 codes (and of names of Chinese), for the languages with the most subtitles.
    private static let shortNames: [String: String] = [
        "eng": "en", "zho": "zh", "chi": "zh", "cmn": "zh", "chs": "zh", "cht": "zh", "sc": "zh", "tc": "zh",
        "cn": "zh", "gb": "zh", "big5": "zh", "yue": "zh", "jpn": "ja", "jp": "ja", "kor": "ko", "kr": "ko",
        "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "rus": "ru", "por": "pt",
        "ara": "ar", "hin": "hi", "nld": "nl", "dut": "nl", "pol": "pl", "tur": "tr", "vie": "vi", "tha": "th",
        "ind": "id", "heb": "he", "ukr": "uk", "ces": "cs", "cze": "cs", "swe": "sv", "dan": "da", "nor": "no",
        "fin": "fi", "hun": "hu", "ell": "el", "gre": "el", "ron": "ro", "rum": "ro", "bul": "bg",
    ]

    /// Returns the ISO 639-2 code, as in containers: `deu` for `de` and `de-CH`.
    package static func long(_ name: String) -> String? {
        guard let short = short(name) else { return nil }
        // The terminological codes of languages that also have a bibliographic one.
        let preferred = ["zh": "zho", "de": "deu", "fr": "fra", "nl": "nld", "cs": "ces", "el": "ell", "ro": "ron"]
        if let known = preferred[short] { return known }
        return shortNames.first { $0.value == short && $0.key.utf8.count == 3 }?.key
            ?? (short.utf8.count == 3 ? short : nil)
    }

    /// Returns two letters if the language has them (`zh` for `zh-Hans`, `chs`, `zho`), else the part before a dash.
    package static func short(_ name: String) -> String? {
        let main = name.lowercased().prefix { $0 != "-" && $0 != "_" && $0 != "&" }
        guard !main.isEmpty, main.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), main.utf8.count <= 8 else { return nil }
        return shortNames[String(main)] ?? String(main)
    }

    package static func matches(_ language: String, _ wanted: String) -> Bool {
        let (language, wanted) = (language.lowercased(), wanted.lowercased())
        if language.hasPrefix(wanted) || short(language) == wanted { return true }
        return !wanted.contains("-") && short(language) == short(wanted)
    }

    package static func rank(_ language: String?, among wanted: [String]) -> Int? {
        language.flatMap { language in wanted.firstIndex { matches(language, $0) } }
    }
}
