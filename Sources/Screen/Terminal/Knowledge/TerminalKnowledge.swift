/// The documented properties of terminals beyond their terminfo entries. If a source gives no version, the feature is
/// older than any release in use.
struct TerminalKnowledge {
    /// The first version that supports `38;2;r;g;b`, or `nil` if none does or it depends on something else.
    var directColorSince: Int?
    /// The first version with REP (`CSI n b`), or `nil` if not documented.
    var repeatSince: Int?
    /// The first version with OSC 8 (github.com/Alhadis/OSC8-Adoption; VTE: without the crash of 0.50); nil if none.
    var hyperlinksSince: Int?
    /// The first version that reorders right-to-left text, or `nil` if none does by default
    /// (terminal-wg.pages.freedesktop.org/bidi: Konsole, mlterm, Terminal.app, VTE 0.58; mintty wiki, CtrlSeqs).
    var reorderingSince: Int?

    static func about(_ name: TerminalProgram.Name) -> TerminalKnowledge {
        switch name {
        // vte/ansi.rs; REP: alacritty#801 (2017).
        case .alacritty: TerminalKnowledge(directColorSince: 0, repeatSince: 0, hyperlinksSince: 1100)
        // 256 colours.
        case .appleTerminal: TerminalKnowledge(reorderingSince: 0)
        // foot-ctlseqs(7).
        case .foot: TerminalKnowledge(directColorSince: 0, repeatSince: 0, hyperlinksSince: 10_700)
        // ghostty.org/docs/vt.
        case .ghostty: TerminalKnowledge(directColorSince: 0, repeatSince: 0, hyperlinksSince: 0)
        // iterm2.com/documentation: 24 bits since 3.0. REP was only seen in 3.6. Reordering depends on a setting.
        case .iTerm2: TerminalKnowledge(directColorSince: 30_000, hyperlinksSince: 30_100)
        // kitty#2702 (REP), in 0.18.0.
        case .kitty: TerminalKnowledge(directColorSince: 0, repeatSince: 1800, hyperlinksSince: 1900)
        // KDE: since 2.x of KDE 4.
        case .konsole: TerminalKnowledge(directColorSince: 0, hyperlinksSince: 201_200, reorderingSince: 0)
        // mintty wiki, CtrlSeqs.
        case .mintty: TerminalKnowledge(directColorSince: 0, hyperlinksSince: 20_907, reorderingSince: 0)
        // mlterm ChangeLog, 3.
        case .mlterm: TerminalKnowledge(directColorSince: 0, reorderingSince: 0)
        // 88 or 256 colours, as the entry says; 24-bit colours only as a patch.
        case .rxvtUnicode: TerminalKnowledge()
        // GNU screen 5.0, only with `truecolor on`: COLORTERM has to confirm it.
        case .screen: TerminalKnowledge()
        // st.c, tdefcolor().
        case .st: TerminalKnowledge(directColorSince: 0)
        // Always accepts direct colours, and reduces them if the terminal around it has none. COLORTERM decides.
        case .tmux: TerminalKnowledge(hyperlinksSince: 30_400)
        // VTE 0.36 (3600): NEWS. REP: bugzilla.gnome.org 787701 (2017), in 0.52.
        case .vte:
            TerminalKnowledge(directColorSince: 3600, repeatSince: 5200, hyperlinksSince: 5202, reorderingSince: 5800)
        case .wezTerm: TerminalKnowledge(directColorSince: 0, repeatSince: 0, hyperlinksSince: 0)
        // microsoft/terminal: 24 bits since Windows 10 1703, before Windows Terminal existed.
        case .windowsTerminal: TerminalKnowledge(directColorSince: 0, hyperlinksSince: 10_400)
        // xterm's change log, patch 331 (2017): direct colours; earlier ones reduce them to the palette. ctlseqs: REP.
        case .xterm: TerminalKnowledge(directColorSince: 331, repeatSince: 0)
        }
    }
}

extension TerminalProgram {
    /// Returns whether a feature is present. A program of unknown version counts as one of this decade.
    private func has(since first: Int?) -> Bool {
        guard let first else { return false }
        return version == 0 || version >= first
    }

    var hasDirectColor: Bool { has(since: TerminalKnowledge.about(name).directColorSince) }
    var hasHyperlinks: Bool { has(since: TerminalKnowledge.about(name).hyperlinksSince) }
    var reordersText: Bool { has(since: TerminalKnowledge.about(name).reorderingSince) }
    var hasRepeat: Bool { has(since: TerminalKnowledge.about(name).repeatSince) }
    /// Whether the program is GNU screen before 5, which parses direct colours wrongly.
    var isOldScreen: Bool { name == .screen && version < 50_000 }
}
