import Classes
import XML

/// Reads XML files that are lists. Uses the part before an error, and adds a warning.
enum XMLFile {
    private static let chunk = 64 << 10
    /// A whiteboard page with ten thousand strokes has this many elements in one part.
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
    func value(_ name: String) -> String? {
        guard let text = first(name)?.wholeText.trimmed, !text.isEmpty else { return nil }
        return text
    }

    var brokenText: String {
        children.map { $0.name == "br" ? "\n" + $0.text : $0.brokenText }.joined() + text
    }
}
