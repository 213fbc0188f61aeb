package import Cells
import Classes
package import PlayCore
package import ScreenKit

/// The pictures of a short film over a class. Main thread; never blocks.
package protocol EffectSource: AnyObject {
    /// Signalled when the picture has changed or ended.
    var wakeUp: WakeUp { get }
    /// The current picture, with two pixels per cell.
    var picture: ScaledPicture? { get }
    /// The number of the current picture; it also changes when the film ends.
    var number: UInt64 { get }
    /// Sets the area in cells. An empty area stops decoding.
    func setArea(columns: Int, rows: Int, cellAspect: Double)
}

/// The effect drawn over the frame. Main thread.
package struct EffectStage {
    private var area = Rect(column: 0, row: 0, width: 0, height: 0)
    private var terminal: TerminalTraits?
    private var picture: ScaledPicture?
    private var number: UInt64 = 0

    package init() {}

    /// Sets the area of the film. Returns whether a visible picture disappeared.
    ///
    /// - Parameter isVisible: whether the panes of the class are visible.
    package mutating func place(
        _ room: ClassScreen?, isVisible: Bool, _ terminal: TerminalTraits, _ source: any EffectSource
    ) -> Bool {
        let hasFilm = isVisible && room?.hasFilm == true
        let wanted = hasFilm ? Self.area(terminal) : Rect(column: 0, row: 0, width: 0, height: 0)
        guard wanted != area || terminal != self.terminal else { return false }
        (area, self.terminal) = (wanted, terminal)
        source.setArea(columns: wanted.width, rows: wanted.height, cellAspect: terminal.cellAspect)
        defer { picture = nil }
        return picture != nil
    }

    /// Returns the area of the panes without the top row and the two rows of tabs and bar; empty if it is too small or
    /// has no colours.
    private static func area(_ terminal: TerminalTraits) -> Rect {
        guard terminal.colorDepth != .mono, terminal.rows > 4 else {
            return Rect(column: 0, row: 0, width: 0, height: 0)
        }
        return Rect(column: 0, row: 1, width: terminal.columns, height: terminal.rows - 3)
    }

    /// Returns whether the picture has changed or ended.
    package mutating func collect(from source: any EffectSource) -> Bool {
        guard source.number != number else { return false }
        number = source.number
        let newest = source.picture
        guard !area.isEmpty || picture != nil else { return false }
        picture = area.isEmpty ? nil : newest
        return true
    }

    package func joined(_ frame: ScreenFrame) -> ScreenFrame {
        guard let picture, let terminal, !area.isEmpty, picture.grid.width == area.width,
            picture.grid.height == 2 * area.height, frame.chrome.columns >= area.width,
            frame.chrome.rows >= area.row + area.height
        else { return frame }
        var chrome = frame.chrome
        let pixels = EffectPixels(picture)
        let blend = EffectBlend(terminal)
        for row in 0..<area.height {
            for column in 0..<area.width {
                guard let pair = pixels.pair(column: column, row: row) else { continue }
                let (x, y) = (area.column + column, area.row + row)
                chrome[x, y] = blend.cell(frame.cell(x, y), under: pair)
            }
        }
        chrome.mendWideGlyphs()
        return ScreenFrame(
            chrome: chrome, picture: frame.picture, pictureColumn: frame.pictureColumn, pictureRow: frame.pictureRow,
            links: frame.links)
    }
}

extension ScreenFrame {
    fileprivate func cell(_ column: Int, _ row: Int) -> Cell {
        let own = chrome[column, row]
        guard own.isTransparent else { return own }
        let (x, y) = (column - pictureColumn, row - pictureRow)
        guard let picture, (0..<picture.columns).contains(x), (0..<picture.rows).contains(y) else { return .blank }
        return picture[x, y]
    }
}
