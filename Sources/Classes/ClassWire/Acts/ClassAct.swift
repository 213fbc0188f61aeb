package import ClassRules
package import Encoding
package import XML

/// A wish for the keeper of a class, as an IQ. The contents are unverified.
///
///     <iq type="set" to="keeper.example.org"><act xmlns="urn:tvplay:room:1" room="botany@rooms.example.org" id="f3…">
///     <json xmlns="urn:xmpp:json:0">{"name":"requestToSpeak"}</json></act></iq>
package struct ClassAct: Sendable, Equatable {
    /// The largest wish is a document with its pages. The keeper refuses larger ones unread.
    package static let sizeLimit = 48 << 10
    private static let idLimit = 64

    package var room: String
    /// Unique among the user's acts. An act repeated after a lost connection is not performed twice.
    package var id: String
    package var wish: ClassWish

    package init(room: String, id: String, wish: ClassWish) {
        self.room = room
        self.id = id
        self.wish = wish
    }

    package var element: XMLElement { .live("act", ["room": room, "id": id], children: [.json(wish.json)]) }

    package enum Reading: Sendable, Equatable {
        case act(ClassAct)
        case unreadable(room: String, id: String)
    }

    package static func read(_ element: XMLElement) -> Reading? {
        guard element.name == "act", element.namespace == WireName.live, let room = element["room"],
            let id = element["id"], (1...idLimit).contains(id.utf8.count)
        else { return nil }
        guard let wish = element.jsonValue(limit: sizeLimit).flatMap(ClassWish.init(json:)) else {
            return .unreadable(room: room, id: id)
        }
        return .act(ClassAct(room: room, id: id, wish: wish))
    }
}

extension ClassWish {
    package var json: JSONValue { .encoding(self) }

    package init?(json: JSONValue) {
        do {
            self = try json.decoded()
        } catch {
            return nil
        }
    }
}

extension JSONValue {
    static func encoding(_ value: some Encodable) -> JSONValue {
        do {
            return try JSONValue(encoding: value)
        } catch {
            preconditionFailure("no JSON for \(value): \(error)")
        }
    }
}
