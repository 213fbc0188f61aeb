package import Cells

package struct TerminalCapabilities: Sendable, Equatable {
    package var colorDepth = ColorDepth.mono
    package var hasDirectColor = false
    package var hasBackColorErase = false
    package var hasRepeat = false
    package var wrapsAtOnce = false
    /// DEC mode 2026: output between its marks appears at once.
    package var hasSynchronizedOutput = false
    package var hasKittyKeyboard = false
    /// xterm's encoding of keys with modifiers (`CSI > 4 ; 1 m`), and its mode 1036 for Alt.
    package var hasModifyOtherKeys = false
    package var hasMetaMode = false
    package var keyReach: KeyReach = []
    package var hasTitle = false
    package var hasHyperlinks = false
    /// Whether the terminal, or the one around tmux or GNU screen, reorders right-to-left text.
    package var reordersText = false
    var isWithinTmux = false
    var isWithinScreen = false
    /// Whether only DA1 may be sent; the other queries follow if the terminal answers it.
    package var answersFirstQuery = false
    /// Whether CSI queries may be sent, because the terminal swallows unknown ones.
    package var answersQueries = false
    package var answersStrings = false
    /// Measured: 2 if East Asian ambiguous characters are wide, 3 if UTF-8 is not decoded.
    package var blockWidth = 1
    /// The background of cells in default colours, reported by the terminal or its parent (`COLORFGBG`).
    package var background: Color?
    /// In pixels, reported by the terminal; 0 if unknown.
    package var cellWidth = 0
    package var cellHeight = 0

    // Graphics, as far as they were queried.
    /// Whether kitty's query may be sent; tmux takes such strings for a title.
    package var answersKittyQuery = false
    /// Whether DA1 was answered. Capabilities that the terminal has not reported by then are absent.
    package var isIdentified = false
    package var hasSixel = false
    package var hasKittyGraphics = false
    /// Whether the terminal read a picture from this machine's shared memory.
    package var readsSharedMemory = false
    /// The colours that sixel may define at a time; 256 if the terminal reports none.
    package var sixelColors = 256

    /// - Parameter replies: all answers so far, oldest first.
    package static func detect(
        term: String, environment: [String: String], terminfo: TerminfoEntry, colorOverride: ColorDepth? = nil,
        replies: [TerminalReply] = []
    ) -> TerminalCapabilities {
        var found = TerminalCapabilities()
        let family = Family(term: term, environment: environment)
        found.hasBackColorErase = terminfo.hasBackColorErase
        found.hasRepeat = terminfo.hasRepeat
        found.wrapsAtOnce = terminfo.wrapsAtOnce
        let program = TerminalProgram.identify(term: term, environment: environment, replies: replies)
        found.noteQueries(family, terminfo, replies, isKnown: program != nil)
        found.background = inheritedBackground(environment)
        for reply in replies { found.apply(reply) }
        if program?.hasRepeat == true { found.hasRepeat = true }
        found.hasHyperlinks = program?.hasHyperlinks == true && found.answersStrings
        found.noteKeys(family, program)
        found.reordersText = (program?.around(environment) ?? program)?.reordersText == true
        (found.isWithinTmux, found.isWithinScreen) = (family == .tmux, family == .screen)

        let inherited = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
        // GNU screen before 5 parses a direct colour wrongly, even if the terminal around it supports direct colours.
        let isNewScreen = program?.name == .screen && program?.isOldScreen == false
        let trusted = inherited && (family != .screen || isNewScreen) && family != .console
        let answered = replies.last { $0.isAboutDirectColor }?.isDirectColor ?? false
        found.hasDirectColor =
            terminfo.hasDirectColor || trusted || answered || program?.hasDirectColor == true
        found.colorDepth = depth(found.hasDirectColor, colorCount(term, terminfo))
        if !(environment["NO_COLOR"] ?? "").isEmpty { found.colorDepth = found.colorDepth.withoutHue }
        if let colorOverride {
            found.colorDepth = colorOverride
            if colorOverride == .trueColor { found.hasDirectColor = true }
        }
        return found
    }

    /// Notes the reported keys. kitty's protocol is preferred if both are known, because it reports more.
    private mutating func noteKeys(_ family: Family, _ program: TerminalProgram?) {
        let isXterm = program?.name == .xterm
        hasMetaMode = isXterm
        hasModifyOtherKeys = isXterm || program?.name == .mintty || family == .tmux
        keyReach = .alt
        if family == .modern || family == .tmux || answersQueries && family == .video { keyReach.insert(.arrows) }
        // Whether tmux passes them on is unknown.
        if hasModifyOtherKeys, family != .tmux { keyReach.insert(.others) }
        if hasKittyKeyboard { keyReach = .all }
    }

    /// Notes the queries that may be sent, by the name, or by the first answer if the name is not known.
    private mutating func noteQueries(
        _ family: Family, _ terminfo: TerminfoEntry, _ replies: [TerminalReply], isKnown: Bool
    ) {
        answersQueries = family == .modern || family == .tmux || family == .screen
        answersStrings = family == .modern || family == .tmux
        answersKittyQuery = family == .modern
        if family == .video {
            let attributes = replies.compactMap { if case .deviceAttributes(let numbers) = $0 { numbers } else { nil } }
            answersFirstQuery = attributes.isEmpty && terminfo.isANSI
            answersQueries = !attributes.isEmpty
            // A VT100 prints strings; a VT220 and later terminals swallow them.
            answersStrings = isKnown || attributes.contains { $0.first ?? 0 >= 62 }
        }
        hasTitle = family != .console && (family != .video || answersStrings)
    }

    /// Plain `xterm` and `screen` count as having 256 colours, even if the entry has fewer: xterm as Debian builds it,
    /// PuTTY, old VTE and Konsole. GNU screen and tmux map them to the nearest colours of the outer terminal. The Linux
    /// console keeps its eight, because it has no bright backgrounds (console_codes(4), 100 … 107).
    private static func colorCount(_ term: String, _ terminfo: TerminfoEntry) -> Int {
        ["xterm", "screen"].contains(term) ? max(256, terminfo.colorCount) : terminfo.colorCount
    }

    /// Returns the background in rxvt's and Konsole's form: the last number of `15;0` or `0;default;15`.
    private static func inheritedBackground(_ environment: [String: String]) -> Color? {
        let number = (environment["COLORFGBG"] ?? "").split(separator: ";").last.flatMap { Int($0) } ?? -1
        return switch number {
        case 7, 15: .rgb(255, 255, 255)
        case 0...6, 8: .rgb(0, 0, 0)
        default: nil
        }
    }

    private static func depth(_ hasDirectColor: Bool, _ count: Int) -> ColorDepth {
        if hasDirectColor { return .trueColor }
        switch count {
        case 256...: return .palette256
        case 16...: return .palette16
        case 8...: return .palette8
        default: return .mono
        }
    }

    private mutating func apply(_ reply: TerminalReply) {
        switch reply {
        // 1 is set, 2 reset: the mode can be changed. 3 and 4 are permanent.
        case .mode(2026, let state): hasSynchronizedOutput = state == 1 || state == 2
        case .keyboardFlags: hasKittyKeyboard = true
        // The probe was written in the second row (`ControlStrings.queries`).
        case .cursor(let column, row: 1): blockWidth = min(max(column, 1), 3)
        case .cellSize(let width, let height):
            if (1...1000).contains(width), (1...1000).contains(height) { (cellWidth, cellHeight) = (width, height) }
        case .deviceAttributes(let attributes):
            isIdentified = true
            // The first number is the terminal's class.
            hasSixel = attributes.dropFirst().contains(4)
        case .defaultBackground(let color): background = color
        case .kittyGraphics(let isKnown): hasKittyGraphics = isKnown
        case .sharedMemory(let isRead): readsSharedMemory = isRead
        case .colorRegisters(let count): sixelColors = count
        default: break
        }
    }

    private enum Family {
        /// The Linux console: it has few modes, and prints strings that it does not know.
        case console
        case tmux
        /// GNU screen passes DCS strings to the terminal around it.
        case screen
        case modern
        /// A real video terminal, a program under such a terminal's name, or any other name.
        case video

        init(term: String, environment: [String: String]) {
            let inTmux = !(environment["TMUX"] ?? "").isEmpty
            let names = [
                "xterm", "rxvt", "foot", "alacritty", "st-", "kitty", "vte", "gnome", "konsole", "wezterm", "ghostty",
                "contour", "mintty", "putty", "iterm", "ms-terminal", "mlterm",
            ]
            if term == "linux" || term.hasPrefix("linux-") {
                self = .console
            } else if term.hasPrefix("tmux") || (inTmux && term.hasPrefix("screen")) {
                self = .tmux
            } else if term.hasPrefix("screen") {
                self = .screen
            } else {
                self = names.contains { term.lowercased().hasPrefix($0) } || term == "st" ? .modern : .video
            }
        }
    }
}

extension ColorDepth {
    /// The depth with NO_COLOR: greys if there are enough of them.
    fileprivate var withoutHue: ColorDepth {
        switch self {
        case .trueColor, .palette256, .grey: .grey
        case .palette16, .palette8, .mono: .mono
        }
    }
}

extension TerminalReply {
    fileprivate var isAboutDirectColor: Bool {
        if case .capability(let name, _) = self { name == "RGB" || name == "Tc" } else { false }
    }

    fileprivate var isDirectColor: Bool {
        switch self {
        case .capability("RGB", .some), .capability("Tc", .some): true
        default: false
        }
    }
}
