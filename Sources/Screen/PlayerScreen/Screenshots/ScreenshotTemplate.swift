import CPlatform
package import PlayCore

package struct ScreenshotOrigin: Sendable, Equatable {
    /// The name of the file, or the address's last part, without folders. Unverified text.
    package let fileName: String
    package let position: MediaTime
    package let date: LocalDate

    /// - Parameter item: path or address; `-` is standard input.
    package init(item: String, position: MediaTime, date: LocalDate) {
        let isAddress = item.contains("://")
        // The rest of an address may contain keys and tokens.
        let path = isAddress ? item.prefix { $0 != "?" && $0 != "#" } : item[...]
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        fileName = item == "-" ? "stdin" : last
        self.position = max(.zero, position)
        self.date = date
    }
}

package struct LocalDate: Sendable, Equatable {
    package var year: Int
    /// 1 … 12.
    package var month: Int
    /// 1 … 31.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    package static var now: LocalDate {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return LocalDate(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }
}

/// `--screenshot-template`, with mpv's placeholders: `%f` name of the file, `%F` without its extension, `%n` the number
/// with four digits (`%02n` with two), `%p` the position as `HH:MM:SS`, `%P` with milliseconds, `%wH %wh %wM %wm %wS
/// %ws %wT` its parts, `%tY %tm %td %tH %tM %tS` parts of the date, `%%` a per cent sign. With any values, the result
/// is the name of one file: no folders, no leading dot or dash, no control characters.
package struct ScreenshotTemplate: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case text(String)
        case fileName
        case stem
        case number(digits: Int)
        case position(hasMilliseconds: Bool)
        case positionPart(Character)
        case datePart(Character)
    }

    /// The most bytes without the extension: file systems allow 255.
    private static let limit = 200

    private var parts: [Part] = []

    /// Parses a template, or returns `nil` if it is empty, names a folder or has an unknown placeholder.
    package init?(_ text: String) {
        guard !text.isEmpty, !text.contains("/") else { return nil }
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                append(character)
                continue
            }
            guard let part = Self.placeholder(&rest) else { return nil }
            if part == .text("%") { append("%") } else { parts.append(part) }
        }
    }

    private mutating func append(_ character: Character) {
        if case .text(let text)? = parts.last {
            parts[parts.count - 1] = .text(text + String(character))
        } else {
            parts.append(.text(String(character)))
        }
    }

    private static func placeholder(_ rest: inout Substring) -> Part? {
        // mpv's sign for the lowest free number, which is always used here.
        if rest.first == "#" { rest.removeFirst() }
        switch rest.popFirst() {
        case "f": return .fileName
        case "F": return .stem
        case "n": return .number(digits: 4)
        case "p": return .position(hasMilliseconds: false)
        case "P": return .position(hasMilliseconds: true)
        case "%": return .text("%")
        case "0":
            guard let digits = rest.popFirst()?.wholeNumberValue, rest.popFirst() == "n" else { return nil }
            return .number(digits: digits)
        case "w": return rest.popFirst().flatMap { "HhMmSsT".contains($0) ? .positionPart($0) : nil }
        case "t": return rest.popFirst().flatMap { "YmdHMS".contains($0) ? .datePart($0) : nil }
        default: return nil
        }
    }

    /// Returns names that differ by number, from 1. If the template has no number, the second name gets one at its end.
    package func name(_ origin: ScreenshotOrigin, number: Int) -> String {
        var hasNumber = false
        var name = ""
        for part in parts {
            if case .number = part { hasNumber = true }
            name += Self.text(of: part, origin, number)
        }
        return Self.safe(name, ending: hasNumber || number <= 1 ? "" : "-\(number)")
    }

    private static func text(of part: Part, _ origin: ScreenshotOrigin, _ number: Int) -> String {
        let milliseconds = origin.position.nanoseconds / 1_000_000
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        switch part {
        case .text(let text): return text
        case .fileName: return origin.fileName
        case .stem: return stem(of: origin.fileName)
        case .number(let digits): return padded(Int64(number), digits)
        case .position(let hasMilliseconds):
            return hasMilliseconds ? clock + "." + padded(milliseconds % 1000, 3) : clock
        case .positionPart("H"): return padded(seconds / 3600, 2)
        case .positionPart("h"): return String(seconds / 3600)
        case .positionPart("M"): return padded(seconds / 60 % 60, 2)
        case .positionPart("m"): return String(seconds / 60)
        case .positionPart("S"): return padded(seconds % 60, 2)
        case .positionPart("s"): return String(seconds)
        case .positionPart: return padded(milliseconds % 1000, 3)
        case .datePart("Y"): return padded(Int64(origin.date.year), 4)
        case .datePart("m"): return padded(Int64(origin.date.month), 2)
        case .datePart("d"): return padded(Int64(origin.date.day), 2)
        case .datePart("H"): return padded(Int64(origin.date.hour), 2)
        case .datePart("M"): return padded(Int64(origin.date.minute), 2)
        case .datePart: return padded(Int64(origin.date.second), 2)
        }
    }

    private static func padded(_ value: Int64, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    // MARK: safety

    private static func safe(_ name: String, ending: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            let part = String(replacement(for: scalar))
            guard result.utf8.count + part.utf8.count + ending.utf8.count <= limit else { break }
            result += part
        }
        while result.last == " " { result.removeLast() }
        // A leading dot would hide the file or name a folder; a leading dash would make it an option.
        if let first = result.first, first == "." || first == "-" { result = "_" + result.dropFirst() }
        return (result.isEmpty ? "screenshot" : result) + ending
    }

    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "_"
        default: scalar == "/" ? "_" : scalar
        }
    }
}
