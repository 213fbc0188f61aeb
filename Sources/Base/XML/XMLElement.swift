/// An element with its contents, for small documents and for pieces of large ones.
package struct XMLElement: Sendable, Equatable {
    /// The name without its prefix.
    package let name: String
    /// `nil` for the document's own, or if the reader does not resolve namespaces.
    package let namespace: String?
    /// Keyed by names with prefixes, as written.
    package let attributes: [String: String]
    /// ``XMLPieces`` also adds the text between child elements, as elements without a name.
    package private(set) var children: [XMLElement] = []
    /// The text between the last child and the end tag, including whitespace.
    package private(set) var text = ""

    /// - Parameter namespace: written if it differs from the parent's, or `nil` for the parent's.
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

    /// - Parameter elements: the maximum number in total.
    package static func read(
        _ bytes: [UInt8], limits: XMLLimits, elements: Int
    ) throws(XMLError) -> XMLElement {
        let builder = TreeBuilder(limit: elements)
        try XMLReader.read(bytes, limits: limits, handler: builder)
        guard let root = builder.root else { throw XMLError(line: 1, reason: "no element", isInvalidToken: false) }
        return root
    }

    package init(text: String) { self.init("", text: text) }

    package subscript(attribute: String) -> String? { attributes[attribute] }

    package func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    package func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    package func first(_ name: String, in namespace: String) -> XMLElement? {
        children.first { $0.name == name && $0.namespace == namespace }
    }

    package mutating func add(_ child: XMLElement) { children.append(child) }

    package mutating func finish(_ text: String) { self.text = text }

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
