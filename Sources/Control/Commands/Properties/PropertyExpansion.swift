import Encoding
import PlayCore

/// `${…}` in texts, as in mpv.
package enum PropertyExpansion {
    /// Expands a text. `${name}` is the readable value, `${=name}` the raw value, `${name:text}` a text if there is no
    /// value. `${?name:text}` is a text if there is a value, `${!name:text}` if there is none; `${?name==value:text}`
    /// and `${!name==value:text}` compare with the readable value. `$$` is a dollar, `$>` ends expansion.
    package static func expand(_ text: String, _ context: PropertyContext) -> String {
        var result = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[rest.index(after: dollar)...]
            switch rest.first {
            case "$":
                result += "$"
                rest.removeFirst()
            case ">":
                return result + rest.dropFirst()
            case "{":
                guard let close = closing(rest.dropFirst()) else { return result + "$" + rest }
                result += value(rest[rest.index(after: rest.startIndex)..<close], context)
                rest = rest[rest.index(after: close)...]
            default: result += "$"
            }
        }
        return result + rest
    }

    private static func closing(_ text: Substring) -> Substring.Index? {
        var depth = 1
        for index in text.indices {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static func value(_ text: Substring, _ context: PropertyContext) -> String {
        var text = text
        let mark = text.first.flatMap { "=?!".contains($0) ? $0 : nil }
        if mark != nil { text.removeFirst() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let condition = parts.first ?? ""
        let comparison = mark == "?" || mark == "!" ? condition.firstRange(of: "==") : nil
        let name = String(condition[..<(comparison?.lowerBound ?? condition.endIndex)])
        let alternative = parts.count == 2 ? expand(String(parts[1]), context) : nil
        var found: JSONValue?
        var absence = "(unavailable)"
        do {
            found = try PropertyTable.get(name, context)
        } catch {
            // These texts treat a property without a value as a case of its own.
            switch error {
            case .unavailable: break
            default: absence = "(error)"
            }
        }
        var isMet = found != nil
        if let comparison { isMet = found.map { readable(name, $0) } == String(condition[comparison.upperBound...]) }
        switch mark {
        case "?": return isMet ? alternative ?? "" : ""
        case "!": return isMet ? "" : alternative ?? ""
        default: break
        }
        guard let found else { return alternative ?? (mark == "=" ? "" : absence) }
        return mark == "=" ? PropertyTable.text(name, found) ?? "" : readable(name, found)
    }

    private static let times: Set<String> = [
        "time-pos", "playback-time", "duration", "time-remaining", "playtime-remaining", "demuxer-cache-time",
    ]

    private static func readable(_ name: String, _ value: JSONValue) -> String {
        guard case .number(let number) = value else { return PropertyTable.text(name, value) ?? "" }
        if times.contains(name) { return clock(number) }
        if name == "percent-pos" || name == "volume" { return "\(Int(number.rounded()))" }
        return value.propertyText ?? ""
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 3.6e8)))
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return two(whole / 3600) + ":" + two(whole / 60 % 60) + ":" + two(whole % 60)
    }
}
