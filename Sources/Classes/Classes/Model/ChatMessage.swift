package import PlayCore

package struct ChatMessage: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case text
        /// A gift. `text` is its name, `amount` the number.
        case gift
        /// An award with its `picture`.
        case award
        /// A paid message. `amount` is the sum ("€5.00").
        case paid
        /// A user became a member or gave away memberships.
        case membership
        /// A `picture` in place of text.
        case sticker
        case system
        /// A note of this program, never read from a file.
        case joined, left
    }

    /// The place of a comment that flies over the picture (danmaku).
    package enum Placement: String, Sendable, Hashable, Codable {
        case scroll, reverse, top, bottom, positioned
    }

    /// Unique within the class, and the same each time the recording is read.
    package var id: String
    /// Negative before the recording starts. Such messages are shown from the start.
    package var time: MediaTime
    package var author: ClassUser?
    package var text: String
    package var kind: Kind
    /// `nil` for the author's group.
    package var group: Int?
    package var amount: String?
    package var picture: String?
    /// The ID of the message that it answers.
    package var replyTo: String?
    /// Names or user IDs, without "@".
    package var mentions: [String]
    /// The recipient of a private message, which only this user and its author see.
    package var to: ClassUser?
    /// In milliseconds since 1970.
    package var wallTime: Int64?
    /// 0xRRGGBB.
    package var color: UInt32?
    package var placement: Placement?
    /// Whether `text` differs from the original.
    package var isEdited = false
    /// In the order of the first use of each emoji.
    package var reactions: [Reaction] = []

    package struct Reaction: Sendable, Hashable, Codable {
        package var emoji: String
        package var count: Int

        package init(emoji: String, count: Int) {
            self.emoji = emoji
            self.count = count
        }
    }

    package init(
        id: String, time: MediaTime, author: ClassUser? = nil, text: String, kind: Kind = .text, group: Int? = nil,
        amount: String? = nil, picture: String? = nil, replyTo: String? = nil, mentions: [String] = []
    ) {
        self.id = id
        self.time = time
        self.author = author
        self.text = text
        self.kind = kind
        self.group = group
        self.amount = amount
        self.picture = picture
        self.replyTo = replyTo
        self.mentions = mentions
    }
}

extension ChatMessage: Codable {
    private enum Field: String, CodingKey {
        case id
        case time = "t"
        case author, text
        case kind = "type"
        case group, amount, picture, replyTo, mentions, to, wallTime, color, placement, isEdited, reactions
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        id = try fields.decode(String.self, forKey: .id)
        time = try fields.decode(MediaTime.self, forKey: .time)
        author = try fields.decodeIfPresent(ClassUser.self, forKey: .author)
        text = try fields.value(.text, or: "")
        kind = try fields.value(.kind, or: .text)
        group = try fields.decodeIfPresent(Int.self, forKey: .group)
        amount = try fields.decodeIfPresent(String.self, forKey: .amount)
        picture = try fields.decodeIfPresent(String.self, forKey: .picture)
        replyTo = try fields.decodeIfPresent(String.self, forKey: .replyTo)
        mentions = try fields.value(.mentions, or: [])
        to = try fields.decodeIfPresent(ClassUser.self, forKey: .to)
        wallTime = try fields.decodeIfPresent(Int64.self, forKey: .wallTime)
        color = try fields.decodeIfPresent(UInt32.self, forKey: .color)
        placement = try fields.decodeIfPresent(Placement.self, forKey: .placement)
        isEdited = try fields.value(.isEdited, or: false)
        reactions = try fields.value(.reactions, or: [])
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(time, forKey: .time)
        try fields.encodeIfPresent(author, forKey: .author)
        try fields.encode(text, .text, unless: "")
        try fields.encode(kind, .kind, unless: .text)
        try fields.encodeIfPresent(group, forKey: .group)
        try fields.encodeIfPresent(amount, forKey: .amount)
        try fields.encodeIfPresent(picture, forKey: .picture)
        try fields.encodeIfPresent(replyTo, forKey: .replyTo)
        try fields.encode(mentions, .mentions, unless: [])
        try fields.encodeIfPresent(to, forKey: .to)
        try fields.encodeIfPresent(wallTime, forKey: .wallTime)
        try fields.encodeIfPresent(color, forKey: .color)
        try fields.encodeIfPresent(placement, forKey: .placement)
        try fields.encode(isEdited, .isEdited, unless: false)
        try fields.encode(reactions, .reactions, unless: [])
    }
}

package struct MessageReaction: Sendable, Hashable, Codable {
    package var message: String
    package var user: String
    package var emoji: String
    package var isGiven: Bool

    package init(message: String, user: String, emoji: String, isGiven: Bool) {
        self.message = message
        self.user = user
        self.emoji = emoji
        self.isGiven = isGiven
    }
}
