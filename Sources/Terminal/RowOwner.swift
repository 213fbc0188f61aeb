import Cells

/// Who writes a row of the screen.
enum RowOwner {
    case curses
    case writer

    /// ncurses gets whole rows of chrome in colours it has; the rest is the picture writer's.
    init(row: Int, of frame: ScreenFrame, columns: Int, colorCount: Int) {
        guard row < frame.chrome.rows, frame.chrome.columns >= columns else {
            self = .writer
            return
        }
        let isCurses = frame.chrome.withCells { cells in
            cells[row * frame.chrome.columns..<row * frame.chrome.columns + columns].allSatisfy {
                !$0.isTransparent && Self.isNamed($0.foreground, colorCount) && Self.isNamed($0.background, colorCount)
            }
        }
        self = isCurses ? .curses : .writer
    }

    /// The default, or a theme colour. A terminal without colours shows the default instead.
    private static func isNamed(_ color: Color, _ colorCount: Int) -> Bool {
        if color.isDefault { return true }
        guard let index = color.paletteIndex else { return false }
        return colorCount == 0 ? index < 16 : index < 16 && Int(index) < max(16, colorCount)
    }
}
