/// Masks the middle of mobile numbers of mainland China: `138****0000`.
///
/// Numbers have 11 digits, of which the first is 1 and the second 3 to 9. The prefix 86 is optional. The digits are
/// adjacent, or in groups of 3, 4 and 4 with single blanks or hyphens between. Longer runs of digits are not masked.
package enum PhoneMask {
    package static func masked(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { digit($0) != nil }) else { return text }
        var scalars = Array(text.unicodeScalars)
        let runs = runs(of: scalars)
        var index = 0
        while index < runs.count {
            let used = hidden(runs[index...], in: scalars)
            for place in used.hide { scalars[place] = "*" }
            index += used.runs
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }

    private static func runs(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (place, scalar) in scalars.enumerated() where digit(scalar) != nil {
            if let last = runs.last, last.upperBound == place {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        return runs
    }

    private static func hidden(_ runs: ArraySlice<Range<Int>>, in scalars: [Unicode.Scalar]) -> (
        hide: Range<Int>, runs: Int
    ) {
        guard let first = runs.first else { return (0..<0, 1) }
        let digits = first.compactMap { digit(scalars[$0]) }
        let prefix = digits.count == 13 && digits.starts(with: [8, 6]) ? 2 : 0
        if digits.count == 11 + prefix, isMobile(digits.dropFirst(prefix)) {
            return (first.lowerBound + prefix + 3..<first.lowerBound + prefix + 7, 1)
        }
        let groups = Array(runs.prefix(3))
        let areJoined = zip(groups, groups.dropFirst()).allSatisfy {
            $1.lowerBound == $0.upperBound + 1 && [" ", "-", "\u{2010}", "\u{2011}"].contains(scalars[$0.upperBound])
        }
        guard groups.map(\.count) == [3, 4, 4], areJoined, isMobile(digits[...]) else { return (0..<0, 1) }
        return (groups[1], 3)
    }

    private static func isMobile(_ digits: ArraySlice<Int>) -> Bool {
        digits.first == 1 && digits.dropFirst().first.map { $0 >= 3 } ?? false
    }

    /// Accepts ASCII digits, and fullwidth digits of East Asian keyboards.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x30...0x39: Int(scalar.value) - 0x30
        case 0xFF10...0xFF19: Int(scalar.value) - 0xFF10
        default: nil
        }
    }
}
