package import Classes

/// A message that only one person and its author receive. It is not an event, so neither archives nor recordings
/// contain it. Its texts are unverified.
package struct PrivateMessage: Sendable, Hashable, Codable {
    package var id: String
    package var from: ClassUser
    package var to: ClassUser
    package var text: String
    package var replyTo: String?
    /// In milliseconds since 1970.
    package var time: Int64

    package init(id: String, from: ClassUser, to: ClassUser, text: String, replyTo: String? = nil, time: Int64) {
        (self.id, self.from, self.to, self.text, self.replyTo) = (id, from, to, text, replyTo)
        self.time = time
    }
}

package struct PrivateMessageWish: Sendable, Hashable, Codable {
    package var user: String
    package var text: String
    package var replyTo: String?

    package init(to user: String, _ text: String, replyTo: String? = nil) {
        (self.user, self.text, self.replyTo) = (user, text, replyTo)
    }
}
