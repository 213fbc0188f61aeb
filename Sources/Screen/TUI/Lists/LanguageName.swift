import PlayCore

enum LanguageName {
    /// Returns the name for a code of a container or a file name, or the code if no name is known.
    static func of(_ code: String) -> String {
        let lower = code.lowercased()
        if ["yue", "cantonese"].contains(lower) { return tr("Cantonese") }
        if ["cht", "tc", "big5", "zh-hant", "zh-tw", "zh-hk"].contains(lower) { return tr("Traditional Chinese") }
        if ["chs", "sc", "gb", "zh-hans", "zh-cn"].contains(lower) { return tr("Simplified Chinese") }
        let name = LanguageCode.short(code).flatMap(name)
        // A region or a script is part of the code and more specific than the name.
        guard let name, lower.contains(where: { $0 == "-" || $0 == "_" }) else { return name ?? code }
        return name + " (" + code + ")"
    }

    static func parts(title: String?, language: String?) -> [String] {
        let title = title.flatMap { $0.isEmpty ? nil : $0 }
        guard let language, !language.isEmpty, language != "und" else { return [title].compactMap(\.self) }
        let name = of(language)
        if let title, title.lowercased().contains(name.lowercased()) { return [title] }
        return [title, name].compactMap(\.self)
    }

    private static func name(_ short: String) -> String? {
        switch short {
        case "ar": tr("Arabic")
        case "bg": tr("Bulgarian")
        case "cs": tr("Czech")
        case "da": tr("Danish")
        case "de": tr("German")
        case "el": tr("Greek")
        case "en": tr("English")
        case "es": tr("Spanish")
        case "fi": tr("Finnish")
        case "fr": tr("French")
        case "he": tr("Hebrew")
        case "hi": tr("Hindi")
        case "hu": tr("Hungarian")
        case "id": tr("Indonesian")
        case "it": tr("Italian")
        case "ja": tr("Japanese")
        case "ko": tr("Korean")
        case "nl": tr("Dutch")
        case "no": tr("Norwegian")
        case "pl": tr("Polish")
        case "pt": tr("Portuguese")
        case "ro": tr("Romanian")
        case "ru": tr("Russian")
        case "sv": tr("Swedish")
        case "th": tr("Thai")
        case "tr": tr("Turkish")
        case "uk": tr("Ukrainian")
        case "vi": tr("Vietnamese")
        case "zh": tr("Chinese")
        default: nil
        }
    }
}
