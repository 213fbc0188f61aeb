extension XMLElement {
    /// Writes the element as text in UTF-8, or returns `nil` if it exceeds `limit` bytes. Replaces each character that
    /// XML 1.0 forbids (control characters, U+FFFE, U+FFFF) with U+FFFD. Names are not checked: they are the program's
    /// own, or come from a parser. Omits elements nested deeper than 64 levels.
    package func written(limit: Int = .max) -> [UInt8]? {
        var writer = XMLWriter(limit: limit)
        writer.write(self, within: nil, depth: 0)
        return writer.isTooLong ? nil : writer.bytes
    }
}

private struct XMLWriter {
    let limit: Int
    var bytes: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    var isTooLong: Bool { bytes.count > limit }

    private static let deepest = 64

    mutating func write(_ element: XMLElement, within namespace: String?, depth: Int) {
        guard !isTooLong else { return }
        guard !element.name.isEmpty else { return writeText(element.text) }
        bytes.append(UInt8(ascii: "<"))
        bytes += element.name.utf8
        if let own = element.namespace, own != namespace { writeAttribute("xmlns", own) }
        for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) { writeAttribute(name, value) }
        let children = depth < Self.deepest ? element.children : []
        guard !children.isEmpty || !element.text.isEmpty else {
            bytes += "/>".utf8
            return
        }
        bytes.append(UInt8(ascii: ">"))
        for child in children { write(child, within: element.namespace ?? namespace, depth: depth + 1) }
        writeText(element.text)
        bytes += "</".utf8
        bytes += element.name.utf8
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func writeAttribute(_ name: String, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        bytes += name.utf8
        bytes += "=\"".utf8
        escape(value, isAttribute: true)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeText(_ text: String) { escape(text, isAttribute: false) }

    private mutating func escape(_ text: String, isAttribute: Bool) {
        // Does not examine the rest of a text that is too long.
        guard text.utf8.count <= limit else {
            bytes += [UInt8](repeating: 0, count: max(0, limit &+ 1 - bytes.count))
            return
        }
        var text = text
        text.withUTF8 { utf8 in
            var place = 0
            while place < utf8.count {
                let byte = utf8[place]
                switch byte {
                case UInt8(ascii: "&"): bytes += "&amp;".utf8
                case UInt8(ascii: "<"): bytes += "&lt;".utf8
                case UInt8(ascii: ">"): bytes += "&gt;".utf8
                case UInt8(ascii: "\"") where isAttribute: bytes += "&quot;".utf8
                // Readers convert these to spaces in attributes, and a carriage return to a line feed everywhere.
                case 0x09 where isAttribute, 0x0A where isAttribute, 0x0D: bytes += "&#\(byte);".utf8
                case 0x09, 0x0A, 0x20...: appendScalar(utf8, &place)
                default: bytes += Self.replacement
                }
                place += 1
            }
        }
    }

    /// Appends one byte, or one replacement for all three bytes of U+FFFE or U+FFFF.
    private mutating func appendScalar(_ utf8: UnsafeBufferPointer<UInt8>, _ place: inout Int) {
        if utf8[place] == 0xEF, place + 2 < utf8.count, utf8[place + 1] == 0xBF, utf8[place + 2] >= 0xBE {
            bytes += Self.replacement
            place += 2
        } else {
            bytes.append(utf8[place])
        }
    }

    private static let replacement = Array("\u{FFFD}".utf8)
}
