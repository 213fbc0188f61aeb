import Classes
import Encoding

/// A shape of tldraw, in version 1 (BigBlueButton 2.6 and 2.7: `point`, `size`, `style`) or version 2 (since 3.0: `x`,
/// `y`, `props`). Rotation is ignored.
enum TldrawShape {
    /// - Parameter size: the page's size in tldraw's units.
    static func shape(_ data: JSONValue, id: String?, on key: PageKey, size: PublishedSlides.Size) -> Shape? {
        guard let id = data["id"]?.identifier ?? id, let type = data["type"]?.text else { return nil }
        let props = data["props"]
        let origin = (data["x"]?.double ?? data.at("point")?.items?.first?.double ?? 0, y(data))
        let points = offsets(data, props).prefix(SVGShape.pointLimit).map { offset in
            BoardPoint(
                x: SVGShape.fraction(origin.0 + offset.x, of: size.width),
                y: SVGShape.fraction(origin.1 + offset.y, of: size.height))
        }
        guard !points.isEmpty else { return nil }
        let style = props ?? data["style"]
        let stroke = color(style?["color"]?.text)
        let isFilled = style?["isFilled"]?.isTrue == true || ["solid", "pattern"].contains(style?["fill"]?.text)
        let height = textHeights[style?["size"]?.text ?? ""] ?? 28
        return Shape(
            id: id, on: key, kind(type, props), points, color: stroke, fill: isFilled ? stroke : nil,
            thickness: SVGShape.fraction(thicknesses[style?["size"]?.text ?? ""] ?? 3.5, of: size.width),
            text: text(data, props), textHeight: SVGShape.fraction(height, of: size.height))
    }

    private static func y(_ data: JSONValue) -> Double {
        if let y = data["y"]?.double { return y }
        let point = data["point"]?.items ?? []
        return point.count > 1 ? point[1].double ?? 0 : 0
    }

    private static func kind(_ type: String, _ props: JSONValue?) -> Shape.Kind {
        switch type {
        case "draw": return .pencil
        case "highlight": return .marker
        case "line": return .polyline
        case "arrow": return .arrow
        case "text", "sticky", "note": return .text
        case "rectangle", "frame": return .rectangle
        case "ellipse": return .ellipse
        case "triangle": return .triangle
        case "geo":
            let geo = props?["geo"]?.text ?? ""
            return ["rectangle": .rectangle, "ellipse": .ellipse, "triangle": .triangle][geo] ?? .other
        default: return .other
        }
    }

    private static func offsets(_ data: JSONValue, _ props: JSONValue?) -> [(x: Double, y: Double)] {
        if let segments = props?["segments"]?.items {
            return segments.flatMap { ($0["points"]?.items ?? []).compactMap(pair) }
        }
        if let points = data["points"]?.items { return points.compactMap(pair) }
        if let start = props?["start"].flatMap(pair), let end = props?["end"].flatMap(pair) { return [start, end] }
        if let points = (props?["points"] ?? props?["handles"])?.fields, !points.isEmpty {
            return points.sorted { ($0.value["index"]?.text ?? $0.key) < ($1.value["index"]?.text ?? $1.key) }
                .compactMap { pair($0.value) }
        }
        if let handles = data["handles"]?.fields {
            return ["start", "end"].compactMap { handles[$0]?["point"].flatMap(pair) }
        }
        if let radius = data["radius"].flatMap(pair) { return [(0, 0), (radius.x * 2, radius.y * 2)] }
        let box = data["size"].flatMap(pair) ?? (props?["w"]?.double ?? 0, props?["h"]?.double ?? 0)
        return [(0, 0), box]
    }

    private static func pair(_ value: JSONValue) -> (x: Double, y: Double)? {
        if let x = value["x"]?.double, let y = value["y"]?.double { return (x, y) }
        let items = value.items ?? []
        guard items.count >= 2, let x = items[0].double, let y = items[1].double else { return nil }
        return (x, y)
    }

    private static func text(_ data: JSONValue, _ props: JSONValue?) -> String? {
        let text = data["text"]?.text ?? data["label"]?.text ?? props?["text"]?.text
        return text.flatMap { $0.isEmpty ? nil : String($0.prefix(10_000)) }
    }

    // MARK: Style

    private static let colors: [String: UInt32] = [
        "black": 0x1D1D1D, "blue": 0x4263EB, "green": 0x099268, "grey": 0xADB5BD, "gray": 0xADB5BD,
        "light-blue": 0x4DABF7, "light-green": 0x40C057, "light-red": 0xFF8787, "light-violet": 0xE599F7,
        "orange": 0xF76707, "red": 0xE03131, "violet": 0xAE3EC9, "white": 0xFFFFFF, "yellow": 0xFFC078,
        "indigo": 0x4263EB, "cyan": 0x22B8CF,
    ]

    private static func color(_ name: String?) -> UInt32? { name.flatMap { colors[$0] } }

    /// In tldraw's units. Version 1 has long names, version 2 letters.
    private static let thicknesses = ["small": 2, "medium": 3.5, "large": 5, "s": 2, "m": 3.5, "l": 5, "xl": 10]
    private static let textHeights = ["small": 28.0, "medium": 48, "large": 96, "s": 18, "m": 24, "l": 36, "xl": 44]
}
