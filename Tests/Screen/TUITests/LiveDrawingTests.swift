import Cells
import ClassRules
import Classes
import Foundation
import PlayCore
import ScreenKit
import SlidePictures
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Drawing on the page of a class")
struct LiveDrawingTests {
    /// Returns a class that shows its slides, with drawing started.
    private func drawing(_ me: ClassUser = LiveSamples.teacher, _ events: [LiveEvent] = []) -> AppState {
        var state = LiveSamples.inClass(LiveSamples.view(me, events))
        state.press("e")
        return state
    }

    private func shapes(_ effects: [Effect]) -> [Shape] {
        effects.wishes.compactMap { if case .draw(let shape) = $0 { shape } else { nil } }
    }

    @Test("LIVE-64: Space lowers the pen, the cursor keys draw, and Space again adds the line to the page")
    func keyboard() throws {
        var state = drawing()
        #expect(state.room?.drawing != nil)
        state.press(" ")
        for _ in 0..<4 { state.press(.right) }
        for _ in 0..<2 { state.press(.down) }
        let drawn = shapes(state.press(" "))
        let shape = try #require(drawn.first)
        expect(drawn.count, is: 1)
        expect(shape.kind, is: .pencil)
        #expect(shape.id.hasPrefix("t/"))
        expect(shape.key, is: PageKey(document: "d", page: 0))
        // The line has one corner between two straight parts.
        expect(shape.points.count, is: 3)
        expect(shape.points[0].y, is: shape.points[1].y)
        expect(shape.points[1].x, is: shape.points[2].x)
        #expect(shape.points.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
        expect(state.room?.drawing?.isDown, is: false)
    }

    @Test("LIVE-64: the mouse draws, and a rectangle has two corners")
    func mouse() throws {
        var state = drawing()
        state.press("4")
        expect(state.room?.drawing?.tool, is: .rectangle)
        let rect = try #require(state.room?.drawingPlace(state.classContext)).rect
        let (column, row) = (rect.column + rect.width / 2, rect.row + rect.height / 2)
        state.mouse(.press(.left), column, row)
        for step in 1...5 { state.mouse(.drag(.left), column + step, row + 1) }
        let drawn = shapes(state.mouse(.release(.left), column + 5, row + 1))
        expect(drawn.map(\.kind), is: [.rectangle])
        expect(drawn.first?.points.count, is: 2)
    }

    @Test("LIVE-64: text is written at the cursor")
    func words() throws {
        var state = drawing()
        state.press("6")
        state.press(" ")
        for key in "ker f" { state.press(key) }
        let shape = try #require(shapes(state.press(.enter)).first)
        expect(shape.kind, is: .text)
        expect(shape.text, is: "ker f")
        expect(state.room?.drawing?.text, is: nil)
        #expect(state.room?.drawing != nil)
    }

    @Test("A long line is split into connected shapes below the size limit")
    func longLines() throws {
        let pane = SlidePane(columns: 200, rows: 60, cellAspect: 0.5, fit: .whole)
        let cells = PageCells(SlidePage(), in: pane)
        var board = DrawingBoard(at: DrawingBoard.Spot(column: 60, row: 10))
        board.begin()
        for step in 1...75 { board.move(to: DrawingBoard.Spot(column: 60 + step, row: 10 + step % 2)) }
        let made = board.end(cells, on: PageKey(document: "d", page: 0), id: "m-1")
        expect(made.count, is: 2)
        expect(made[0].points.last, is: made[1].points.first)
        expect(Set(made.map(\.id)).count, is: 2)
        for shape in made { #expect(try JSONEncoder().encode(shape).count <= ClassLimits.shapeBytes) }
    }

    @Test("The eraser removes shapes that it touches, and u removes the last own shape")
    func erasing() throws {
        var state = drawing()
        let place = try #require(state.room?.drawingPlace(state.classContext))
        let middle = try #require(state.room?.drawing?.cursor)
        let point = try #require(place.cells.point(column: middle.column, row: middle.row))
        let shape = Shape(
            id: "t-9", on: place.key, .line, [BoardPoint(x: 0.1, y: point.y), BoardPoint(x: 0.9, y: point.y)])
        state.apply(.live(LiveSamples.view(LiveSamples.teacher, others: [.shapeDrawn(shape)], number: 2)))
        state.press("7")
        expect(state.press(" ").wishes, is: [.undoShapes(UndoneShapes(place.key, ids: ["t-9"]))])
        state.press("1")
        state.press(" ")
        state.press(.right)
        let own = try #require(shapes(state.press(" ")).first)
        state.apply(.live(LiveSamples.view(LiveSamples.teacher, others: [.shapeDrawn(own)], number: 3)))
        expect(state.press("u").wishes, is: [.undoShapes(UndoneShapes(place.key, ids: [own.id]))])
    }

    @Test("LIVE-65: drawing without permission is refused, and losing the permission ends drawing")
    func rights() {
        var state = drawing(LiveSamples.mei)
        expect(state.room?.drawing, is: nil)
        expect(state.message?.text, is: "You have no permission to draw")
        let grant = [
            LiveEvent.drawingGranted(DrawingGrant(user: "m", true)), .speakerAdded(Speaker(user: "m", .request)),
        ]
        state = drawing(LiveSamples.mei, grant)
        #expect(state.room?.drawing != nil)
        state.apply(.live(LiveSamples.view(LiveSamples.mei, number: 2)))
        expect(state.room?.drawing, is: nil)
        expect(state.message?.text, is: "You have no permission to draw")
    }

    @Test("LIVE-64: only the page that the class shows can be drawn on")
    func otherPage() {
        var view = LiveSamples.view(LiveSamples.teacher)
        view.localPage = PageChange(PageKey(document: "d", page: 1))
        var state = LiveSamples.inClass(view)
        state.press("e")
        expect(state.room?.drawing, is: nil)
        expect(state.message?.text, is: "Drawing is possible only on the page that the class shows")
    }

    @Test("LIVE-66: x clears the page only after y")
    func clearing() {
        var state = drawing()
        state.press("x")
        expect(state.press("y").wishes, is: [.clearBoard(PageKey(document: "d", page: 0))])
    }

    @Test("A cell maps to a point of the page and back to itself")
    func places() throws {
        for page in [(640, 480), (1920, 1080), (400, 1200)] {
            var drawn = SlidePage()
            (drawn.width, drawn.height) = page
            let cells = PageCells(drawn, in: SlidePane(columns: 85, rows: 32, cellAspect: 0.5, fit: .whole))
            let point = try #require(cells.point(column: 42, row: 16))
            let cell = cells.cell(of: point)
            expect(cell.column, is: 42)
            expect(cell.row, is: 16)
        }
        let wide = PageCells(SlidePage(), in: SlidePane(columns: 85, rows: 10, cellAspect: 0.5, fit: .whole))
        expect(wide.point(column: 0, row: 5), is: nil)
    }
}
