import Encoding
import PlayCore

/// `${…}` in texts, as in mpv.
package enum PropertyExpansion {
    /// Expands a text. `${name}` is the readable value, `${=name}` the raw value, `${name:text}` a text if there is no
    /// value. `${?name:text}` and `${!name:text}` are a text if there is a value or none, `$$` is a dollar, `$>` ends
    /// expansion.
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

    /// Returns the closing brace that matches, past nested ones.
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
        let name = String(parts.first ?? "")
        let alternative = parts.count == 2 ? expand(String(parts[1]), context) : nil
        let found: JSONValue?
        do {
            found = try PropertyTable.get(name, context)
        } catch {
            // These texts treat a property without a value as a separate case.
            found = nil
        }
        switch mark {
        case "?": return found == nil ? "" : alternative ?? ""
        case "!": return found == nil ? alternative ?? "" : ""
        default: break
        }
        guard let found else { return alternative ?? "(unavailable)" }
        return mark == "=" ? found.propertyText ?? "" : readable(name, found)
    }

    private static let times: Set<String> = [
        "time-pos", "playback-time", "duration", "time-remaining", "playtime-remaining", "demuxer-cache-time",
    ]

    private static func readable(_ name: String, _ value: JSONValue) -> String {
        guard case .number(let number) = value else { return value.propertyText ?? "" }
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
