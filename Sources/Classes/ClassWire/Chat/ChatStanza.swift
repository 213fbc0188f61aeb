import Classes
package import Signalling
package import XML

/// A user's message to the chat of a class, of type `groupchat`, which every XMPP client can read. Unverified.
package struct ChatStanza: Sendable, Equatable {
    /// In bytes. Longer texts are cut.
    package static let textLimit = 16 << 10
    /// The most mentions. ``idLimit`` is in bytes.
    private static let mentionLimit = 32
    private static let idLimit = 512
    private static let addressLimit = 2048

    /// Empty for a picture or an emoticon.
    package var text: String
    /// The address of an uploaded picture (XEP-0066, XEP-0363).
    package var picture: String?
    /// The archive's ID of the message that it answers (XEP-0461).
    package var replyTo: String?
    package var mentions: [String]
    /// The key of an emoticon that replaces the text.
    package var emoticon: String?

    package init(
        text: String, picture: String? = nil, replyTo: String? = nil, mentions: [String] = [], emoticon: String? = nil
    ) {
        self.text = text
        self.picture = picture
        self.replyTo = replyTo
        self.mentions = mentions
        self.emoticon = emoticon
    }

    private static let outOfBand = "jabber:x:oob"
    private static let replies = "urn:xmpp:reply:0"

    /// - Parameter id: unique among the user's messages.
    package func message(to room: XMPPAddress, id: String) -> XMLElement {
        var message = XMLElement(
            "message", attributes: ["type": "groupchat", "to": room.description, "id": id],
            children: [XMLElement("body", text: body)])
        if let picture {
            message.add(
                XMLElement(
                    "x", namespace: Self.outOfBand,
                    children: [
                        XMLElement("url", namespace: Self.outOfBand, text: picture)
                    ]))
        }
        if let replyTo {
            message.add(
                XMLElement("reply", namespace: Self.replies, attributes: ["id": replyTo, "to": room.description]))
        }
        if emoticon != nil || !mentions.isEmpty {
            message.add(
                .live("chat", ["emoticon": emoticon], children: mentions.map { .live("mention", ["nick": $0]) }))
        }
        return message
    }

    /// For other clients. For a picture it is only the address, as XEP-0066 requires.
    private var body: String { picture ?? (text.isEmpty ? emoticon.map { "[\($0)]" } ?? "" : text) }

    package init?(message: XMLElement) {
        guard message["type"] == "groupchat", let body = message.first("body")?.wholeText, !body.isEmpty,
            EventStanza(message: message) == nil
        else { return nil }
        let live = message.first("chat", in: WireName.live)
        let picture = message.first("x", in: Self.outOfBand)?.first("url")?.wholeText
        self.init(
            text: Self.cut(body, to: Self.textLimit),
            picture: picture.flatMap { $0.utf8.count <= Self.addressLimit ? $0 : nil },
            replyTo: message.first("reply", in: Self.replies)?["id"].flatMap { Self.isShort($0) ? $0 : nil },
            mentions: (live?.children("mention") ?? []).prefix(Self.mentionLimit).compactMap { $0["nick"] }
                .filter(Self.isShort),
            emoticon: live?["emoticon"].flatMap { Self.isShort($0) ? $0 : nil })
        if self.picture == text || emoticon.map({ text == "[\($0)]" }) ?? false { text = "" }
    }

    private static func isShort(_ text: String) -> Bool { text.utf8.count <= idLimit }

    private static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: bytes)
        while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end]) + "…"
    }
}
