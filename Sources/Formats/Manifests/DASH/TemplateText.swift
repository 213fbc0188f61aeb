/// A parsed template such as `video_$Number%05d$.m4s` (ISO 23009-1, 5.3.9.4.4).
struct TemplateText: Sendable, Equatable {
    struct Values {
        let representationID: String
        let bandwidth: Int64
        var number: Int64 = 0
        /// Ticks.
        var time: Int64 = 0
    }

    private enum Piece: Sendable, Equatable {
        case text(String)
        case representationID
        case bandwidth(width: Int)
        case number(width: Int)
        case time(width: Int)
    }

    private let pieces: [Piece]

    /// Unknown identifiers are unchanged.
    init(_ text: String) {
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$") {
            pieces.append(.text(String(rest[..<dollar])))
            rest = rest[rest.index(after: dollar)...]
            guard let end = rest.firstIndex(of: "$") else {
                pieces.append(.text("$"))
                break
            }
            pieces.append(Self.piece(rest[..<end]))
            rest = rest[rest.index(after: end)...]
        }
        pieces.append(.text(String(rest)))
        self.pieces = pieces.filter { $0 != .text("") }
    }

    private static func piece(_ name: Substring) -> Piece {
        let parts = name.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let word = parts.first, let width = parts.count == 2 ? width(parts[1]) : 1 else {
            return .text("$\(name)$")
        }
        switch word {
        case "": return .text("$")
        case "RepresentationID": return .representationID
        case "Bandwidth": return .bandwidth(width: width)
        case "Number": return .number(width: width)
        case "Time": return .time(width: width)
        default: return .text("$\(name)$")
        }
    }

    /// Reads `05d`. The width is at most 20, the length of the longest number.
    private static func width(_ format: Substring) -> Int? {
        guard format.hasPrefix("0"), format.hasSuffix("d"), let width = Int(format.dropLast()) else { return nil }
        return min(max(width, 1), 20)
    }

    func text(_ values: Values) -> String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .representationID: result += values.representationID
            case .bandwidth(let width): result += Self.padded(values.bandwidth, width)
            case .number(let width): result += Self.padded(values.number, width)
            case .time(let width): result += Self.padded(values.time, width)
            }
        }
        return result
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
