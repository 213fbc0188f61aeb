/// The line that the `d` of an SVG path describes (SVG 1.1, 8.3). A curve becomes eight lines. An arc becomes one,
/// since the ends of its arcs describe an ellipse.
enum SVGPath {
    private static let steps = 8

    static func points(_ text: String) -> [(x: Double, y: Double)] {
        var reader = Reader(bytes: Array(text.utf8))
        var points: [(x: Double, y: Double)] = []
        var start = (x: 0.0, y: 0.0)
        while points.count < SVGShape.pointLimit, let (command, isRelative) = reader.command() {
            let here = points.last ?? (x: 0, y: 0)
            let origin = isRelative ? here : (x: 0, y: 0)
            switch command {
            case "M":
                guard let values = reader.numbers(2) else { return points }
                start = (origin.x + values[0], origin.y + values[1])
                points.append(start)
            case "L", "T":
                guard let values = reader.numbers(2) else { return points }
                points.append((origin.x + values[0], origin.y + values[1]))
            case "H":
                guard let values = reader.numbers(1) else { return points }
                points.append((origin.x + values[0], here.y))
            case "V":
                guard let values = reader.numbers(1) else { return points }
                points.append((here.x, origin.y + values[0]))
            case "Q", "S":
                guard let values = reader.numbers(4) else { return points }
                points += curve([here] + pairs(values, origin))
            case "C":
                guard let values = reader.numbers(6) else { return points }
                points += curve([here] + pairs(values, origin))
            case "A":
                guard let values = reader.numbers(7) else { return points }
                points.append((origin.x + values[5], origin.y + values[6]))
            default: points.append(start)
            }
        }
        return points
    }

    private static func pairs(_ values: [Double], _ origin: (x: Double, y: Double)) -> [(x: Double, y: Double)] {
        stride(from: 0, to: values.count, by: 2).map { (origin.x + values[$0], origin.y + values[$0 + 1]) }
    }

    /// De Casteljau's algorithm. Omits the first point.
    private static func curve(_ controls: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        (1...steps).map { step in
            let share = Double(step) / Double(steps)
            var points = controls
            while points.count > 1 {
                points = zip(points, points.dropFirst()).map { a, b in
                    (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
                }
            }
            return points[0]
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        private var index = 0
        private var latest: Character?

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// Returns the next command in upper case. Numbers without a command repeat the previous one.
        mutating func command() -> (Character, isRelative: Bool)? {
            skipSeparators()
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            if (byte | 0x20) >= 0x61, (byte | 0x20) <= 0x7A {
                index += 1
                latest = Character(Unicode.Scalar(byte))
            } else if latest == "M" || latest == "m" {
                latest = latest == "M" ? "L" : "l"
            } else if latest == nil || latest == "Z" || latest == "z" {
                return nil
            }
            guard let latest, let upper = latest.uppercased().first, "MLTHVQSCAZ".contains(upper) else { return nil }
            return (upper, latest.isLowercase)
        }

        mutating func numbers(_ count: Int) -> [Double]? {
            var values: [Double] = []
            for _ in 0..<count {
                guard let value = number() else { return nil }
                values.append(value)
            }
            return values
        }

        private mutating func number() -> Double? {
            skipSeparators()
            let start = index
            while index < bytes.count {
                let byte = bytes[index]
                let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                let isExponent = byte | 0x20 == UInt8(ascii: "e")
                let isAfterExponent = index > start && bytes[index - 1] | 0x20 == UInt8(ascii: "e")
                guard (48...57).contains(byte) || byte == UInt8(ascii: ".") || isExponent || isSign,
                    !isSign || index == start || isAfterExponent
                else { break }
                index += 1
            }
            return Numbers.number(String(decoding: bytes[start..<index], as: UTF8.self))
        }

        private mutating func skipSeparators() {
            while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ",") { index += 1 }
        }
    }
}
