package import Classes
package import Encoding

package struct ClassPlan: Sendable, Equatable, Codable {
    /// The local part of the room's address.
    package let name: String
    package var title: String
    package var features: ClassFeatures
    /// Whether guests may enter without a ticket, with any XMPP client.
    package var allowsGuests: Bool
    /// Whether the class has ended: it admits no more people, and its stored data remains.
    package var isOver: Bool
    /// How many people may join in all, or `nil` for the server's limit.
    package var people: Int?
    /// Bytes that the recordings may take together, or `nil` for no limit of the class.
    package var recordingSpace: Int64?
    /// `nil` in plans of earlier versions.
    private var recordings: RecordingAudience?

    /// Who may watch recordings of the class.
    package var audience: RecordingAudience {
        get { recordings ?? .everyone }
        set { recordings = newValue }
    }

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

/// A person with a ticket to a class. Its texts are unverified.
package struct ClassPerson: Sendable, Equatable {
    package var user: ClassUser
    package var isExcluded: Bool

    package init(_ user: ClassUser, isExcluded: Bool = false) {
        self.user = user
        self.isExcluded = isExcluded
    }
}

extension JSONValue {
    /// Encodes one of our own types, which cannot fail.
    static func encoding(_ value: some Encodable) -> JSONValue {
        do {
            return try JSONValue(encoding: value)
        } catch {
            preconditionFailure("no JSON for \(value): \(error)")
        }
    }

    var line: String { String(decoding: bytes, as: UTF8.self) }
}
