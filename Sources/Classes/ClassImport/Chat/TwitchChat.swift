import Classes
import Encoding
import PlayCore

/// TwitchDownloader's document (TwitchDownloader:TwitchObjects/ChatRoot.cs, format 1.4.0), and the bare list of
/// comments of older tools.
struct TwitchChat: ChatRecords {
    static let keys: JSONKeys? = JSONKeys(
        "_id", "content_offset_seconds", "commenter", "display_name", "name", "message", "body", "bits_spent",
        "user_badges", "user_color", "user_notice_params", "msg_id", "msg-id", "created_at", "title", "start", "video",
        "fragments", "text")

    private(set) var title: String?
    /// In seconds of the video.
    private var start = 0.0

    mutating func member(_ name: String, _ value: JSONValue, into collector: inout ImportCollector) {
        guard name == "video" else { return }
        title = value["title"]?.text
        start = value["start"]?.double ?? 0
    }

    mutating func record(_ value: JSONValue, list: String?, number: Int, into collector: inout ImportCollector) {
        guard let message = value["message"], let seconds = value["content_offset_seconds"]?.double else {
            return collector.note("a comment without a message or a time")
        }
        var line = ChatMessage(
            id: value["_id"]?.identifier ?? "comment \(number)", time: MediaTime(seconds: seconds),
            author: author(value["commenter"], message), text: text(message))
        if let bits = message["bits_spent"]?.whole, bits > 0 {
            line.kind = .paid
            line.amount = "\(bits) bits"
        } else if isMembership(message["user_notice_params"]) {
            line.kind = .membership
        }
        line.wallTime = value["created_at"]?.text.flatMap { UTCTime($0) }.map { $0.nanoseconds / 1_000_000 }
        collector.add(line)
    }

    /// Shifts the part so that it starts at 0. "video" may follow the comments, so this waits for the end.
    mutating func finish(into collector: inout ImportCollector) {
        collector.shift(by: MediaTime(seconds: -start))
    }

    private func text(_ message: JSONValue) -> String {
        if let body = message["body"]?.text, !body.isEmpty { return body }
        return (message["fragments"]?.items ?? []).compactMap { $0["text"]?.text }.joined()
    }

    /// Whether a notice is about a membership. The older format hyphenates the notice's name.
    private func isMembership(_ notice: JSONValue?) -> Bool {
        guard let name = (notice?["msg_id"] ?? notice?["msg-id"])?.text else { return false }
        return name.contains("sub") || name.contains("gift")
    }

    private func author(_ commenter: JSONValue?, _ message: JSONValue) -> ClassUser? {
        guard let commenter else { return nil }
        let name = commenter["display_name"]?.text ?? commenter["name"]?.text ?? ""
        guard let id = commenter["_id"]?.identifier ?? (name.isEmpty ? nil : name) else { return nil }
        var user = ClassUser(id: id, name: name)
        user.color = message["user_color"]?.text.flatMap(Numbers.color)
        for badge in message["user_badges"]?.items ?? [] {
            switch badge["_id"]?.text {
            case "broadcaster": user.role = .owner
            case "moderator": user.role = .moderator
            case .some(let name): user.badges.append(name)
            case nil: break
            }
        }
        return user
    }
}
