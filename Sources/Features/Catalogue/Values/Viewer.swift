import Encoding

/// The viewer's identity for services. Unverified texts.
package struct Viewer: Sendable, Equatable {
    package var name: String?
    package var number: String?
    package var group: Int?

    package init(name: String? = nil, number: String? = nil, group: Int? = nil) {
        self.name = name
        self.number = number
        self.group = group
    }

    var queryItems: [(name: String, value: String)] {
        [("user_name", name), ("user_number", number), ("user_group", group.map(String.init))].compactMap { item in
            item.1.map { (name: item.0, value: $0) }
        }
    }

    var json: JSONValue? {
        guard self != Viewer() else { return nil }
        return .object([
            "group": group.map { .integer(Int64($0)) }, "name": name.map { .string($0) },
            "number": number.map { .string($0) },
        ])
    }
}
