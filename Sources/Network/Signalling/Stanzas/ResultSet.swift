package import XML

/// Which page of a long answer is wanted, and which came (XEP-0059). A value.
package struct ResultSet: Sendable, Equatable {
    package var first: String?
    package var last: String?
    /// Of all pages; nil: not said.
    package var count: Int?

    /// What came; empty where nothing is said.
    package init(_ element: XMLElement?) {
        let set = element?.first("set", in: Namespace.resultSet)
        first = set?.first("first")?.wholeText
        last = set?.first("last")?.wholeText
        count = set?.first("count").flatMap { Int($0.wholeText) }
    }

    /// - Parameter after: the last id of the page before; nil: the first page.
    package static func request(after: String?, size: Int) -> XMLElement {
        var set = XMLElement(
            "set", namespace: Namespace.resultSet, children: [XMLElement("max", text: String(size))])
        if let after { set.add(XMLElement("after", text: after)) }
        return set
    }

    /// - Parameter before: the first id of the page behind it; nil: the last page.
    package static func request(before: String?, size: Int) -> XMLElement {
        XMLElement(
            "set", namespace: Namespace.resultSet,
            children: [XMLElement("max", text: String(size)), XMLElement("before", text: before ?? "")])
    }
}
