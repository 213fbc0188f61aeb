import Rooms
import XML

/// XML files that list one thing after another: what comes before an error is used, and the error is noted.
enum XMLFile {
    /// Bytes that are parsed between two times of handing on.
    private static let chunk = 64 << 10
    /// Elements of one thing: a page of a whiteboard with ten thousand strokes.
    private static let pieceLimit = 200_000

    /// - Parameter body: is called with each element that is directly in the outermost one.
    /// - Returns: the outermost element, without what is in it; nil: there is none.
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
    /// What an element within it says, without blanks around; nil for none, and for an empty one.
    func value(_ name: String) -> String? {
        guard let text = first(name)?.wholeText.trimmed, !text.isEmpty else { return nil }
        return text
    }

    /// Its text with line ends where `<br/>` stands.
    var brokenText: String {
        children.map { $0.name == "br" ? "\n" + $0.text : $0.brokenText }.joined() + text
    }
}
