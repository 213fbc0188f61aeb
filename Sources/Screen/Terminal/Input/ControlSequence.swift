/// The parts of `CSI prefix parameters intermediates final`.
struct ControlSequence {
    /// `<`, `=`, `>`, `?`, or 0 for none.
    var prefix: UInt8 = 0
    /// Parameters with their sub-parameters. An empty one is 0; numbers are limited to about 1 000 000.
    var parameters: [[Int]] = []
    var intermediate: UInt8 = 0
    var final: UInt8 = 0

    init(_ bytes: ArraySlice<UInt8>, final: UInt8) {
        self.final = final
        var current = [0]
        var isEmpty = true
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                current[current.count - 1] = min(1_000_000, current[current.count - 1] * 10 + Int(byte & 15))
                isEmpty = false
            case UInt8(ascii: ":"):
                current.append(0)
                isEmpty = false
            case UInt8(ascii: ";"):
                parameters.append(current)
                current = [0]
                isEmpty = false
            case UInt8(ascii: "<")...UInt8(ascii: "?"): prefix = byte
            default: intermediate = byte
            }
        }
        if !isEmpty { parameters.append(current) }
    }

    func number(_ index: Int, _ fallback: Int = 0) -> Int {
        index < parameters.count ? parameters[index].first ?? fallback : fallback
    }

    func sub(_ index: Int, _ sub: Int) -> Int? {
        guard index < parameters.count, sub < parameters[index].count, parameters[index][sub] != 0 else { return nil }
        return parameters[index][sub]
    }

    var numbers: [Int] { parameters.map { $0.first ?? 0 } }
}
