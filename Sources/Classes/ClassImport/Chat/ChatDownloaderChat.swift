import Classes
import Encoding
import PlayCore

/// The items of chat-downloader (xenova/chat-downloader:docs/items.rst). All fields are optional.
struct ChatDownloaderChat: ChatRecords {
    static let keys: JSONKeys? = JSONKeys(
        "timestamp", "time_in_seconds", "time_text", "message", "message_id", "message_type", "action_type", "author",
        "name", "id", "display_name", "badges", "title", "is_verified", "is_moderator", "amount", "money", "text",
        "sub_message", "target_message_id", "colour", "currency", "sticker_images", "url", "in_reply_to", "author_id",
        "target_author_id", "primary_text", "header_primary_text", "header_secondary_text")

    private var firstWall: Int64?
    private var hasVideoTimes = false

    var hasClockTimes: Bool { firstWall != nil && !hasVideoTimes }

    mutating func record(_ value: JSONValue, list: String?, number: Int, into collector: inout ImportCollector) {
        let wall = value["timestamp"]?.whole.map { $0 / 1000 }
        guard let time = time(value, wall) else { return collector.note("an item without a time") }
        if let target = value["target_message_id"]?.identifier {
            return collector.add(ClassEvent(time, .messageRemoved(target)))
        }
        if let type = value["message_type"]?.text, Self.bans.contains(type) {
            let author = value["target_author_id"]?.identifier ?? value.at("author", "id")?.identifier
            if let author { collector.add(ClassEvent(time, .messagesRemoved(author: author))) }
            return
        }
        // A ticker repeats an earlier message.
        if value["message_type"]?.text?.hasPrefix("ticker_") == true { return }
        var message = ChatMessage(
            id: value["message_id"]?.identifier ?? "item \(number)", time: time, author: author(value),
            text: text(value),
            kind: kind(value))
        message.amount = value.at("money", "text")?.text ?? value["amount"]?.identifier
        message.picture = value.at("sticker_images", "0", "url")?.text
        message.replyTo = value.at("in_reply_to", "message_id")?.identifier
        message.wallTime = wall
        guard !message.text.isEmpty || message.kind != .text else { return collector.note("an item without a text") }
        collector.add(message)
    }

    private static let bans: Set<String> = ["ban_user", "ban_chat_user", "clear_chat"]

    private mutating func time(_ value: JSONValue, _ wall: Int64?) -> MediaTime? {
        if let time = value["time_in_seconds"]?.seconds ?? value["time_text"]?.text.flatMap({ TimeText.parse($0) }) {
            hasVideoTimes = true
            return time
        }
        guard let wall else { return nil }
        let first = firstWall ?? wall
        firstWall = first
        let (distance, overflow) = wall.subtractingReportingOverflow(first)
        return overflow ? nil : Numbers.milliseconds(distance)
    }

    private func text(_ value: JSONValue) -> String {
        let parts = ["header_primary_text", "header_secondary_text", "primary_text", "sub_message", "message"]
        return parts.compactMap { value[$0]?.text }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func kind(_ value: JSONValue) -> ChatMessage.Kind {
        let type = value["message_type"]?.text ?? ""
        if type.contains("sticker") { return .sticker }
        if type.contains("membership") || type.contains("sponsorships") || type.contains("sub") { return .membership }
        if type.contains("paid") || value["money"] != nil || value["amount"] != nil { return .paid }
        return type.contains("viewer_engagement") || type.contains("mode_change") ? .system : .text
    }

    private func author(_ value: JSONValue) -> ClassUser? {
        guard let author = value["author"] else { return nil }
        let name = author["display_name"]?.text ?? author["name"]?.text ?? ""
        guard let id = author["id"]?.identifier ?? (name.isEmpty ? nil : name) else { return nil }
        var user = ClassUser(id: id, name: name)
        user.color = value["colour"]?.text.flatMap(Numbers.color)
        for badge in author["badges"]?.items ?? [] {
            guard let title = badge["title"]?.text ?? badge["name"]?.text else { continue }
            switch title.lowercased() {
            case "owner", "broadcaster": user.role = .owner
            case "moderator": user.role = .moderator
            default: user.badges.append(title)
            }
        }
        return user
    }
}

/// Zoom's answer to its own player: `{"meetingChatList":[{"userName","time","content"}]}`
/// (xenova/chat-downloader:chat_downloader/sites/zoom.py).
struct ZoomChat: ChatRecords {
    static let keys: JSONKeys? = JSONKeys("meetingChatList", "userName", "time", "content", "userId")

    mutating func record(_ value: JSONValue, list: String?, number: Int, into collector: inout ImportCollector) {
        guard let time = value["time"]?.text.flatMap({ TimeText.parse($0) }) ?? value["time"]?.seconds,
            let text = value["content"]?.text
        else { return collector.note("a message without a text or a time") }
        let name = value["userName"]?.text ?? ""
        let author = name.isEmpty ? nil : ClassUser(id: value["userId"]?.identifier ?? name, name: name)
        collector.add(ChatMessage(id: "message \(number)", time: time, author: author, text: text))
    }
}
