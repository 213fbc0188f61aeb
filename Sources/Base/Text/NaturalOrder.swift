/// The order in which people expect names: `2.mp4` before `10.mp4`, capitals beside small letters. Pure.
package enum NaturalOrder {
    /// A strict order: names that differ are never equal.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        let (left, right) = (pieces(a.lowercased()), pieces(b.lowercased()))
        for (one, other) in zip(left, right) where one != other { return one < other }
        return left.count == right.count ? a.utf8.lexicographicallyPrecedes(b.utf8) : left.count < right.count
    }

    private enum Piece: Comparable {
        /// Digits without their leading zeros: the longer number is the larger.
        case number([UInt8])
        case text([UInt8])

        static func < (a: Piece, b: Piece) -> Bool {
            switch (a, b) {
            case (.number(let one), .number(let other)):
                one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
            case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    private static func pieces(_ name: String) -> [Piece] {
        var result: [Piece] = []
        var rest = Array(name.utf8)[...]
        while let first = rest.first {
            let isNumber = isDigit(first)
            let piece = rest.prefix { isDigit($0) == isNumber }
            rest = rest.dropFirst(piece.count)
            result.append(isNumber ? .number(Array(piece.drop { $0 == UInt8(ascii: "0") })) : .text(Array(piece)))
        }
        return result
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
