struct WebVTTRegion: Equatable {
    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    private(set) var id = ""
    /// In per cent.
    private(set) var width = 100.0
    private(set) var lines = 3
    /// The point of the region, in per cent of its size, that lies at `viewportAnchor`, in per cent of the picture.
    private(set) var regionAnchor = Point(x: 0, y: 100)
    private(set) var viewportAnchor = Point(x: 0, y: 100)
    /// Shows the newest lines at once, without scrolling.
    private(set) var scrollsUp = false

    init?(_ text: String) {
        for word in text.split(whereSeparator: { " \t\n\u{C}\r".contains($0) }) {
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { continue }
            applySetting(String(parts[0]), parts[1])
        }
        if id.isEmpty { return nil }
    }

    private mutating func applySetting(_ name: String, _ value: Substring) {
        switch name {
        case "id": id = String(value)
        case "width": width = WebVTTSettings.percent(value) ?? width
        case "lines":
            guard value.utf8.allSatisfy(\.isDigit) else { return }
            // A larger number counts as the largest one.
            lines = Int(value) ?? .max
        case "regionanchor": regionAnchor = Self.point(value) ?? regionAnchor
        case "viewportanchor": viewportAnchor = Self.point(value) ?? viewportAnchor
        case "scroll": if value == "up" { scrollsUp = true }
        default: break
        }
    }

    private static func point(_ text: Substring) -> Point? {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let x = WebVTTSettings.percent(parts[0]), let y = WebVTTSettings.percent(parts[1])
        else {
            return nil
        }
        return Point(x: x, y: y)
    }

    func place(_ placement: inout CuePlacement) {
        placement.width = width
        placement.left = min(max(0, viewportAnchor.x - width * regionAnchor.x / 100), 100 - width)
        placement.line = .percent(viewportAnchor.y)
        placement.lineAnchor = regionAnchor.y < 100 / 3 ? .top : regionAnchor.y > 200 / 3 ? .bottom : .middle
    }
}
