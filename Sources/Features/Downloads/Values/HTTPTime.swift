/// The form that servers must send (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPTime {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns seconds since 1970.
    static func seconds(_ text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","), let day = number(words[1], 1...31),
            let month = months.firstIndex(of: String(words[2])), let year = number(words[3], 1970...9999)
        else { return nil }
        let clock = words[4].split(separator: ":")
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60)
        else { return nil }
        return days(year, month + 1, day) * 86400 + hour * 3600 + minute * 60 + second
    }

    private static func number(_ word: Substring, _ range: ClosedRange<Int64>) -> Int64? {
        guard word.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(word), range.contains(number) else {
            return nil
        }
        return number
    }

    /// Returns days since 1970, Gregorian. Years start in March, so that leap days are at their end.
    private static func days(_ year: Int64, _ month: Int, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let ofYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + ofYear - 719_468
    }
}
