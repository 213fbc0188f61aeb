package import Classes
package import ScreenKit
import SlidePictures

/// The tool, the cursor and the current stroke. It turns strokes into shapes.
package struct DrawingBoard: Sendable, Equatable {
    package enum Tool: Int, Sendable, CaseIterable {
        case pencil = 1
        case line, arrow, rectangle, ellipse, text, eraser
    }

    /// A cell of the pane.
    package struct Spot: Sendable, Hashable {
        package var column: Int
        package var row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    package enum Outcome: Sendable, Equatable {
        case handled
        case draw([Shape])
        /// The IDs of shapes to erase.
        case erase([String])
    }

    package internal(set) var tool = Tool.pencil
    package internal(set) var cursor: Spot
    package private(set) var stroke: [Spot] = []
    package internal(set) var text: LineEditor?
    package private(set) var color = 0
    /// The IDs of the viewer's shapes that undo removes, newest last.
    private(set) var own: [String] = []
    private var serial = 0

    /// The colours as 0xRRGGBB.
    static let colors: [UInt32] = [0xE03131, 0x1971C2, 0x2F9E44, 0xF08C00, 0x9C36B5, 0x212529]
    /// The most points of a shape, so that its JSON stays within the limit of the service.
    static let mostPoints = 64

    package init(at cursor: Spot) { self.cursor = cursor }

    package var isDown: Bool { !stroke.isEmpty }

    mutating func choose(_ tool: Tool) {
        lift()
        self.tool = tool
    }

    mutating func nextColor() { color = (color + 1) % Self.colors.count }

    mutating func lift() {
        stroke = []
        text = nil
    }

    // MARK: Strokes

    mutating func begin() { stroke = [cursor] }

    /// Moves the cursor. Draws if the pen is down.
    mutating func move(to spot: Spot) {
        cursor = spot
        guard isDown, stroke.last != spot else { return }
        if tool == .pencil || tool == .eraser { stroke.append(spot) } else { stroke = [stroke[0], spot] }
    }

    /// Ends the stroke and returns its shapes.
    ///
    /// - Parameter id: a unique prefix for their IDs.
    mutating func end(_ cells: PageCells, on key: PageKey, id: String) -> [Shape] {
        defer { stroke = [] }
        let points = stroke.compactMap { cells.point(column: $0.column, row: $0.row) }
        guard let first = points.first, let last = points.last else { return [] }
        switch tool {
        case .pencil: return pieces(of: Self.simplified(points)).map { make(.pencil, $0, on: key, id) }
        case .line, .arrow, .rectangle, .ellipse:
            guard first != last else { return [] }
            return [make(Self.kinds[tool] ?? .line, [first, last], on: key, id)]
        case .text, .eraser: return []
        }
    }

    private static let kinds: [Tool: Shape.Kind] = [
        .line: .line, .arrow: .arrow, .rectangle: .rectangle, .ellipse: .ellipse,
    ]

    /// Splits a long line into connected pieces.
    private func pieces(of points: [BoardPoint]) -> [[BoardPoint]] {
        guard points.count > Self.mostPoints else { return [points] }
        return stride(from: 0, to: points.count - 1, by: Self.mostPoints - 1).map { start in
            Array(points[start..<min(start + Self.mostPoints, points.count)])
        }
    }

    /// Removes points on the straight line between their neighbours.
    static func simplified(_ points: [BoardPoint]) -> [BoardPoint] {
        guard points.count > 2 else { return points.count == 1 ? [points[0], points[0]] : points }
        var kept = [points[0]]
        for index in 1..<points.count - 1 {
            let (a, b, c) = (kept[kept.count - 1], points[index], points[index + 1])
            let turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
            let isAhead = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) > 0
            if abs(turn) > 1e-6 || !isAhead { kept.append(b) }
        }
        return kept + [points[points.count - 1]]
    }

    /// Returns the shape of the typed text, or `nil` if it is empty or the cursor is beside the page.
    mutating func endText(_ cells: PageCells, on key: PageKey, id: String) -> Shape? {
        defer { text = nil }
        guard let words = text?.text, words.contains(where: { !$0.isWhitespace }),
            let start = cells.point(column: cursor.column, row: cursor.row)
        else { return nil }
        let width = min(1 - start.x, Double(words.count) * cells.columnWidth)
        let end = BoardPoint(x: start.x + width, y: min(1, start.y + cells.rowHeight))
        return make(.text, [start, end], on: key, id, text: words, textHeight: cells.rowHeight)
    }

    private mutating func make(
        _ kind: Shape.Kind, _ points: [BoardPoint], on key: PageKey, _ id: String, text: String? = nil,
        textHeight: Double? = nil
    ) -> Shape {
        serial += 1
        let name = id + "-\(serial)"
        own.append(name)
        return Shape(
            id: name, on: key, kind, points, color: Self.colors[color], thickness: 0.004, text: text,
            textHeight: textHeight)
    }

    // MARK: Taking back

    /// Returns the ID of the viewer's newest shape that still exists. The caller erases it.
    mutating func undoLast(among shapes: [Shape]) -> String? {
        while let last = own.popLast() {
            if shapes.contains(where: { $0.id == last }) { return last }
        }
        return nil
    }

    func touched(_ shapes: [Shape], _ cells: PageCells) -> [String] {
        let spots = Set(stroke.isEmpty ? [cursor] : stroke)
        return shapes.filter { shape in Self.spots(of: shape, cells).contains { spots.contains($0) } }.map(\.id)
    }

    static func spots(of shape: Shape, _ cells: PageCells) -> Set<Spot> {
        let corners = shape.points.map { cells.cell(of: $0) }
        guard let first = corners.first, let last = corners.last else { return [] }
        let path: [(column: Int, row: Int)] =
            switch shape.kind {
            case .rectangle, .ellipse, .triangle, .other:
                [first, (last.column, first.row), last, (first.column, last.row), first]
            case .text, .picture: [first, (last.column, first.row)]
            default: corners
            }
        var spots: Set<Spot> = [Spot(column: first.column, row: first.row)]
        for (a, b) in zip(path, path.dropFirst()) {
            // Limited, because shapes may extend far outside the pane.
            let steps = min(max(abs(b.column - a.column), abs(b.row - a.row)), 500)
            guard steps > 0 else { continue }
            for step in 1...steps {
                spots.insert(
                    Spot(
                        column: a.column + (b.column - a.column) * step / steps,
                        row: a.row + (b.row - a.row) * step / steps))
            }
        }
        return spots
    }
}
