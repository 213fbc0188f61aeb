import Classes
import PlayCore
import XML

/// A `<g class="shape">` of `shapes.svg`, in pixels of the slide. Its writer:
/// bigbluebutton:record-and-playback/presentation/scripts/publish/presentation.rb
enum SVGShape {
    /// A line of the package has at most 1 MiB.
    static let pointLimit = 8000

    static func shape(_ group: XMLElement, on key: PageKey, size: PublishedSlides.Size, image: String) -> Shape? {
        let name = withoutImage(group["shape"] ?? group["id"] ?? "", image)
        guard !name.isEmpty, let form = form(group, name) else { return nil }
        let style = style(group["style"] ?? "")
        let points = form.points.prefix(pointLimit).map { point in
            BoardPoint(x: fraction(point.x, of: size.width), y: fraction(point.y, of: size.height))
        }
        guard !points.isEmpty else { return nil }
        return Shape(
            id: name, on: key, form.kind, points,
            color: (style["stroke"] ?? style["color"]).flatMap(color) ?? style["color"].flatMap(color),
            fill: style["fill"].flatMap(color),
            thickness: style["stroke-width"].flatMap(pixels).map { fraction($0, of: size.width) },
            text: form.text, textHeight: style["font-size"].flatMap(pixels).map { fraction($0, of: size.height) },
            picture: form.picture)
    }

    /// Newer servers put the image's name first ("image3-pencil1").
    static func withoutImage(_ name: String, _ image: String) -> String {
        name.hasPrefix(image + "-") ? String(name.dropFirst(image.count + 1)) : name
    }

    /// Limits the fraction to −100 … 100, so that no number of a file becomes infinite.
    static func fraction(_ value: Double, of whole: Double) -> Double {
        let share = value / max(whole, 1)
        return share.isFinite ? min(max(share, -100), 100) : 0
    }

    private struct Form {
        var kind: Shape.Kind
        var points: [(x: Double, y: Double)]
        var text: String?
        var picture: String?
    }

    private static func form(_ group: XMLElement, _ name: String) -> Form? {
        if let image = group.first("image") {
            let href = image["xlink:href"] ?? image["href"]
            guard let box = box(group.first("rect") ?? image) else { return nil }
            return Form(kind: .picture, points: box, picture: href.flatMap { ClassPath.problem($0) == nil ? $0 : nil })
        }
        if let text = group.first("switch")?.first("foreignObject") ?? group.first("foreignObject") {
            guard let box = box(text) else { return nil }
            return Form(kind: .text, points: box, text: text.brokenText.trimmed)
        }
        if let line = group.first("line") {
            let ends = ["x1", "y1", "x2", "y2"].compactMap { line[$0].flatMap { Numbers.number($0) } }
            return ends.count == 4 ? Form(kind: .line, points: [(ends[0], ends[1]), (ends[2], ends[3])]) : nil
        }
        if let circle = group.first("circle") ?? group.first("ellipse") { return round(circle) }
        if let path = group.first("path") { return outline(SVGPath.points(path["d"] ?? ""), name) }
        if let lines = group.first("polyline") ?? group.first("polygon") {
            let numbers = Numbers.list(lines["points"] ?? "") ?? []
            var points = stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
            if lines.name == "polygon", let first = points.first { points.append(first) }
            return outline(points, name)
        }
        return group.first("rect").flatMap(box).map { Form(kind: .rectangle, points: $0) }
    }

    private static func outline(_ points: [(x: Double, y: Double)], _ name: String) -> Form {
        let kinds: [(String, Shape.Kind)] = [
            ("rect", .rectangle), ("ellipse", .ellipse), ("triangle", .triangle), ("poll", .rectangle),
        ]
        return Form(kind: kinds.first { name.hasPrefix($0.0) }?.1 ?? .pencil, points: points)
    }

    private static func round(_ element: XMLElement) -> Form? {
        func number(_ name: String) -> Double? { element[name].flatMap { Numbers.number($0) } }
        guard let x = number("cx"), let y = number("cy"), let width = number("r") ?? number("rx"),
            let height = number("r") ?? number("ry")
        else { return nil }
        return Form(kind: .ellipse, points: [(x - width, y - height), (x + width, y + height)])
    }

    private static func box(_ element: XMLElement) -> [(x: Double, y: Double)]? {
        let numbers = ["x", "y", "width", "height"].compactMap { element[$0].flatMap { Numbers.number($0) } }
        guard numbers.count == 4 else { return nil }
        return [(numbers[0], numbers[1]), (numbers[0] + numbers[2], numbers[1] + numbers[3])]
    }

    // MARK: Style

    private static func style(_ text: String) -> [String: String] {
        var style: [String: String] = [:]
        for declaration in text.split(separator: ";") {
            let halves = declaration.split(separator: ":", maxSplits: 1)
            if halves.count == 2 { style[halves[0].trimmed] = halves[1].trimmed }
        }
        return style
    }

    private static func color(_ text: String) -> UInt32? { text.hasPrefix("#") ? Numbers.color(text) : nil }

    private static func pixels(_ text: String) -> Double? {
        Numbers.number(text.hasSuffix("px") ? text.dropLast(2) : text[...])
    }
}
