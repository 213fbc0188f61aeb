// Localization: the language of messages: locale, gettext, and where the program's own files are.
//
// Must not know: any message; those are literals in `tr("…")` where they are shown.
//
// Begin with: `Localization`, then `ResourceLocator`.

import CPlatform

/// Brings the process into the user's language.
package enum Localization {
    /// What the user's locale lets a program print.
    package struct Locale: Sendable, Equatable {
        /// False in the C/POSIX locale and in locales of another encoding: print ASCII only.
        package let isUTF8: Bool
    }

    /// Reads the locale from the environment and opens the message catalogue.
    ///
    /// Call once, at the start of the process and before any thread exists: it calls `setlocale` and may call
    /// `setenv`. Only LC_CTYPE and LC_MESSAGES change, so numbers keep their decimal point.
    ///
    /// - Parameter localeDirectory: holds `<language>/LC_MESSAGES/tvplay.mo`; nil when it was not found: English then.
    @discardableResult package static func start(localeDirectory: String?) -> Locale {
        let isUTF8 = startCharacters()
        // Without UTF-8 a translation cannot be shown.
        guard isUTF8, let localeDirectory else {
            setlocale(LC_MESSAGES, "C")
            return Locale(isUTF8: isUTF8)
        }
        startMessages()
        bindtextdomain(textDomain, localeDirectory)
        bind_textdomain_codeset(textDomain, "UTF-8")
        return Locale(isUTF8: isUTF8)
    }

    /// LC_CTYPE is always UTF-8 afterwards, since Swift's strings are and `wcwidth` has to know them.
    ///
    /// - Returns: whether the user's terminal expects UTF-8.
    private static func startCharacters() -> Bool {
        let wanted = LocaleName.wanted(category: "LC_CTYPE", environment: environmentValue)
        if setlocale(LC_CTYPE, "") != nil, let codeset = nl_langinfo(nl_item(CODESET)),
            String(cString: codeset) == "UTF-8"
        {
            return true
        }
        setlocale(LC_CTYPE, "C.UTF-8")
        // A locale that was never generated on this machine, say zh_CN.UTF-8 on a bare server: its name tells.
        return wanted.isUTF8
    }

    private static func startMessages() {
        let found = setlocale(LC_MESSAGES, "").map { String(cString: $0) }
        if let found, !found.hasPrefix("C.") { return }
        // gettext looks LANGUAGE up in every locale but C, and since some glibc after 2.36 but C.UTF-8. With a territory
        // the same files have another name (measured with glibc 2.36 and 2.41).
        if setlocale(LC_MESSAGES, "C_XX.UTF-8") == nil { setlocale(LC_MESSAGES, "C.UTF-8") }
        guard found == nil else { return }
        // The locale is not generated here: LANGUAGE is what the user asked for, unless the user has set it.
        let wanted = LocaleName.wanted(category: "LC_MESSAGES", environment: environmentValue)
        setenv("LANGUAGE", wanted.language, 0)
    }

    /// The viewer's languages as tags, the strongest first: `zh-CN`, `zh`. Empty in the C locale.
    package static var languages: [String] { LocaleName.languages(environment: environmentValue) }

    private static func environmentValue(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The name of a locale: `language[_territory][.codeset][@modifier]`.
struct LocaleName: Equatable {
    let text: String

    /// The locale that the environment asks for: LC_ALL, else the category's own variable, else LANG, else C.
    static func wanted(category: String, environment: (String) -> String?) -> LocaleName {
        for variable in ["LC_ALL", category, "LANG"] {
            if let value = environment(variable), !value.isEmpty { return LocaleName(text: value) }
        }
        return LocaleName(text: "C")
    }

    /// Tags of the languages that the environment asks messages in, each followed by its more general form.
    static func languages(environment: (String) -> String?) -> [String] {
        let locale = wanted(category: "LC_MESSAGES", environment: environment).language
        guard !["C", "POSIX", ""].contains(locale) else { return [] }
        // gettext's list comes before the locale, unless that is C.
        let names = (environment("LANGUAGE")?.split(separator: ":").map(String.init) ?? []) + [locale]
        var tags: [String] = []
        for name in names {
            let tag = String(LocaleName(text: name).language.map { $0 == "_" ? "-" : $0 })
            let general = String(tag.prefix { $0 != "-" })
            for tag in [tag, general] where !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// Without codeset, as gettext's LANGUAGE wants it.
    var language: String { String(text.prefix { $0 != "." && $0 != "@" }) }

    var isUTF8: Bool {
        guard let dot = text.firstIndex(of: ".") else { return false }
        let codeset = text[dot...].dropFirst().prefix { $0 != "@" }
        return ["utf-8", "utf8"].contains(codeset.lowercased())
    }
}
