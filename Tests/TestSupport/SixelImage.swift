/// Decodes a sixel string as a terminal does.
package struct SixelImage: Sendable {
    package private(set) var width = 0
    package private(set) var height = 0
    /// 0xRRGGBB in steps of a hundredth, `nil` where nothing was written. Row by row, in whole bands.
    package private(set) var pixels: [[UInt32?]] = []
    package private(set) var problems: [String] = []

    /// - Parameter body: the string without introducer and terminator: parameters, `q`, raster attributes, data.
    package init(_ body: [UInt8]) {
        guard let start = body.firstIndex(of: UInt8(ascii: "q")) else {
            problems.append("no q")
            return
        }
        var rest = body[(start + 1)...]
        var colors: [Int: UInt32] = [:]
        var color: UInt32 = 0
        var (column, band) = (0, 0)
        func numbers() -> [Int] {
            var found = [0]
            while let byte = rest.first, byte == 0x3B || (0x30...0x39).contains(byte) {
                if byte == 0x3B {
                    found.append(0)
                } else {
                    found[found.count - 1] = found[found.count - 1] * 10 + Int(byte - 0x30)
                }
                rest.removeFirst()
            }
            return found
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                let values = numbers()
                if values.count == 4 { (width, height) = (values[2], values[3]) } else { problems.append("raster") }
            case UInt8(ascii: "#"):
                let values = numbers()
                if values.count == 5 {
                    let parts = values[2...].map { UInt32($0 * 255 + 50) / 100 }
                    colors[values[0]] = parts[0] << 16 | parts[1] << 8 | parts[2]
                } else if values.count != 1 {
                    problems.append("colour \(values)")
                }
                if let known = colors[values[0]] { color = known } else { problems.append("register \(values[0])") }
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, band) = (0, band + 1)
            case UInt8(ascii: "!"):
                let count = numbers()[0]
                guard let next = rest.popFirst(), (0x3F...0x7E).contains(next) else {
                    problems.append("repeat")
                    return
                }
                put(next - 0x3F, color, &column, band, count: count)
            case 0x3F...0x7E: put(byte - 0x3F, color, &column, band, count: 1)
            default: problems.append("byte \(byte)")
            }
        }
    }

    private mutating func put(_ bits: UInt8, _ color: UInt32, _ column: inout Int, _ band: Int, count: Int) {
        while pixels.count < 6 * (band + 1) { pixels.append([UInt32?](repeating: nil, count: width)) }
        for _ in 0..<count {
            if column >= width {
                problems.append("too wide")
                return
            }
            for bit in 0..<6 where bits >> UInt8(bit) & 1 == 1 { pixels[6 * band + bit][column] = color }
            column += 1
        }
    }
}
