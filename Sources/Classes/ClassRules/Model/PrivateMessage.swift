package import Classes

/// A message to one person, which only that person and its author receive. It is no event, so neither archives nor
/// recordings have it. Its texts are unverified.
package struct PrivateMessage: Sendable, Hashable, Codable {
    package var id: String
    package var from: ClassUser
    package var to: ClassUser
    package var text: String
    /// The id of the message that it answers, or `nil`.
    package var replyTo: String?
    /// In milliseconds since 1970.
    package var time: Int64

    package init(id: String, from: ClassUser, to: ClassUser, text: String, replyTo: String? = nil, time: Int64) {
        (self.id, self.from, self.to, self.text, self.replyTo) = (id, from, to, text, replyTo)
        self.time = time
    }
}

package struct PrivateMessageWish: Sendable, Hashable, Codable {
    /// The id of the user to whom it is written.
    package var user: String
    package var text: String
    package var replyTo: String?

    package init(to user: String, _ text: String, replyTo: String? = nil) {
        (self.user, self.text, self.replyTo) = (user, text, replyTo)
    }
}
