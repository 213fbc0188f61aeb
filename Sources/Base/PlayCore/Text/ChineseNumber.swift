/// Numbers in Chinese numerals within names: 第二十集, 卷三, （十二）.
enum ChineseNumber {
    /// Converts numbers in a name to digits. Numerals that are part of a word remain.
    static func withDigits(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        guard scalars.contains(where: { values[$0] != nil || parts[$0] != nil }) else { return name }
        var result = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let end = scalars[place...].firstIndex { values[$0] == nil } ?? scalars.count
            let before = place > 0 ? scalars[place - 1] : nil
            if end > place {
                let after = end < scalars.count ? scalars[end] : nil
                if isNumber(after: before, before: after), let number = value(scalars[place..<end]) {
                    result.append(contentsOf: String(number).unicodeScalars)
                } else {
                    result.append(contentsOf: scalars[place..<end])
                }
                place = end
                continue
            }
            let after = place + 1 < scalars.count ? scalars[place + 1] : nil
            if let part = parts[scalars[place]], after.map({ counters.contains($0) || isBoundary($0) }) ?? true,
                before.map({ isBoundary($0) || after.map(counters.contains) == true }) ?? true
            {
                result.append(contentsOf: String(part).unicodeScalars)
            } else {
                result.append(scalars[place])
            }
            place += 1
        }
        return String(result)
    }

    /// Returns the value of numerals such as 一百零二, 二〇二四, 廿三, or `nil` if they form no number.
    static func value(_ numerals: ArraySlice<Unicode.Scalar>) -> Int? {
        let numbers = numerals.compactMap { values[$0] }
        guard numbers.count == numerals.count, !numbers.isEmpty, numbers.count <= 12 else { return nil }
        if numbers.allSatisfy({ $0 < 10 }) { return numbers.reduce(0) { $0 * 10 + $1 } }
        var (total, section, digit) = (0, 0, 0)
        for number in numbers {
            switch number {
            case 10_000:
                total += max(1, section + digit) * 10_000
                (section, digit) = (0, 0)
            // 廿 and 卅 are complete tens.
            case 20, 30: section += number
            case 10...:
                section += max(1, digit) * number
                digit = 0
            default: digit = number
            }
        }
        return total + section + digit
    }

    private static func isNumber(after first: Unicode.Scalar?, before second: Unicode.Scalar?) -> Bool {
        if let first, first == "第" || counters.contains(first) { return true }
        if let second, counters.contains(second) { return true }
        return (first.map(isBoundary) ?? true) && (second.map(isBoundary) ?? true)
    }

    private static func isBoundary(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII || !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    private static let values: [Unicode.Scalar: Int] = {
        var values: [Unicode.Scalar: Int] = ["两": 2, "兩": 2, "〇": 0, "○": 0, "廿": 20, "卅": 30]
        for numerals in ["零一二三四五六七八九十百千万", "零壹贰叁肆伍陆柒捌玖拾佰仟万", "零壹貳參肆伍陸柒捌玖拾佰仟萬"] {
            for (place, numeral) in numerals.unicodeScalars.enumerated() {
                values[numeral] = place <= 10 ? place : [100, 1000, 10_000][place - 11]
            }
        }
        return values
    }()
    /// Counters of numbers, and words before a number: 卷三.
    private static let counters = Set("集季部章回话話期卷篇讲講课課节節册冊辑輯场場幕届屆".unicodeScalars)
    /// The names of the parts of a two- or three-part work.
    private static let parts: [Unicode.Scalar: Int] = ["上": 1, "中": 2, "下": 3]
}
