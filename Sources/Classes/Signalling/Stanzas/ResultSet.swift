package import XML

/// XEP-0059.
package struct ResultSet: Sendable, Equatable {
    package var first: String?
    package var last: String?
    package var count: Int?

    package init(_ element: XMLElement?) {
        let set = element?.first("set", in: Namespace.resultSet)
        first = set?.first("first")?.wholeText
        last = set?.first("last")?.wholeText
        count = set?.first("count").flatMap { Int($0.wholeText) }
    }

    /// - Parameter after: the last ID of the previous page; `nil` for the first page.
    package static func request(after: String?, size: Int) -> XMLElement {
        var set = XMLElement(
            "set", namespace: Namespace.resultSet, children: [XMLElement("max", text: String(size))])
        if let after { set.add(XMLElement("after", text: after)) }
        return set
    }

    /// - Parameter before: the first ID of the following page; `nil` for the last page.
    package static func request(before: String?, size: Int) -> XMLElement {
        XMLElement(
            "set", namespace: Namespace.resultSet,
            children: [XMLElement("max", text: String(size)), XMLElement("before", text: before ?? "")])
    }
}
