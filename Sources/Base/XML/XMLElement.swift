/// An element with what is in it: for documents that are small enough to be had whole, and for pieces. A value.
package struct XMLElement: Sendable, Equatable {
    /// Without its prefix.
    package let name: String
    /// Where the reader resolves namespaces (a stream of XMPP). Nil: it does not, or it is the document's own.
    package let namespace: String?
    /// By their names as written, with prefixes.
    package let attributes: [String: String]
    /// Elements, and in what ``XMLPieces`` gives also text between them, as elements without a name.
    package private(set) var children: [XMLElement] = []
    /// What stood before the end tag, since the last tag within; blanks included.
    package private(set) var text = ""

    /// - Parameter namespace: written where it is another than that of what it stands in; nil: the same.
    package init(
        _ name: String, namespace: String? = nil, attributes: [String: String] = [:], children: [XMLElement] = [],
        text: String = ""
    ) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
        self.children = children
        self.text = text
    }

    /// - Parameter elements: how many there may be in all.
    /// - Throws: ``XMLError``.
    package static func read(
        _ bytes: [UInt8], limits: XMLLimits, elements: Int
    ) throws(XMLError) -> XMLElement {
        let builder = TreeBuilder(limit: elements)
        try XMLReader.read(bytes, limits: limits, handler: builder)
        // Expat accepts no document without an element.
        guard let root = builder.root else { throw XMLError(line: 1, reason: "no element", isInvalidToken: false) }
        return root
    }

    /// Text between elements, as ``XMLPieces`` gives it.
    package init(text: String) { self.init("", text: text) }

    package subscript(attribute: String) -> String? { attributes[attribute] }

    package func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    package func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    package func first(_ name: String, in namespace: String) -> XMLElement? {
        children.first { $0.name == name && $0.namespace == namespace }
    }

    package mutating func add(_ child: XMLElement) { children.append(child) }

    /// Gives it what stood before its end tag.
    package mutating func finish(_ text: String) { self.text = text }

    /// Its text and that of all within it, in order.
    package var wholeText: String { children.map(\.wholeText).joined() + text }
}

private final class TreeBuilder: XMLHandler {
    private(set) var root: XMLElement?
    private var open: [XMLElement] = []
    private var left: Int

    init(limit: Int) { left = limit }

    func begin(_ name: String, _ attributes: [String: String]) throws(XMLRefusal) {
        guard left > 0 else { throw XMLRefusal("too many elements") }
        left -= 1
        open.append(XMLElement(name, attributes: attributes))
    }

    func end(_ text: String) {
        guard var element = open.popLast() else { return }
        element.finish(text)
        if open.isEmpty { root = element } else { open[open.count - 1].add(element) }
    }
}
