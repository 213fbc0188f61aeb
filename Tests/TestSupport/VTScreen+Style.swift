import Cells

/// SGR: colours and attributes.
extension VTScreen {
    mutating func style(_ numbers: [Int]) {
        var rest = numbers.isEmpty ? [0][...] : numbers[...]
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

    mutating func extended(_ rest: inout ArraySlice<Int>) -> Color {
        func next() -> UInt8 { UInt8(clamping: rest.popFirst() ?? 0) }
        switch rest.popFirst() {
        case 2:
            let (red, green, blue) = (next(), next(), next())
            return .rgb(red, green, blue)
        case 5: return .palette(next())
        default:
            problems.append("SGR 38 without a kind")
            return .terminalDefault
        }
    }
}
