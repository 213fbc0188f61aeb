/// The terminal program and its version, as far as known. TERM only names the terminfo entry, and most programs use
/// xterm's. A terminal's own answer (XTVERSION, DA2) overrides the environment, which every child process inherits,
/// even other terminals.
struct TerminalProgram: Sendable, Equatable {
    enum Name: Sendable, Equatable {
        case alacritty
        case appleTerminal
        case foot
        case ghostty
        case iTerm2
        case kitty
        case konsole
        case mintty
        case mlterm
        case rxvtUnicode
        case screen
        case st
        case tmux
        case vte
        case wezTerm
        case windowsTerminal
        case xterm
    }

    let name: Name
    /// xterm's patch number (379), VTE's own (7006), else 10000 · major + 100 · minor + patch; 0 for unknown.
    let version: Int

    /// Returns the program by the last answer that names one, else by TERM, else by the environment; nil if unknown.
    static func identify(
        term: String, environment: [String: String], replies: [TerminalReply]
    ) -> TerminalProgram? {
        let versions = replies.compactMap { if case .version(let text) = $0 { named(by: text) } else { nil } }
        if let told = versions.last { return told }
        let attributes = replies.compactMap {
            if case .secondaryAttributes(let numbers) = $0 { attributed(numbers) } else { nil }
        }
        if let told = attributes.last { return told }
        return named(byTerm: term) ?? inherited(environment, term: term)
    }

    /// Reads XTVERSION: `XTerm(379)`, `VTE(7006)`, `kitty(0.26.5)`, `WezTerm 20230712-072601`, `tmux 3.3a`.
    static func named(by text: String) -> TerminalProgram? {
        let lowered = text.prefix(80).lowercased()
        let names: [(String, Name)] = [
            ("xterm(", .xterm), ("vte(", .vte), ("kitty(", .kitty), ("foot(", .foot), ("wezterm ", .wezTerm),
            ("konsole ", .konsole), ("iterm2 ", .iTerm2), ("ghostty ", .ghostty), ("mintty ", .mintty),
            ("mlterm(", .mlterm), ("tmux ", .tmux), ("alacritty", .alacritty), ("windows terminal", .windowsTerminal),
        ]
        guard let (prefix, name) = names.first(where: { lowered.hasPrefix($0.0) }) else { return nil }
        return TerminalProgram(name: name, version: version(in: lowered.dropFirst(prefix.count)))
    }

    /// Reads DA2. The first number is xterm's `decTerminalID` 41 (VT420) or 19, VTE's 61 or 65 (1 before 0.40), urxvt's
    /// `U`, GNU screen's `S`, mintty's `M`; the second is the version. Numbers that several programs use are ignored.
    private static func attributed(_ numbers: [Int]) -> TerminalProgram? {
        guard numbers.count >= 2 else { return nil }
        switch numbers[0] {
        case 83: return TerminalProgram(name: .screen, version: numbers[1])
        case 85: return TerminalProgram(name: .rxvtUnicode, version: numbers[1])
        case 77: return TerminalProgram(name: .mintty, version: numbers[1])
        // VTE's versions with these numbers start at 3000; xterm's are still well below 1000.
        case 61, 65: return numbers[1] >= 3000 ? TerminalProgram(name: .vte, version: numbers[1]) : nil
        case 19, 41: return numbers[1] < 1000 ? TerminalProgram(name: .xterm, version: numbers[1]) : nil
        default: return nil
        }
    }

    private static func named(byTerm term: String) -> TerminalProgram? {
        let names: [(String, Name)] = [
            ("xterm-kitty", .kitty), ("kitty", .kitty), ("xterm-ghostty", .ghostty), ("ghostty", .ghostty),
            ("foot", .foot), ("alacritty", .alacritty), ("wezterm", .wezTerm), ("konsole", .konsole), ("vte", .vte),
            ("gnome", .vte), ("mintty", .mintty), ("iterm", .iTerm2), ("ms-terminal", .windowsTerminal),
            ("mlterm", .mlterm), ("rxvt-unicode", .rxvtUnicode), ("st-", .st), ("tmux", .tmux),
        ]
        if term == "st" { return TerminalProgram(name: .st, version: 0) }
        return names.first { term.hasPrefix($0.0) }.map { TerminalProgram(name: $0.1, version: 0) }
    }

    /// Reads the environment only if TERM is xterm's, which most programs use. In tmux or screen it describes the outer
    /// terminal.
    private static func inherited(_ environment: [String: String], term: String) -> TerminalProgram? {
        guard term.hasPrefix("xterm") else { return nil }
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let text = value("XTERM_VERSION"), let program = named(by: text) { return program }
        if let text = value("VTE_VERSION") { return TerminalProgram(name: .vte, version: version(in: text[...])) }
        if let text = value("KONSOLE_VERSION") {
            return TerminalProgram(name: .konsole, version: version(in: text[...]))
        }
        if value("WT_SESSION") != nil { return TerminalProgram(name: .windowsTerminal, version: 0) }
        if value("KITTY_WINDOW_ID") != nil { return TerminalProgram(name: .kitty, version: 0) }
        let number = version(in: (value("TERM_PROGRAM_VERSION") ?? "")[...])
        switch value("TERM_PROGRAM") {
        case "Apple_Terminal": return TerminalProgram(name: .appleTerminal, version: number)
        case "iTerm.app": return TerminalProgram(name: .iTerm2, version: number)
        case "WezTerm": return TerminalProgram(name: .wezTerm, version: number)
        case "ghostty": return TerminalProgram(name: .ghostty, version: number)
        case "mintty": return TerminalProgram(name: .mintty, version: number)
        default: return nil
        }
    }

    func around(_ environment: [String: String]) -> TerminalProgram? {
        name == .tmux || name == .screen ? Self.inherited(environment, term: "xterm") : nil
    }

    /// Returns the number at the start of `379)`, `0.26.5)`, `3.3a`: at most three parts; 0 without a number.
    private static func version(in text: Substring) -> Int {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let parts = digits.split(separator: ".").prefix(3).map { Int($0.prefix(8)) ?? 0 }
        guard parts.count > 1 else { return parts.first ?? 0 }
        return parts[0] * 10_000 + min(parts[1], 99) * 100 + (parts.count > 2 ? min(parts[2], 99) : 0)
    }
}
