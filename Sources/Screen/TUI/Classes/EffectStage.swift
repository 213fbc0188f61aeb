import Cells
import Classes
package import PlayCore

/// The pixels of a short film over a class. Main thread; never blocks.
package protocol EffectSource: AnyObject {
    /// Signalled when the picture has changed or ended.
    var wakeUp: WakeUp { get }
    /// Two pixels a cell.
    var picture: ScaledPicture? { get }
    /// Changes with each picture, and when it ends.
    var number: UInt64 { get }
    /// Decodes nothing with 0 × 0.
    func setArea(columns: Int, rows: Int, cellAspect: Double)
}

/// The effect over the frame. Main thread.
struct EffectStage {
    private var area = Rect(column: 0, row: 0, width: 0, height: 0)
    private var terminal: TerminalTraits?
    private var picture: ScaledPicture?
    private var number: UInt64 = 0

    /// Returns whether a visible picture disappeared.
    mutating func place(_ state: AppState, _ source: any EffectSource) -> Bool {
        let wanted = Self.area(state)
        guard wanted != area || state.terminal != terminal else { return false }
        (area, terminal) = (wanted, state.terminal)
        source.setArea(columns: wanted.width, rows: wanted.height, cellAspect: state.terminal.cellAspect)
        defer { picture = nil }
        return picture != nil
    }

    /// Returns the area of all panes, without the line above them and the bar.
    private static func area(_ state: AppState) -> Rect {
        let (columns, rows) = (state.terminal.columns, state.terminal.rows)
        guard state.room?.view.award?.film != nil, state.roomLayout != nil, !state.background.isUnseen,
            !state.showsPage, !state.terminal.isTooSmall, state.terminal.colorDepth != .mono, rows > 4
        else { return Rect(column: 0, row: 0, width: 0, height: 0) }
        return Rect(column: 0, row: 1, width: columns, height: rows - 3)
    }

    /// Returns whether the picture has changed or ended.
    mutating func collect(from source: any EffectSource) -> Bool {
        guard source.number != number else { return false }
        number = source.number
        let newest = source.picture
        guard !area.isEmpty || picture != nil else { return false }
        picture = area.isEmpty ? nil : newest
        return true
    }

    func joined(_ frame: ScreenFrame) -> ScreenFrame {
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
