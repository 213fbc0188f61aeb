import Cells

enum RowOwner {
    case curses
    case writer

    /// Chooses the owner: ncurses gets rows of only chrome in theme colours that it has, the picture writer the rest.
    init(
        row: Int, isLast: Bool, of frame: ScreenFrame, columns: Int, profile: EncoderProfile, colorCount: Int
    ) {
        guard row < frame.chrome.rows, frame.chrome.columns >= columns else {
            self = .writer
            return
        }
        func isKnown(_ color: Color) -> Bool {
            if color.isDefault { return true }
            guard color.paletteIndex != nil else { return false }
            guard let sent = profile.sent(color).paletteIndex else { return true }
            return Int(sent) < colorCount
        }
        // On terminals that wrap, ncurses fills the lower right corner by insertion, which breaks a wide glyph there.
        if isLast, columns > 2, frame.chrome[columns - 2, row].glyph == 0 {
            self = .writer
            return
        }
        let isCurses = frame.chrome.withCells { cells in
            cells[row * frame.chrome.columns..<row * frame.chrome.columns + columns].allSatisfy {
                !$0.isTransparent && isKnown($0.foreground) && isKnown($0.background)
            }
        }
        self = isCurses ? .curses : .writer
    }
}
