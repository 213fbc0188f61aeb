import Classes
import Encoding
import PlayCore
import XML

extension RawRecording {
    private static let board = PublishedSlides.Size(width: 1440, height: 1080)
    private static let firstBoard = PublishedSlides.Size(width: 2048, height: 1536)

    /// The events lack the height, so 4:3 is assumed, the most common format.
    private var boardSize: PublishedSlides.Size {
        versionNumbers.lexicographicallyPrecedes([2, 6, 1]) ? Self.firstBoard : Self.board
    }

    mutating func readDrawing(_ name: String, _ event: XMLElement, _ time: MediaTime) {
        switch name {
        case "WhiteboardCursorMoveEvent":
            isTldraw
                ? readPointer(event, time, whole: boardSize.width, height: boardSize.height)
                : readPointer(event, time, whole: 100)
        case "AddShapeEvent", "ModifyTextEvent", "UpdateShapeEvent": readShape(event, time)
        case "AddTldrawShapeEvent": readTldraw(event, time)
        case "UndoShapeEvent", "UndoAnnotationEvent", "DeleteTldrawShapeEvent":
            guard let key = pageKey(event) else { return }
            guard let id = event.value("shapeId") ?? drawings.last(on: key) else { return }
            add(time, .shapesUndone(key, [id]))
            drawings.remove([id], on: key)
        case "ClearPageEvent", "ClearWhiteboardEvent", "ClearPublicWhiteboardEvent":
            guard let key = pageKey(event) else { return }
            let own = event.value("fullClear") == "false" ? event.value("userId") : nil
            clear(key, own, time)
        default: break
        }
    }

    /// - Parameter user: the user whose drawings are removed; `nil` for all users.
    private mutating func clear(_ key: PageKey, _ user: String?, _ time: MediaTime) {
        guard let user else {
            drawings.removeAll(on: key)
            return add(time, .boardCleared(key))
        }
        let ids = drawings.ids(of: user, on: key)
        if !ids.isEmpty { add(time, .shapesUndone(key, ids)) }
        drawings.remove(ids, on: key)
    }

    private func pageKey(_ event: XMLElement) -> PageKey? {
        guard let document = event.value("presentation") ?? documents.current else { return nil }
        let page = event.value("pageNumber").flatMap { Int($0) } ?? documents.pages[document] ?? 0
        // Before 0.9, pages were counted from 1.
        return PageKey(document: document, page: max(0, version == nil ? page - 1 : page))
    }

    // MARK: Shapes

    private mutating func readShape(_ event: XMLElement, _ time: MediaTime) {
        guard let key = pageKey(event), let type = event.value("type"),
            var points = event.value("dataPoints").flatMap({ Numbers.list($0) }), points.count >= 2
        else { return collector.note("a drawing that cannot be read") }
        let id = event.value("id") ?? event.value("shapeId") ?? drawings.nextID(type, points, on: key)
        if type == "pencil", event.value("status") == "DRAW_UPDATE" {
            points = drawings.points(of: id, on: key) + points
        }
        points = Array(points.prefix(SVGShape.pointLimit * 2))
        guard drawings.takes(points.count) else { return collector.note("more drawings than are kept") }
        drawings.note(id, type, points, user: event.value("userId"), on: key)
        if let shape = shape(event, id, key, type, points) { add(time, .shapeDrawn(shape)) }
    }

    /// Points are per cent of the page.
    private func shape(
        _ event: XMLElement, _ id: String, _ key: PageKey, _ type: String, _ points: [Double]
    ) -> Shape? {
        var list = stride(from: 0, to: points.count - 1, by: 2).map { index in
            BoardPoint(x: SVGShape.fraction(points[index], of: 100), y: SVGShape.fraction(points[index + 1], of: 100))
        }
        guard let first = list.first else { return nil }
        var text: String?
        var textHeight: Double?
        let kinds: [String: Shape.Kind] = [
            "pencil": .pencil, "line": .line, "rectangle": .rectangle, "ellipse": .ellipse, "triangle": .triangle,
            "text": .text, "poll_result": .text,
        ]
        func number(_ name: String) -> Double? { event.value(name).flatMap { Numbers.number($0) } }
        if type == "text" {
            let (width, height) = (number("textBoxWidth") ?? 0, number("textBoxHeight") ?? 0)
            text = event.value("text") ?? ""
            textHeight = number("calcedFontSize").map { SVGShape.fraction($0, of: 100) }
            let corner = BoardPoint(
                x: first.x + SVGShape.fraction(width, of: 100), y: first.y + SVGShape.fraction(height, of: 100))
            list = [first, corner]
        } else if type == "poll_result", list.count == 2 {
            list[1] = BoardPoint(x: first.x + list[1].x, y: first.y + list[1].y)
            text = RawPolls.resultText(event.value("result") ?? "")
        }
        let color = (number("color") ?? number("fontColor")).flatMap { UInt32(exactly: $0) }.map { $0 & 0xFFFFFF }
        // Since 2.0 the unit is per cent of the width. Before, it was pixels of a slide of unknown size.
        let thickness = number("thickness").map { SVGShape.fraction($0, of: versionNumbers.isEmpty ? 800 : 100) }
        return Shape(
            id: id, on: key, kinds[type] ?? .other, list, color: color, thickness: thickness, text: text,
            textHeight: textHeight)
    }

    private mutating func readTldraw(_ event: XMLElement, _ time: MediaTime) {
        guard let key = pageKey(event), let data = event.value("shapeData") else {
            return collector.note("a drawing that cannot be read")
        }
        do throws(JSONValue.Problem) {
            let value = try JSONValue(document: Array(data.utf8))
            guard let shape = TldrawShape.shape(value, id: event.value("shapeId"), on: key, size: boardSize) else {
                return collector.note("a drawing that cannot be read")
            }
            drawings.note(shape.id, "tldraw", [], user: event.value("userId"), on: key)
            add(time, .shapeDrawn(shape))
        } catch {
            collector.note("a drawing that is wrong: \(error.words)")
        }
    }
}

/// The drawings on the pages of a raw recording, for events that do not name their drawing.
struct RawDrawings {
    private struct Drawing {
        var type: String
        var points: [Double]
        var user: String?
    }

    private struct Page {
        var drawings: [String: Drawing] = [:]
        var order: [String] = []
    }

    private var pages: [PageKey: Page] = [:]
    private var count = 0
    /// The coordinates that may still be stored. Each stage of a stroke repeats all of them, so a hostile file could
    /// exhaust memory.
    private var left = 10_000_000

    /// Returns whether the coordinates fit.
    mutating func takes(_ coordinates: Int) -> Bool {
        left -= coordinates
        return left >= 0
    }

    /// Old servers store no ID. A later stage of the last drawing gets the same ID.
    mutating func nextID(_ type: String, _ points: [Double], on key: PageKey) -> String {
        if let id = last(on: key), let last = pages[key]?.drawings[id], last.type == type,
            last.points.prefix(2) == points.prefix(2)
        {
            return id
        }
        count += 1
        return "drawing \(count)"
    }

    mutating func note(_ id: String, _ type: String, _ points: [Double], user: String?, on key: PageKey) {
        if pages[key]?.drawings[id] == nil { pages[key, default: Page()].order.append(id) }
        pages[key, default: Page()].drawings[id] = Drawing(type: type, points: points, user: user)
    }

    func points(of id: String, on key: PageKey) -> [Double] { pages[key]?.drawings[id]?.points ?? [] }

    mutating func last(on key: PageKey) -> String? {
        while let id = pages[key]?.order.last {
            if pages[key]?.drawings[id] != nil { return id }
            pages[key]?.order.removeLast()
        }
        return nil
    }

    func ids(of user: String, on key: PageKey) -> [String] {
        guard let page = pages[key] else { return [] }
        return page.drawings.filter { $0.value.user == user }.map(\.key).sorted()
    }

    mutating func remove(_ ids: [String], on key: PageKey) {
        for id in ids { pages[key]?.drawings[id] = nil }
    }

    mutating func removeAll(on key: PageKey) { pages[key] = nil }
}
