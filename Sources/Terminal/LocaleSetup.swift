import CPlatform

/// The locale's character set. libc's widths, which ncurses lays out by, need one that knows all characters.
enum LocaleSetup {
    /// Sets LC_CTYPE (only that: numbers keep their decimal point) and says whether the user's terminal speaks UTF-8.
    ///
    /// To be called before another thread runs. Where the user's locale is not installed its name decides, and
    /// `C.UTF-8`, which always exists in Debian, gives the widths.
    static func prepare(environment: [String: String]) -> Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let isKnown = setlocale(LC_CTYPE, name) != nil
        let isUTF8: Bool
        if isKnown {
            isUTF8 = hasUTF8
        } else {
            let lower = name.lowercased()
            isUTF8 = lower.contains("utf-8") || lower.contains("utf8")
        }
        if !hasUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
        return isUTF8
    }

    private static var hasUTF8: Bool { nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8" }
}
