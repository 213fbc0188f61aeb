/// File names in the order in which people count: `part 2` before `part 10`. Upper and lower case are equal.
package enum NaturalOrder {
    package static func precedes(_ a: String, _ b: String) -> Bool {
        var (left, right) = (Array(a.lowercased().utf8)[...], Array(b.lowercased().utf8)[...])
        while let first = left.first, let second = right.first {
            if first.isDigit, second.isDigit {
                let (one, other) = (takeNumber(&left), takeNumber(&right))
                if one.count != other.count { return one.count < other.count }
                if !one.elementsEqual(other) { return one.lexicographicallyPrecedes(other) }
            } else if first != second {
                return first < second
            } else {
                left = left.dropFirst()
                right = right.dropFirst()
            }
        }
        // Names that only differ in case or zeros: any order, but always the same one.
        return left.isEmpty && right.isEmpty ? a < b : left.isEmpty
    }

    /// Digits without leading zeros.
    private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix(while: \.isDigit)
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
