/// Repairs the one error that browsers' players tolerate: a missing space between two attributes (`a="1"b="2"`).
package enum XMLRepair {
    package static func spacingAttributes(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        var place = Place.text
        for (index, byte) in bytes.enumerated() {
            if place == .afterValue {
                if !separators.contains(byte) { result.append(blank) }
                place = .tag
            }
            place = next(place, byte, bytes[index...])
            result.append(byte)
        }
        return result.count > bytes.count ? result : nil
    }

    private enum Place: Equatable {
        case text
        case tag
        case value(quote: UInt8)
        case afterValue
        /// Inside a comment, a CDATA section or an instruction, until its end.
        case skipped(until: [UInt8])
    }

    private static let blank = UInt8(ascii: " ")
    private static let separators = Set(" \t\r\n/>?".utf8)
    /// The start and end of markup with `<` that is not a tag.
    private static let skipped: [(start: [UInt8], end: [UInt8])] = [
        (Array("<!--".utf8), Array("-->".utf8)), (Array("<![CDATA[".utf8), Array("]]>".utf8)),
        (Array("<?".utf8), Array("?>".utf8)),
    ]

    private static func next(_ place: Place, _ byte: UInt8, _ rest: ArraySlice<UInt8>) -> Place {
        switch (place, byte) {
        case (.text, UInt8(ascii: "<")):
            let special = skipped.first { rest.starts(with: $0.start) }
            return special.map { .skipped(until: $0.end) } ?? .tag
        case (.tag, UInt8(ascii: ">")): return .text
        case (.tag, UInt8(ascii: "\"")), (.tag, UInt8(ascii: "'")): return .value(quote: byte)
        case (.value(let quote), _): return byte == quote ? .afterValue : place
        case (.skipped(let end), _):
            guard rest.starts(with: end) else { return place }
            // The end may begin anywhere: continues byte by byte until it matches.
            return end.count == 1 ? .text : .skipped(until: Array(end.dropFirst()))
        default: return place
        }
    }
}
