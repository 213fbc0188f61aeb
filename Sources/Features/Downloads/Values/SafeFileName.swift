import ByteCaches
import Encoding

package enum SafeFileName {
    /// In bytes. File systems allow 255, and ``PartFile`` adds a suffix.
    package static let limit = 200
    /// Some systems reject or interpret these characters.
    private static let refused = Set<Unicode.Scalar>(["/", "\\", ":", "*", "?", "\"", "<", ">", "|"])

    /// Returns one component of a path without separators, control or direction characters, dots or blanks at its ends.
    /// It has at most `limit` bytes of UTF-8, cut between characters before the extension, and is never empty.
    package static func make(_ text: String, fallback: String = "video", limit: Int = limit) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: continue
            case .spaceSeparator: scalars.append(" ")
            default: scalars.append(refused.contains(scalar) ? "_" : scalar)
            }
        }
        var name = trimmed(String(scalars))
        if name.utf8.count > limit {
            let (stem, ending) = split(name)
            let kept = ending.dropFirst().allSatisfy { $0.isLetter || $0.isNumber } ? ending : ""
            name = trimmed(cut(kept.isEmpty ? name : stem, to: max(0, limit - kept.utf8.count))) + kept
        }
        return name.isEmpty ? fallback : name
    }

    /// Makes each component safe. Removes `..` and empty components.
    package static func path(_ text: String, fallback: String = "file") -> String {
        let parts = text.split(separator: "/").filter { $0 != "." && $0 != ".." }.suffix(8).map {
            make(String($0), fallback: fallback)
        }
        return parts.isEmpty ? fallback : parts.joined(separator: "/")
    }

    /// Returns a constant and unique name: a part of the reference's own name, a hash of all of it, and an extension.
    ///
    /// - Parameter ending: with its dot, or empty.
    package static func stable(_ reference: String, ending: String) -> String {
        let digits = String(XXHash64.hash(reference), radix: 16)
        let last = reference.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? ""
        let stem = make(split(last).stem, fallback: "file", limit: 60)
        return "\(stem).\(String(repeating: "0", count: max(0, 16 - digits.utf8.count)))\(digits)\(ending)"
    }

    /// Returns `film.mp4`, `film (2).mp4`, …
    package static func unique(_ name: String, isTaken: (String) -> Bool) -> String {
        guard isTaken(name) else { return name }
        let (stem, ending) = split(name)
        var number = 2
        while isTaken("\(stem) (\(number))\(ending)") { number += 1 }
        return "\(stem) (\(number))\(ending)"
    }

    /// Splits off an extension of at most eight bytes, with its dot.
    package static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name[dot...].utf8.count <= 9,
            !name[dot...].contains("/")
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while let first = rest.first, first == " " || first == "." { rest = rest.dropFirst() }
        while let last = rest.last, last == " " || last == "." { rest = rest.dropLast() }
        return String(rest)
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        var result = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            guard count <= limit else { break }
            result.append(character)
        }
        return result
    }
}

/// Replaces `{title}`, `{definition}`, `{id}` and `{date}`.
package struct NameTemplate: Sendable, Hashable {
    package static let standard = NameTemplate("{title}")
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Unverified texts.
    package struct Values: Sendable {
        package var title: String?
        package var definition: String?
        package var id: String
        /// `2026-11-22`.
        package var date: String

        package init(title: String?, definition: String?, id: String, date: String) {
            self.title = title
            self.definition = definition
            self.id = id
            self.date = date
        }
    }

    /// Returns a safe name without an extension. Only slashes of the template separate folders.
    package func name(_ values: Values) -> String {
        let places = [
            "{title}": values.title ?? values.id, "{definition}": values.definition ?? "", "{id}": values.id,
            "{date}": values.date,
        ]
        let parts = text.split(separator: "/").map { part in
            // A single pass, so that a placeholder within a title is not replaced.
            var result = ""
            var rest = part[...]
            while let open = rest.firstIndex(of: "{") {
                result += rest[..<open]
                rest = rest[open...]
                if let close = rest.firstIndex(of: "}"), let value = places[String(rest[...close])] {
                    result += SafeFileName.make(value, fallback: "")
                    rest = rest[rest.index(after: close)...]
                } else {
                    result += "{"
                    rest = rest.dropFirst()
                }
            }
            return result + rest
        }
        return SafeFileName.path(parts.joined(separator: "/"), fallback: "video")
    }
}
