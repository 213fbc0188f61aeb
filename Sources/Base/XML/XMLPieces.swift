/// Reads the children of the outermost element one by one, each as a tree. For documents that are too large to be read
/// whole, and to keep the children before an error. Keeps text between elements. One thread.
package final class XMLPieces: XMLHandler {
    /// The outermost element without its contents, or `nil` until it is read.
    package private(set) var root: XMLElement?
    private var open: [XMLElement] = []
    private let limit: Int
    private var left: Int
    private let piece: (XMLElement) -> Void

    /// `limit` is the maximum number of elements in a piece.
    package init(limit: Int, piece: @escaping (XMLElement) -> Void) {
        self.limit = limit
        left = limit
        self.piece = piece
    }

    package func begin(_ name: String, _ attributes: [String: String]) throws(XMLRefusal) {
        guard root != nil else {
            root = XMLElement(name, attributes: attributes)
            return
        }
        guard left > 0 else { throw XMLRefusal("too many elements") }
        left -= 1
        open.append(XMLElement(name, attributes: attributes))
    }

    package func interrupt(_ text: () -> String) {
        guard !open.isEmpty else { return }
        let text = text()
        guard text.utf8.contains(where: { $0 > 0x20 }) else { return }
        open[open.count - 1].add(XMLElement(text: text))
    }

    package func end(_ text: String) { close(text) }

    package func flush() { while !open.isEmpty { close("") } }

    private func close(_ text: String) {
        guard var element = open.popLast() else { return }
        element.finish(text)
        if open.isEmpty {
            left = limit
            piece(element)
        } else {
            open[open.count - 1].add(element)
        }
    }
}
