import Classes
import Encoding
import PlayCore

/// An item of YouTube's chat: an object with one member, whose name is the kind of the item.
enum YouTubeItem {
    private static let kinds: [(name: String, kind: ChatMessage.Kind)] = [
        ("liveChatTextMessageRenderer", .text), ("liveChatPaidMessageRenderer", .paid),
        ("liveChatPaidStickerRenderer", .sticker), ("liveChatMembershipItemRenderer", .membership),
        ("liveChatSponsorshipsGiftPurchaseAnnouncementRenderer", .membership),
        ("liveChatSponsorshipsGiftRedemptionAnnouncementRenderer", .membership),
        ("liveChatViewerEngagementMessageRenderer", .system), ("liveChatModeChangeMessageRenderer", .system),
    ]

    static func isUnknown(_ item: JSONValue) -> Bool { item["liveChatPlaceholderItemRenderer"] == nil }

    /// `place` is the item's place in the file, for items without an ID.
    static func message(_ item: JSONValue, _ time: MediaTime, _ place: String) -> ChatMessage? {
        for (name, kind) in kinds {
            guard let fields = item[name] else { continue }
            let header = fields.at("header", "liveChatSponsorshipsHeaderRenderer")
            var message = ChatMessage(
                id: fields["id"]?.identifier ?? "line \(place)", time: time,
                author: author(fields, name: fields["authorName"] ?? header?["authorName"]),
                text: text(fields, header: header), kind: kind, amount: fields["purchaseAmountText"].map { words($0) })
            message.picture = fields.at("sticker", "thumbnails", "0", "url")?.text.map(withScheme)
            message.wallTime = fields["timestampUsec"]?.whole.flatMap { $0 > 0 ? $0 / 1000 : nil }
            return message
        }
        return nil
    }

    private static func text(_ fields: JSONValue, header: JSONValue?) -> String {
        let parts = [
            fields["headerPrimaryText"], fields["headerSubtext"], header?["primaryText"], fields["text"],
            fields["subtext"], fields["message"],
        ]
        let said = parts.compactMap(\.self).map(words).filter { !$0.isEmpty }
        if !said.isEmpty { return said.joined(separator: "\n") }
        return fields.at("sticker", "accessibility", "accessibilityData", "label")?.text ?? ""
    }

    private static func author(_ fields: JSONValue, name: JSONValue?) -> ClassUser? {
        let id = fields["authorExternalChannelId"]?.identifier
        let name = name.map { words($0) } ?? ""
        guard id != nil || !name.isEmpty else { return nil }
        var user = ClassUser(id: id ?? name, name: name)
        for badge in fields["authorBadges"]?.items ?? [] {
            guard let badge = badge["liveChatAuthorBadgeRenderer"] else { continue }
            switch badge.at("icon", "iconType")?.text {
            case "OWNER": user.role = .owner
            case "MODERATOR": user.role = .moderator
            default: if let tooltip = badge["tooltip"]?.text { user.badges.append(tooltip) }
            }
        }
        return user
    }

    // MARK: Words

    /// Reads `{"simpleText": …}` or `{"runs": […]}`.
    static func words(_ value: JSONValue) -> String {
        if let text = value["simpleText"]?.text ?? value.text { return text }
        return (value["runs"]?.items ?? []).map(run).joined()
    }

    private static func run(_ run: JSONValue) -> String {
        if let emoji = run["emoji"] {
            let shortcut = emoji.at("shortcuts", "0")?.text
            // The ID of a standard emoji is its character.
            return (emoji["isCustomEmoji"]?.isTrue == true ? shortcut : emoji["emojiId"]?.text) ?? shortcut ?? ""
        }
        let text = run["text"]?.text ?? ""
        guard text.hasSuffix("..."), let url = run.at("navigationEndpoint", "urlEndpoint", "url")?.text else {
            return text
        }
        return target(url)
    }

    /// YouTube shortens the text of a link. Its redirect page has the address in `q`.
    private static func target(_ url: String) -> String {
        guard url.contains("/redirect?"), let query = url.split(separator: "?", maxSplits: 1).last,
            let value = query.split(separator: "&").first(where: { $0.hasPrefix("q=") })
        else { return url }
        return PercentText.decoded(value.dropFirst(2))
    }

    private static func withScheme(_ address: String) -> String {
        address.hasPrefix("//") ? "https:" + address : address
    }
}

extension ClassUser.Role {
    static let owner = ClassUser.Role(rawValue: "owner")
}

/// Decodes percent-encoding (RFC 3986, 2.1). Leaves invalid sequences unchanged.
enum PercentText {
    static func decoded(_ text: some StringProtocol) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
