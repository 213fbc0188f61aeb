import Classes
import XML

/// A reader for XML files that are lists. The part before an error is used, and the error adds a warning.
enum XMLFile {
    /// The number of bytes that are parsed before elements are passed on.
    private static let chunk = 64 << 10
    /// The maximum number of elements in one part: a whiteboard page with ten thousand strokes.
    private static let pieceLimit = 200_000

    /// Calls `body` with each direct child of the outermost element. Returns that element without its contents.
    @discardableResult
    static func read(
        _ bytes: [UInt8], into collector: inout ImportCollector,
        body: (XMLElement, inout ImportCollector) -> Void
    ) -> XMLElement? {
        let found = Box()
        let pieces = XMLPieces(limit: pieceLimit) { found.elements.append($0) }
        let limits = XMLLimits(bytes: collector.limits.fileBytes, depth: 64, allowsDocumentType: true)
        let stream = XMLStream(limits: limits, handler: pieces)
        let clean = CleanText.forXML(bytes)
        do {
            for start in stride(from: 0, to: clean.count, by: chunk) {
                try stream.feed(Array(clean[start..<min(start + chunk, clean.count)]))
                for element in found.elements { body(element, &collector) }
                found.elements.removeAll(keepingCapacity: true)
                if collector.isFull { return pieces.root }
            }
            try stream.finish()
        } catch {
            pieces.flush()
            collector.note(error.reason, line: error.line)
        }
        for element in found.elements { body(element, &collector) }
        return pieces.root
    }

    private final class Box {
        var elements: [XMLElement] = []
    }
}

extension XMLElement {
    /// Returns the text of a child without surrounding blanks, or `nil` if it is missing or empty.
    func value(_ name: String) -> String? {
        guard let text = first(name)?.wholeText.trimmed, !text.isEmpty else { return nil }
        return text
    }

    /// The text, with line ends for `<br/>`.
    var brokenText: String {
        children.map { $0.name == "br" ? "\n" + $0.text : $0.brokenText }.joined() + text
    }
}
