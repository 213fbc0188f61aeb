import Cells

extension VTScreen {
    mutating func style(_ numbers: [Int]) {
        guard !numbers.isEmpty else {
            pen = Pen()
            return
        }
        var rest = numbers[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: pen = Pen()
            case 1: pen.attributes.insert(.bold)
            case 2: pen.attributes.insert(.dim)
            case 3: pen.attributes.insert(.italic)
            case 4: pen.attributes.insert(.underline)
            case 7: pen.attributes.insert(.reverse)
            case 22: pen.attributes.subtract([.bold, .dim])
            case 23: pen.attributes.remove(.italic)
            case 24: pen.attributes.remove(.underline)
            case 27: pen.attributes.remove(.reverse)
            case 10, 11: break
            case 30...37: pen.foreground = .palette(UInt8(code - 30))
            case 40...47: pen.background = .palette(UInt8(code - 40))
            case 90...97: pen.foreground = .palette(UInt8(code - 82))
            case 100...107: pen.background = .palette(UInt8(code - 92))
            case 39: pen.foreground = .terminalDefault
            case 49: pen.background = .terminalDefault
            case 38: pen.foreground = extended(&rest)
            case 48: pen.background = extended(&rest)
            default: problems.append("SGR \(code)")
            }
        }
    }

    /// Reads the colour after 38 or 48: `2;R;G;B` or `5;N`.
    private mutating func extended(_ rest: inout ArraySlice<Int>) -> Color {
        let kind = rest.popFirst()
        let values = rest.prefix(kind == 2 ? 3 : 1).map { UInt8(clamping: $0) }
        switch (kind, values.count) {
        case (2, 3):
            rest.removeFirst(3)
            return .rgb(values[0], values[1], values[2])
        case (5, 1):
            rest.removeFirst()
            return .palette(values[0])
        default:
            problems.append("SGR 38 without a colour")
            return .terminalDefault
        }
    }
}
