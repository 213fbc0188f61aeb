package import Encoding
package import Rooms

/// A class as whoever runs the keeper has set it up. A value.
package struct ClassPlan: Sendable, Equatable, Codable {
    /// The local part of the room's address.
    package let name: String
    package var title: String
    package var features: ClassFeatures
    /// Whether people may come without a ticket, by any program that speaks XMPP, as guests.
    package var allowsGuests: Bool
    /// Nobody comes any more; what was stored stays.
    package var isOver: Bool

    package init(
        name: String, title: String, features: ClassFeatures = ClassFeatures(), allowsGuests: Bool = false,
        isOver: Bool = false
    ) {
        self.name = name
        self.title = title
        self.features = features
        self.allowsGuests = allowsGuests
        self.isOver = isOver
    }

    package var json: JSONValue { .encoding(self) }
}

/// Somebody who has got a ticket to a class. A value; its texts are unverified.
package struct ClassPerson: Sendable, Equatable {
    package var user: RoomUser
    /// Was sent away for good.
    package var isExcluded: Bool

    package init(_ user: RoomUser, isExcluded: Bool = false) {
        self.user = user
        self.isExcluded = isExcluded
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

    var line: String { String(decoding: bytes, as: UTF8.self) }
}
