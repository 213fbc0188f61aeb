package import Classes
package import Encoding

package struct ClassPlan: Sendable, Equatable, Codable {
    package let name: String
    package var title: String
    package var features: ClassFeatures
    /// Whether guests may enter without a ticket, with any XMPP client.
    package var allowsGuests: Bool
    /// Whether the class has ended. It then admits no more people, but its data stays stored.
    package var isOver: Bool
    package var people: Int?
    /// In bytes, for its recordings together.
    package var recordingSpace: Int64?
    /// `nil` in plans of earlier versions.
    private var recordings: RecordingAudience?

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

package struct ClassPerson: Sendable, Equatable {
    package var user: ClassUser
    package var isExcluded: Bool

    package init(_ user: ClassUser, isExcluded: Bool = false) {
        self.user = user
        self.isExcluded = isExcluded
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

    var line: String { String(decoding: bytes, as: UTF8.self) }
}
