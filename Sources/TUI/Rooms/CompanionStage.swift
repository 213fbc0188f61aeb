import Cells
import PlayCore

/// The second video of a class on the screen: where it is, its newest picture, and both pictures in one frame, so that
/// the line to the terminal carries them alike. Main thread.
struct CompanionStage {
    private var pane = CompanionStage.nowhere
    private var terminal: TerminalFacts?
    private var picture: CellBuffer?

    private static let nowhere = Rect(column: 0, row: 0, width: 0, height: 0)

    /// Tells the source about a new room or other colours.
    mutating func place(_ state: AppState, _ source: (any PictureSource)?) {
        guard let source else { return }
        let room = Self.room(state)
        guard room != pane || state.terminal != terminal else { return }
        (pane, terminal) = (room, state.terminal)
        picture = nil
        source.setPane(columns: room.width, rows: room.height, cellAspect: state.terminal.cellAspect)
    }

    private static func room(_ state: AppState) -> Rect {
        guard !state.background.isUnseen, !state.downloads.isOpen, !state.terminal.isTooSmall,
            let companion = state.room?.facts.companion, companion.failure == nil
        else { return nowhere }
        return state.roomLayout?.place(of: .companion)?.content ?? nowhere
    }

    /// - Returns: whether there is another picture.
    mutating func take(from source: (any PictureSource)?) -> Bool {
        guard let newest = source?.takeNewest(), newest.columns == pane.width, newest.rows == pane.height else {
            return false
        }
        picture = newest
        return true
    }

    /// With the second picture in its place.
    func joined(_ frame: ScreenFrame) -> ScreenFrame {
        guard let picture, !pane.isEmpty else { return frame }
        guard let main = frame.picture else {
            return ScreenFrame(
                chrome: frame.chrome, picture: picture, pictureColumn: pane.column, pictureRow: pane.row)
        }
        let (left, top) = (min(pane.column, frame.pictureColumn), min(pane.row, frame.pictureRow))
        let right = max(pane.column + pane.width, frame.pictureColumn + main.columns)
        let bottom = max(pane.row + pane.height, frame.pictureRow + main.rows)
        var both = CellBuffer(columns: right - left, rows: bottom - top)
        both.copy(main, column: frame.pictureColumn - left, row: frame.pictureRow - top)
        both.copy(picture, column: pane.column - left, row: pane.row - top)
        return ScreenFrame(chrome: frame.chrome, picture: both, pictureColumn: left, pictureRow: top)
    }
}

extension CellBuffer {
    /// Must fit.
    fileprivate mutating func copy(_ other: CellBuffer, column: Int, row: Int) {
        for y in 0..<other.rows {
            for x in 0..<other.columns { self[column + x, row + y] = other[x, y] }
        }
    }
}
