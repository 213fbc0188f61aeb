/// `line:-2 position:10%,line-left align:start size:35%`. An invalid setting is ignored.
struct WebVTTSettings: Equatable {
    enum Align: String { case start, center, end, left, right }
    enum LineAlign: String { case start, center, end }
    enum PositionAlign: String {
        case center
        case left = "line-left"
        case right = "line-right"
    }
    enum Vertical: String { case rightToLeft = "rl", leftToRight = "lr" }
    enum Line: Equatable {
        case automatic
        case number(Double)
        case percent(Double)
    }

    private(set) var region: String?
    private(set) var vertical: Vertical?
    private(set) var line = Line.automatic
    private(set) var lineAlign = LineAlign.start
    /// In per cent, or `nil` for automatic.
    private(set) var position: Double?
    private(set) var positionAlign: PositionAlign?
    /// In per cent.
    private(set) var size = 100.0
    private(set) var align = Align.center

    init(_ text: String) {
        for word in text.split(whereSeparator: { " \t\u{C}\n\r".contains($0) }) {
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { continue }
            applySetting(String(parts[0]), parts[1])
        }
    }

    private mutating func applySetting(_ name: String, _ value: Substring) {
        switch name {
        case "region": region = String(value)
        case "vertical": vertical = Vertical(rawValue: String(value)) ?? vertical
        case "line": applyLine(value)
        case "position": applyPosition(value)
        case "size": size = Self.percent(value) ?? size
        case "align": align = Align(rawValue: String(value)) ?? align
        default: break
        }
    }

    private mutating func applyLine(_ value: Substring) {
        let (text, word) = Self.halves(value)
        let wanted = word.map { LineAlign(rawValue: String($0)) }
        // An invalid word makes the whole setting invalid.
        if let wanted, wanted == nil { return }
        let number: Line
        if text.hasSuffix("%") {
            guard let percent = Self.percent(text) else { return }
            number = .percent(percent)
        } else {
            guard let value = Self.decimal(text) else { return }
            number = .number(value)
        }
        line = number
        if let wanted = wanted ?? nil { lineAlign = wanted }
    }

    private mutating func applyPosition(_ value: Substring) {
        let (text, word) = Self.halves(value)
        let wanted = word.map { PositionAlign(rawValue: String($0)) }
        if let wanted, wanted == nil { return }
        guard let percent = Self.percent(text) else { return }
        position = percent
        if let wanted = wanted ?? nil { positionAlign = wanted }
    }

    private static func halves(_ value: Substring) -> (Substring, Substring?) {
        guard let comma = value.firstIndex(of: ",") else { return (value, nil) }
        return (value[..<comma], value[value.index(after: comma)...])
    }

    private static func decimal(_ text: Substring) -> Double? {
        let digits = text.first == "-" ? text.dropFirst() : text
        guard let first = digits.utf8.first, let last = digits.utf8.last, first.isDigit, last.isDigit,
            digits.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }),
            digits.utf8.count(where: { $0 == UInt8(ascii: ".") }) <= 1
        else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    static func percent(_ text: Substring) -> Double? {
        guard text.hasSuffix("%"), let value = decimal(text.dropLast()), text.first != "-" else { return nil }
        return (0...100).contains(value) ? value : nil
    }
}

extension WebVTTSettings {
    func placement(_ regions: [String: WebVTTRegion]) -> CuePlacement {
        var placement = CuePlacement()
        placement.horizontal =
            switch align {
            case .start, .left: .left
            case .center: .centre
            case .end, .right: .right
            }
        placement.columns =
            switch vertical {
            case nil: nil
            case .rightToLeft: .rightToLeft
            case .leftToRight: .leftToRight
            }
        if vertical == nil, line == .automatic, size == 100, let region = region.flatMap({ regions[$0] }) {
            region.place(&placement)
            return placement
        }
        placeBox(&placement)
        switch line {
        case .automatic: break
        // Beyond any screen it is the last row.
        case .number(let number): placement.line = .row(Int(min(max(number, -10_000), 10_000)))
        case .percent(let percent):
            placement.line = .percent(percent)
            placement.lineAnchor = [.start: .top, .center: .middle, .end: .bottom][lineAlign] ?? .top
        }
        return placement
    }

    /// Applies the specification's box, with the width `size` (vertical text: the height), or what fits at `position`.
    private func placeBox(_ placement: inout CuePlacement) {
        let isLeft = placement.horizontal == .left
        let isRight = placement.horizontal == .right
        let anchor = position ?? (isLeft ? 0 : isRight ? 100 : 50)
        let side = positionAlign ?? (isLeft ? .left : isRight ? .right : .center)
        let space =
            switch side {
            case .left: 100 - anchor
            case .right: anchor
            case .center: 2 * min(anchor, 100 - anchor)
            }
        placement.width = min(size, space)
        placement.left =
            switch side {
            case .left: anchor
            case .right: anchor - placement.width
            case .center: anchor - placement.width / 2
            }
    }
}
