package import Cells
import ClassRules
import Classes
package import PlayCore
import ScreenKit
import SlidePictures

/// Drawing with the mouse, or with the arrow keys and Space.
extension DrawingBoard: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.drawing != nil }

    package static func takesText(_ screen: ClassScreen) -> Bool { screen.drawing?.text != nil }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        guard let place = screen.drawingPlace(context), var board = screen.drawing else {
            screen.drawing = nil
            return nil
        }
        if board.text != nil { return write(key, &board, place, in: &screen, at: now) }
        switch key {
        case KeyPress(.escape), KeyPress(.character("e")), KeyPress(.character("q")):
            guard board.isDown else {
                screen.drawing = nil
                return []
            }
            board.lift()
        case KeyPress(.left): board.move(to: place.clamped(board.cursor, -1, 0))
        case KeyPress(.right): board.move(to: place.clamped(board.cursor, 1, 0))
        case KeyPress(.up): board.move(to: place.clamped(board.cursor, 0, -1))
        case KeyPress(.down): board.move(to: place.clamped(board.cursor, 0, 1))
        case KeyPress(.character(" ")), KeyPress(.enter): return pen(&board, place, in: &screen, at: now)
        case KeyPress(.character("c")): board.nextColor()
        case KeyPress(.character("u")), KeyPress(.backspace):
            let id = board.undoLast(among: place.shapes)
            screen.drawing = board
            return screen.erase(id.map { [$0] } ?? [], place, at: now)
        case KeyPress(.character("x")):
            return screen.ask(tr("Clear the drawing of this page?"), before: .clearBoard(place.key), at: now)
        default:
            guard case .character(let character) = key.key, key.modifiers.isEmpty,
                let tool = character.wholeNumberValue.flatMap({ Tool(rawValue: $0) })
            else { return key == KeyPress(.character("?")) ? nil : [] }
            board.choose(tool)
        }
        screen.drawing = board
        return []
    }

    private static func pen(
        _ board: inout DrawingBoard, _ place: DrawingPlace, in screen: inout ClassScreen, at now: HostTime
    ) -> ClassScreen.Consequences {
        defer { screen.drawing = board }
        switch board.tool {
        case .text:
            board.text = LineEditor()
            return []
        case .eraser:
            let ids = board.touched(place.shapes, place.cells)
            board.lift()
            return screen.erase(ids, place, at: now)
        default:
            guard board.isDown else {
                board.begin()
                return []
            }
            return screen.draw(board.end(place.cells, on: place.key, id: screen.shapeID(at: now)), at: now)
        }
    }

    private static func write(
        _ key: KeyPress, _ board: inout DrawingBoard, _ place: DrawingPlace, in screen: inout ClassScreen,
        at now: HostTime
    ) -> ClassScreen.Consequences {
        defer { screen.drawing = board }
        switch key {
        case KeyPress(.escape): board.text = nil
        case KeyPress(.enter):
            let shape = board.endText(place.cells, on: place.key, id: screen.shapeID(at: now))
            return screen.draw(shape.map { [$0] } ?? [], at: now)
        default: _ = board.text?.press(key)
        }
        return []
    }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        screen.drawing?.text?.type(text)
        return []
    }

    package static func point(
        _ event: MouseEvent, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        guard let place = screen.drawingPlace(context), var board = screen.drawing else { return nil }
        let spot = place.spot(event)
        switch event.kind {
        case .press(.left):
            guard place.rect.contains(column: event.column, row: event.row) else { return nil }
            board.lift()
            board.cursor = spot
            if board.tool == .text { board.text = LineEditor() } else { board.begin() }
        case .drag(.left) where board.isDown: board.move(to: spot)
        case .release(.left) where board.isDown:
            defer { screen.drawing = board }
            if board.tool == .eraser {
                let ids = board.touched(place.shapes, place.cells)
                board.lift()
                return screen.erase(ids, place, at: now)
            }
            return screen.draw(board.end(place.cells, on: place.key, id: screen.shapeID(at: now)), at: now)
        default: return nil
        }
        screen.drawing = board
        return []
    }

    package static func draw(
        _ screen: ClassScreen, _ context: ClassContext, on canvas: inout CellBuffer, at now: HostTime
    ) {
        guard let board = screen.drawing, let place = screen.drawingPlace(context) else { return }
        canvas.write(board, place, context.glyphs)
    }
}

struct DrawingPlace: Equatable {
    let rect: Rect
    let key: PageKey
    let cells: PageCells
    let shapes: [Shape]

    func spot(_ event: MouseEvent) -> DrawingBoard.Spot {
        clamped(DrawingBoard.Spot(column: event.column - rect.column, row: event.row - rect.row), 0, 0)
    }

    func clamped(_ spot: DrawingBoard.Spot, _ columns: Int, _ rows: Int) -> DrawingBoard.Spot {
        DrawingBoard.Spot(
            column: min(max(0, spot.column + columns), rect.width - 1),
            row: min(max(0, spot.row + rows), rect.height - 1))
    }
}

extension ClassScreen {
    /// Returns the page that can be drawn on, with its place, or `nil` if there is none.
    func drawingPlace(_ context: ClassContext) -> DrawingPlace? {
        guard let live, live.view.localPage == nil, !showsSlideText,
            let rect = layout(context)?.place(of: .slides)?.content, !rect.isEmpty,
            case .page(let page)? = view.slide?.content, let key = live.view.state.documents.page?.key
        else { return nil }
        return DrawingPlace(
            rect: rect, key: key, cells: PageCells(page, in: slidePane(rect, context.terminal)),
            shapes: live.view.state.documents.shapes(on: key))
    }

    mutating func beginDrawing(_ live: LiveScreen, _ context: ClassContext, at now: HostTime) -> Consequences {
        guard has(.slides) else { return [.say(tr("No slide"))] }
        if let error = drawingRefusal(live, at: now) { return [.say(error.words, .warning)] }
        focusPane(.slides)
        guard let place = drawingPlace(context) else { return [.say(tr("No page that can be drawn on"), .warning)] }
        drawing = DrawingBoard(at: DrawingBoard.Spot(column: place.rect.width / 2, row: place.rect.height / 2))
        return []
    }

    private func drawingRefusal(_ live: LiveScreen, at now: HostTime) -> ClassError? {
        let key = (live.view.localPage ?? live.view.state.documents.page)?.key ?? PageKey(document: "", page: 0)
        let point = BoardPoint(x: 0, y: 0)
        return live.refusal(of: .draw(Shape(id: shapeID(at: now), on: key, .pencil, [point, point])), at: now)
    }

    /// Ends drawing when the viewer loses the right to draw.
    mutating func followDrawing(at now: HostTime) -> Consequences {
        guard drawing != nil, let live, let error = drawingRefusal(live, at: now), error.kind != .areYouRobot else {
            return []
        }
        drawing = nil
        return [.say(error.words, .warning)]
    }

    fileprivate func shapeID(at now: HostTime) -> String {
        guard let view = live?.view else { return "" }
        // The rules read the author from this prefix.
        return "\(view.me.id)/\(view.clock.time(at: now))"
    }

    fileprivate func draw(_ shapes: [Shape], at now: HostTime) -> Consequences {
        shapes.flatMap { wish(.draw($0), at: now) }
    }

    fileprivate func erase(_ ids: [String], _ place: DrawingPlace, at now: HostTime) -> Consequences {
        guard let live, !ids.isEmpty else { return [] }
        // Shapes that the viewer must not remove stay.
        let own = ids.filter { live.refusal(of: .undoShapes(UndoneShapes(place.key, ids: [$0])), at: now) == nil }
        return wish(.undoShapes(UndoneShapes(place.key, ids: own.isEmpty ? ids : own)), at: now)
    }
}

extension CellBuffer {
    fileprivate mutating func write(_ board: DrawingBoard, _ place: DrawingPlace, _ glyphs: Glyphs) {
        let rect = place.rect
        let ink = Style(foreground: Color(rawValue: DrawingBoard.colors[board.color]), attributes: .bold)
        let mark = glyphs.isASCII ? "*" : "■"
        for spot in preview(board) where spot.column < rect.width && spot.row < rect.height {
            write(mark, column: rect.column + spot.column, row: rect.row + spot.row, style: ink)
        }
        let (column, row) = (rect.column + board.cursor.column, rect.row + board.cursor.row)
        if let text = board.text {
            write(text, column: column, columns: max(1, rect.column + rect.width - column), row: row)
        } else {
            write(board.isDown ? mark : "+", column: column, row: row, style: ink)
            self[column, row].attributes.insert(.reverse)
        }
        let line = rect.row + rect.height - 1
        fill(Rect(column: rect.column, row: line, width: rect.width, height: 1))
        let end = rect.column + rect.width
        var place = rect.column + 1
        let words = DrawingBoard.Tool.allCases.map { ($0, "\($0.rawValue) " + Self.word($0)) }
        let fitsAll = words.reduce(0) { $0 + TextWidth.columns(of: $1.1) + 2 } <= rect.width - 2
        for (tool, word) in words where fitsAll || tool == board.tool {
            let style = tool == board.tool ? Theme.accentBold : Theme.dim
            place += write(glyphs.fitted(word, max(0, end - place)), column: place, row: line, style: style) + 2
        }
        let hints = [
            tr("Space pen, c colour, u undo, x clear, Esc done"), tr("1-7 tools, Space pen, Esc done"), tr("Esc done"),
        ]
        if let hint = hints.dropFirst(fitsAll ? 0 : 1).first(where: { TextWidth.columns(of: $0) <= end - place }) {
            write(hint, column: place, row: line, style: Theme.dim)
        }
    }

    private func preview(_ board: DrawingBoard) -> Set<DrawingBoard.Spot> {
        guard let first = board.stroke.first, let last = board.stroke.last else { return [] }
        switch board.tool {
        case .pencil, .eraser: return Set(board.stroke)
        case .line, .arrow: return Self.line(first, last)
        default:
            let corners = [
                first, DrawingBoard.Spot(column: last.column, row: first.row), last,
                DrawingBoard.Spot(column: first.column, row: last.row), first,
            ]
            return zip(corners, corners.dropFirst()).reduce(into: []) { $0.formUnion(Self.line($1.0, $1.1)) }
        }
    }

    private static func line(_ a: DrawingBoard.Spot, _ b: DrawingBoard.Spot) -> Set<DrawingBoard.Spot> {
        let steps = max(abs(b.column - a.column), abs(b.row - a.row))
        guard steps > 0 else { return [a] }
        return Set(
            (0...steps).map {
                DrawingBoard.Spot(
                    column: a.column + (b.column - a.column) * $0 / steps, row: a.row + (b.row - a.row) * $0 / steps)
            })
    }

    private static func word(_ tool: DrawingBoard.Tool) -> String {
        switch tool {
        case .pencil: tr("pencil")
        case .line: tr("line")
        case .arrow: tr("arrow")
        case .rectangle: tr("box")
        case .ellipse: tr("ellipse")
        case .text: trc("tool", "text")
        case .eraser: tr("eraser")
        }
    }
}
