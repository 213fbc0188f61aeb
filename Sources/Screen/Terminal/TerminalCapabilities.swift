package import Cells

/// What the terminal can do, from its name, the environment, terminfo and its own answers.
package struct TerminalCapabilities: Sendable, Equatable {
    package var colorDepth = ColorDepth.mono
    /// 24-bit colours may be sent.
    package var hasDirectColor = false
    package var hasBackColorErase = false
    package var hasRepeat = false
    package var wrapsAtOnce = false
    /// DEC mode 2026: what lies between its marks appears at once.
    package var hasSynchronizedOutput = false
    package var hasKittyKeyboard = false
    package var hasTitle = false
    /// OSC 8: cells can have an address.
    package var hasHyperlinks = false
    /// Strings for the terminal around it can be wrapped: within tmux, within GNU screen.
    var isWithinTmux = false
    var isWithinScreen = false
    /// CSI queries may be sent; the terminal swallows what it does not know.
    package var answersQueries = false
    /// DCS queries may be sent too.
    package var answersStrings = false
    /// Columns that ▀ takes, as the terminal showed: 1; 2 where East Asian ambiguous characters are wide; 3 where the
    /// terminal does not read UTF-8.
    package var blockWidth = 1
    /// Pixels of a cell, as the terminal says; 0 when unknown.
    package var cellWidth = 0
    package var cellHeight = 0

    // Graphics, as far as they were asked for.
    /// kitty's query may be sent: tmux takes such strings for a title.
    package var answersKittyQuery = false
    /// DA1 was answered: what the terminal has not said by then it does not know.
    package var isIdentified = false
    package var hasSixel = false
    package var hasKittyGraphics = false
    /// Colours that sixel may define at a time; 256 where the terminal does not say.
    package var sixelColors = 256

    /// - Parameters:
    ///   - term: `TERM`.
    ///   - colorOverride: the user's last word.
    ///   - replies: all answers so far, oldest first.
    package static func detect(
        term: String, environment: [String: String], terminfo: TerminfoEntry, colorOverride: ColorDepth? = nil,
        replies: [TerminalReply] = []
    ) -> TerminalCapabilities {
        var found = TerminalCapabilities()
        let family = Family(term: term, environment: environment)
        found.hasBackColorErase = terminfo.hasBackColorErase
        found.hasRepeat = terminfo.hasRepeat
        found.wrapsAtOnce = terminfo.wrapsAtOnce
        found.hasTitle = family != .console && family != .video
        found.answersQueries = family == .modern || family == .tmux || family == .screen
        found.answersStrings = family == .modern || family == .tmux
        found.answersKittyQuery = family == .modern
        for reply in replies { found.apply(reply) }
        let program = TerminalProgram.identify(term: term, environment: environment, replies: replies)
        if program?.hasRepeat == true { found.hasRepeat = true }
        found.hasHyperlinks = program?.hasHyperlinks == true && (family == .modern || family == .tmux)
        (found.isWithinTmux, found.isWithinScreen) = (family == .tmux, family == .screen)

        let inherited = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
        // GNU screen before 5 takes a direct colour apart wrongly, whatever the terminal around it can do.
        let isNewScreen = program?.name == .screen && program?.isOldScreen == false
        let trusted = inherited && (family != .screen || isNewScreen) && family != .console
        let answered = replies.contains { $0.isDirectColor }
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

    /// Everything that calls itself plain `xterm` in this century has 256 colours, whatever the entry says: xterm as
    /// Debian builds it, PuTTY, old VTE and Konsole. The Linux console keeps its eight: as backgrounds it has no bright
    /// ones (console_codes(4), 100 … 107).
    private static func colorCount(_ term: String, _ terminfo: TerminfoEntry) -> Int {
        term == "xterm" ? max(256, terminfo.colorCount) : terminfo.colorCount
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
        // 1 set, 2 reset: it can be switched. 3 and 4 are permanent.
        case .mode(2026, let state): hasSynchronizedOutput = state == 1 || state == 2
        case .keyboardFlags: hasKittyKeyboard = true
        // The second row is where the probe was written (`ControlStrings.queries`).
        case .cursor(let column, row: 1): blockWidth = min(max(column, 1), 3)
        case .cellSize(let width, let height):
            if (1...1000).contains(width), (1...1000).contains(height) { (cellWidth, cellHeight) = (width, height) }
        case .deviceAttributes(let attributes):
            isIdentified = true
            // The first number is the terminal's class.
            hasSixel = attributes.dropFirst().contains(4)
        case .kittyGraphics(let isKnown): hasKittyGraphics = isKnown
        case .colorRegisters(let count): sixelColors = count
        default: break
        }
    }

    private enum Family {
        /// The Linux console: few modes, and it prints strings that it does not know.
        case console
        case tmux
        /// GNU screen hands DCS strings to the terminal around it.
        case screen
        /// xterm and all that is like it.
        case modern
        /// Real terminals, their names in other programs, and whatever has another name.
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
    /// NO_COLOR: greys where there are enough of them.
    fileprivate var withoutHue: ColorDepth {
        switch self {
        case .trueColor, .palette256, .grey: .grey
        case .palette16, .palette8, .mono: .mono
        }
    }
}

extension TerminalReply {
    /// XTGETTCAP says that the terminal has direct colours.
    fileprivate var isDirectColor: Bool {
        switch self {
        case .capability("RGB", .some), .capability("Tc", .some): true
        default: false
        }
    }
}
