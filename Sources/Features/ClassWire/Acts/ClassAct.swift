package import ClassRules
package import Encoding
package import XML

/// A wish on its way to the keeper of a class: an IQ. A value; what it holds is unverified.
///
///     <iq type="set" to="keeper.example.org"><act xmlns="urn:tvplay:room:1" room="botany@rooms.example.org" id="f3…">
///     <json xmlns="urn:xmpp:json:0">{"name":"requestToSpeak"}</json></act></iq>
package struct ClassAct: Sendable, Equatable {
    /// Bytes of JSON of a wish: a document with its pages is the largest. Larger ones are refused unread.
    package static let sizeLimit = 48 << 10
    /// Bytes of an id.
    private static let idLimit = 64

    /// The room's address.
    package var room: String
    /// Unique among the person's acts: one that is sent again after a cut is not done again.
    package var id: String
    package var wish: ClassWish

    package init(room: String, id: String, wish: ClassWish) {
        self.room = room
        self.id = id
        self.wish = wish
    }

    /// What stands in the IQ.
    package var element: XMLElement { .live("act", ["room": room, "id": id], children: [.json(wish.json)]) }

    /// What an IQ is that came to the keeper.
    package enum Reading: Sendable, Equatable {
        case act(ClassAct)
        /// It is an act, but not one that can be read: from a later version, or forged.
        case unreadable(room: String, id: String)
    }

    /// Nil: the element is no act.
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

    /// Nil: no wish of this version.
    package init?(json: JSONValue) {
        do {
            self = try json.decoded()
        } catch {
            return nil
        }
    }
}

extension JSONValue {
    /// Of a value whose encoding cannot fail: our own types.
    static func encoding(_ value: some Encodable) -> JSONValue {
        do {
            return try JSONValue(encoding: value)
        } catch {
            preconditionFailure("no JSON for \(value): \(error)")
        }
    }
}
