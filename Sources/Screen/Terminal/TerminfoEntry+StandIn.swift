import Cells

extension TerminfoEntry {
    /// Returns the sequences that nearly every current terminal understands, for a name that terminfo does not know.
    /// Does not use ncurses, which needs an entry itself; the machine may have no terminfo at all.
    ///
    /// Capabilities that only some terminals have (erasing in colour, REP) are taken from the terminal's answers.
    static func standIn(for term: String) -> TerminfoEntry {
        var entry = TerminfoEntry()
        entry.isStandIn = true
        entry.colorCount = colorCount(ofName: term) ?? 256
        entry.hasDirectColor = term.hasSuffix("-direct")
        let strings = [
            "smcup": "\u{1B}[?1049h", "rmcup": "\u{1B}[?1049l", "civis": "\u{1B}[?25l", "cnorm": "\u{1B}[?25h",
            "smkx": "\u{1B}[?1h\u{1B}=", "rmkx": "\u{1B}[?1l\u{1B}>", "clear": "\u{1B}[H\u{1B}[2J",
            "sgr0": "\u{1B}(B\u{1B}[m", "op": "\u{1B}[39;49m",
        ]
        entry.strings = strings.mapValues { Array($0.utf8) }
        return entry
    }

    /// Reads the number of colours from a name in terminfo's form: `xterm-16color`, `linux`, `vt220-m`.
    private static func colorCount(ofName term: String) -> Int? {
        if term.hasSuffix("-m") || term.hasSuffix("-mono") { return 0 }
        let words = term.split(separator: "-")
        if let count = words.last.flatMap({ $0.hasSuffix("color") ? Int($0.dropLast(5)) : nil }) { return count }
        if words.first == "linux" { return 8 }
        // DEC's terminals up to the VT420 have none; the VT525 has eight.
        let isOfDEC = term.hasPrefix("vt") && term.dropFirst(2).first.map { ("1"..."4").contains($0) } ?? false
        return isOfDEC ? 0 : nil
    }
}
