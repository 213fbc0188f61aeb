// Localization: the language of messages: locale, gettext, and the location of the program's own files.
//
// Must not know: any message; those are literals in `tr("…")` where they are shown.
//
// Begin with: `Localization`, then `ResourceLocator`.

import CPlatform

package enum Localization {
    package struct Locale: Sendable, Equatable {
        /// Whether the locale's encoding is UTF-8. Otherwise only ASCII can be printed.
        package let isUTF8: Bool
    }

    /// Reads the locale from the environment and opens the message catalogue. Call once, before any thread exists: it
    /// calls `setlocale` and may call `setenv`. It changes only LC_CTYPE and LC_MESSAGES.
    ///
    /// - Parameter localeDirectory: holds `<language>/LC_MESSAGES/tvplay.mo`, or `nil` for messages in English.
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

    /// Sets LC_CTYPE to UTF-8, which Swift's strings and `wcwidth` need. Returns whether the terminal expects UTF-8.
    private static func startCharacters() -> Bool {
        let wanted = LocaleName.wanted(category: "LC_CTYPE", environment: environmentValue)
        if setlocale(LC_CTYPE, "") != nil, let codeset = nl_langinfo(nl_item(CODESET)),
            String(cString: codeset) == "UTF-8"
        {
            return true
        }
        setlocale(LC_CTYPE, "C.UTF-8")
        // The locale's name decides if the locale was never generated on this machine (zh_CN.UTF-8 on a bare server).
        return wanted.isUTF8
    }

    private static func startMessages() {
        let wanted = LocaleName.wanted(category: "LC_MESSAGES", environment: environmentValue)
        if let languages = wanted.catalogues(environmentValue("LANGUAGE")) { setenv("LANGUAGE", languages, 1) }
        let found = setlocale(LC_MESSAGES, "").map { String(cString: $0) }
        if let found, !found.hasPrefix("C.") { return }
        // gettext uses LANGUAGE in every locale except C. Since some glibc after 2.36 it ignores LANGUAGE in C.UTF-8,
        // too, unless the name has a territory, which selects the same files (measured with glibc 2.36 and 2.41).
        if setlocale(LC_MESSAGES, "C_XX.UTF-8") == nil { setlocale(LC_MESSAGES, "C.UTF-8") }
        guard found == nil else { return }
        // The locale is not generated here: passes the language on in LANGUAGE, unless the user has set it.
        setenv("LANGUAGE", wanted.language, 0)
    }

    /// Returns the name of the viewer's locale if its encoding is not UTF-8, except for the C locale.
    package static var foreignEncoding: String? {
        let wanted = LocaleName.wanted(category: "LC_CTYPE", environment: environmentValue)
        return wanted.isUTF8 || ["C", "POSIX", ""].contains(wanted.language) ? nil : wanted.text
    }

    /// The viewer's languages as tags, most preferred first: `zh-CN`, `zh`. Empty in the C locale.
    package static var languages: [String] { LocaleName.languages(environment: environmentValue) }

    private static func environmentValue(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// `language[_territory][.codeset][@modifier]`.
struct LocaleName: Equatable {
    let text: String

    /// Reads the environment's locale: LC_ALL, else the category's own variable, else LANG, else C.
    static func wanted(category: String, environment: (String) -> String?) -> LocaleName {
        for variable in ["LC_ALL", category, "LANG"] {
            if let value = environment(variable), !value.isEmpty { return LocaleName(text: value) }
        }
        return LocaleName(text: "C")
    }

    /// Returns the environment's message languages as tags, each followed by its more general form.
    static func languages(environment: (String) -> String?) -> [String] {
        let locale = wanted(category: "LC_MESSAGES", environment: environment).language
        guard !["C", "POSIX", ""].contains(locale) else { return [] }
        // gettext's list takes precedence over the locale, except over C.
        let names = (environment("LANGUAGE")?.split(separator: ":").map(String.init) ?? []) + [locale]
        var tags: [String] = []
        for name in names {
            let tag = String(LocaleName(text: name).language.map { $0 == "_" ? "-" : $0 })
            let general = String(tag.prefix { $0 != "-" })
            for tag in [tag, general] where !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// Without codeset, as LANGUAGE requires.
    var language: String { String(text.prefix { $0 != "." && $0 != "@" }) }

    /// Returns a value of LANGUAGE with which every form of Chinese finds the simplified one, or `nil` if none is needed.
    func catalogues(_ languages: String?) -> String? {
        let names = languages.flatMap { $0.isEmpty ? nil : $0.split(separator: ":").map(String.init) } ?? [language]
        guard let place = names.lastIndex(where: { $0.prefix { $0.isLetter } == "zh" }), !names.contains("zh_CN") else {
            return nil
        }
        return (names[...place] + ["zh_CN"] + names[(place + 1)...]).joined(separator: ":")
    }

    var isUTF8: Bool {
        guard let dot = text.firstIndex(of: ".") else { return false }
        let codeset = text[dot...].dropFirst().prefix { $0 != "@" }
        return ["utf-8", "utf8"].contains(codeset.lowercased())
    }
}
