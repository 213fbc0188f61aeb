import Classes
import PlayCore

struct SlideCanvas {
    let width: Int
    let height: Int
    /// Four bytes a pixel: R, G, B, unused.
    private var bytes: [UInt8]

    private static let paper: UInt32 = 0xF4F4F4
    private static let ink: UInt32 = 0x202020
    private static let pointerColor: UInt32 = 0xE02020

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: width * height * 4)
    }

    var pixels: PixelBuffer {
        PixelBuffer(width: width, height: height) { target in _ = target.update(fromContentsOf: bytes) }
    }

    /// - Parameter page: the whole page, or a smaller one with the same aspect.
    mutating func put(_ page: PixelBuffer, _ grid: SlideGrid) {
        put(page, x: grid.x, y: grid.y, width: grid.pageWidth, height: grid.pageHeight, isOpaque: true)
    }

    mutating func put(_ picture: PixelBuffer, _ shape: Shape, _ grid: SlideGrid) {
        let points = shape.points.map(grid.place)
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
            let bottom = points.map(\.y).max()
        else { return }
        put(
            picture, x: left, y: top, width: max(1, right - left + 1), height: max(1, bottom - top + 1),
            isOpaque: false)
    }

    /// Each pixel is the mean of the picture's pixels that it covers.
    ///
    /// - Parameter isOpaque: whether the fourth byte is ignored; otherwise it is the opacity.
    private mutating func put(
        _ picture: PixelBuffer, x: Int, y: Int, width wide: Int, height tall: Int, isOpaque: Bool
    ) {
        picture.withBytes { source in
            for row in max(0, y)..<max(0, y, min(height, y + tall)) {
                let rows = Self.covered(row - y, of: tall, picture.height)
                for column in max(0, x)..<max(0, x, min(width, x + wide)) {
                    let columns = Self.covered(column - x, of: wide, picture.width)
                    let mean = Self.mean(source, picture.width, columns, rows, isOpaque)
                    blend(mean, at: (row * width + column) * 4)
                }
            }
        }
    }

    /// - Parameter area: lies within the canvas.
    func mean(of area: (columns: Range<Int>, rows: Range<Int>)) -> UInt32 {
        let mean = bytes.withUnsafeBufferPointer { Self.mean($0, width, area.columns, area.rows, true) }
        return UInt32(mean.0) << 16 | UInt32(mean.1) << 8 | UInt32(mean.2)
    }

    private static func covered(_ place: Int, of count: Int, _ pixels: Int) -> Range<Int> {
        let first = min(pixels - 1, place * pixels / count)
        return first..<min(pixels, max(first + 1, (place + 1) * pixels / count))
    }

    /// Returns red, green, blue and opacity, 0 … 255. Opacity weights the colours.
    private static func mean(
        _ source: UnsafeBufferPointer<UInt8>, _ width: Int, _ columns: Range<Int>, _ rows: Range<Int>, _ isOpaque: Bool
    ) -> (Int, Int, Int, Int) {
        var (red, green, blue, weight) = (0, 0, 0, 0)
        for row in rows {
            for column in columns {
                let at = (row * width + column) * 4
                let opacity = isOpaque ? 255 : Int(source[at + 3])
                red += Int(source[at]) * opacity
                green += Int(source[at + 1]) * opacity
                blue += Int(source[at + 2]) * opacity
                weight += opacity
            }
        }
        guard weight > 0 else { return (0, 0, 0, 0) }
        return (red / weight, green / weight, blue / weight, weight / (rows.count * columns.count))
    }

    private mutating func blend(_ color: (Int, Int, Int, Int), at place: Int) {
        guard color.3 > 0 else { return }
        func mixed(_ new: Int, _ old: UInt8) -> UInt8 { UInt8((new * color.3 + Int(old) * (255 - color.3)) / 255) }
        bytes[place] = mixed(color.0, bytes[place])
        bytes[place + 1] = mixed(color.1, bytes[place + 1])
        bytes[place + 2] = mixed(color.2, bytes[place + 2])
    }

    mutating func fillPage(_ grid: SlideGrid) {
        fill(from: (grid.x, grid.y), to: (grid.x + grid.pageWidth - 1, grid.y + grid.pageHeight - 1), Self.paper)
    }

    // MARK: Shapes

    mutating func draw(_ shape: Shape, _ grid: SlideGrid) {
        let points = shape.points.map(grid.place)
        guard let first = points.first, let last = points.last else { return }
        let color = shape.color ?? Self.ink
        let size = max(1, min(40, Int(((shape.thickness ?? 0) * Double(grid.pageWidth)).rounded())))
        let left = points.map(\.x).min() ?? 0, right = points.map(\.x).max() ?? 0
        let top = points.map(\.y).min() ?? 0, bottom = points.map(\.y).max() ?? 0
        let (a, b) = ((x: left, y: top), (x: right, y: bottom))
        switch shape.kind {
        case .pencil, .marker, .polyline:
            if points.count == 1 { dot(first, size, color) }
            for (from, to) in zip(points, points.dropFirst()) { line(from, to, size, color) }
        case .line: line(first, last, size, color)
        case .arrow: arrow(first, last, size, color)
        case .rectangle, .other:
            if let fill = shape.fill { self.fill(from: a, to: b, fill) }
            polygon([a, (b.x, a.y), b, (a.x, b.y)], size, color)
        case .triangle: polygon([((a.x + b.x) / 2, a.y), b, (a.x, b.y)], size, color)
        case .ellipse: ellipse(a, b, size, shape)
        case .text, .picture: break
        }
    }

    mutating func drawFrame(of shape: Shape, _ grid: SlideGrid) {
        draw(
            Shape(
                id: shape.id, on: shape.key, .rectangle, shape.points, color: shape.color, thickness: shape.thickness),
            grid)
    }

    mutating func draw(pointer: BoardPoint, _ grid: SlideGrid) {
        dot(grid.place(pointer), max(2, min(grid.width, grid.height) / 40), Self.pointerColor)
    }

    private mutating func polygon(_ points: [(x: Int, y: Int)], _ size: Int, _ color: UInt32) {
        for (index, point) in points.enumerated() { line(point, points[(index + 1) % points.count], size, color) }
    }

    private mutating func arrow(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), _ size: Int, _ color: UInt32) {
        line(from, to, size, color)
        let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
        let length = (dx * dx + dy * dy).squareRoot()
        guard length >= 1 else { return }
        let head = min(length / 2, Double(max(3, 4 * size)))
        let (ux, uy) = (dx / length * head, dy / length * head)
        for side in [-0.6, 0.6] {
            line(to, (to.x - Int(ux - side * uy), to.y - Int(uy + side * ux)), size, color)
        }
    }

    private mutating func ellipse(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int), _ size: Int, _ shape: Shape) {
        let centre = (x: Double(a.x + b.x) / 2, y: Double(a.y + b.y) / 2)
        let radius = (x: max(0.5, Double(b.x - a.x) / 2), y: max(0.5, Double(b.y - a.y) / 2))
        if let color = shape.fill {
            for y in max(0, a.y)..<max(0, a.y, min(height, b.y + 1)) {
                let part = (Double(y) - centre.y) / radius.y
                let half = radius.x * max(0, 1 - part * part).squareRoot()
                fill(from: (Int(centre.x - half), y), to: (Int(centre.x + half), y), color)
            }
        }
        // 32 corners approximate the ellipse; at these sizes eight would be enough.
        var corners: [(x: Int, y: Int)] = []
        for (cosine, sine) in Self.directions {
            corners.append((Int((centre.x + radius.x * cosine).rounded()), Int((centre.y + radius.y * sine).rounded())))
        }
        polygon(corners, size, shape.color ?? Self.ink)
    }

    private static let directions: [(Double, Double)] = {
        // cos and sin of 11.25°.
        let (cosine, sine) = (0.980_785_280_403_230_4, 0.195_090_322_016_128_3)
        var (x, y) = (1.0, 0.0)
        return (0..<32).map { _ in
            defer { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
            return (x, y)
        }
    }()

    // MARK: Pixels

    /// Steps along the line's longer side. ``SlideGrid`` bounds the points, so a far one costs little.
    private mutating func line(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), _ size: Int, _ color: UInt32) {
        let steps = max(abs(to.x - from.x), abs(to.y - from.y), 1)
        for step in 0...steps {
            dot((from.x + (to.x - from.x) * step / steps, from.y + (to.y - from.y) * step / steps), size, color)
        }
    }

    private mutating func dot(_ place: (x: Int, y: Int), _ size: Int, _ color: UInt32) {
        let half = size / 2
        fill(from: (place.x - half, place.y - half), to: (place.x - half + size - 1, place.y - half + size - 1), color)
    }

    /// Includes both corners.
    private mutating func fill(from a: (x: Int, y: Int), to b: (x: Int, y: Int), _ color: UInt32) {
        for y in max(0, a.y)..<max(0, a.y, min(height, b.y + 1)) {
            for x in max(0, a.x)..<max(0, a.x, min(width, b.x + 1)) {
                let at = (y * width + x) * 4
                bytes[at] = UInt8(truncatingIfNeeded: color >> 16)
                bytes[at + 1] = UInt8(truncatingIfNeeded: color >> 8)
                bytes[at + 2] = UInt8(truncatingIfNeeded: color)
            }
        }
    }
}
