import Encoding
import PlayCore
import Rooms

/// TwitchDownloader's document (TwitchDownloader:TwitchObjects/ChatRoot.cs, format 1.4.0), and the bare list of comments
/// that older tools wrote.
struct TwitchChat: ChatRecords {
    static let keys: JSONKeys? = JSONKeys(
        "_id", "content_offset_seconds", "commenter", "display_name", "name", "message", "body", "bits_spent",
        "user_badges", "user_color", "user_notice_params", "msg_id", "msg-id", "created_at", "title", "start", "video",
        "fragments", "text")

    private(set) var title: String?
    /// Seconds of the video before the part that was downloaded.
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
        line.wallTime = value["created_at"]?.text.flatMap(CalendarText.milliseconds)
        collector.add(line)
    }

    /// The part begins at 0; "video" may stand behind the comments.
    mutating func finish(into collector: inout ImportCollector) {
        collector.shift(by: MediaTime(seconds: -start))
    }

    private func text(_ message: JSONValue) -> String {
        if let body = message["body"]?.text, !body.isEmpty { return body }
        return (message["fragments"]?.items ?? []).compactMap { $0["text"]?.text }.joined()
    }

    /// The notice's name, which the older format writes with a hyphen.
    private func isMembership(_ notice: JSONValue?) -> Bool {
        guard let name = (notice?["msg_id"] ?? notice?["msg-id"])?.text else { return false }
        return name.contains("sub") || name.contains("gift")
    }

    private func author(_ commenter: JSONValue?, _ message: JSONValue) -> RoomUser? {
        guard let commenter else { return nil }
        let name = commenter["display_name"]?.text ?? commenter["name"]?.text ?? ""
        guard let id = commenter["_id"]?.identifier ?? (name.isEmpty ? nil : name) else { return nil }
        var user = RoomUser(id: id, name: name)
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

/// Dates as in RFC 3339: `2022-01-31T10:20:30.5Z`. Pure.
enum CalendarText {
    /// Milliseconds since 1970; nil for what is no such date.
    static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.allSatisfy({ $0 < 0x80 }), bytes[4] == UInt8(ascii: "-"), bytes[7] == bytes[4],
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), (1...12).contains(month),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19])
        else { return nil }
        let (fraction, zone) = tail(bytes[19...])
        let seconds = days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - zone
        return seconds * 1000 + fraction
    }

    /// Milliseconds of a fraction, and the seconds by which the zone is ahead.
    private static func tail(_ bytes: ArraySlice<UInt8>) -> (fraction: Int64, zone: Int64) {
        var rest = bytes
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (48...57).contains($0) }
            let three = digits.prefix(3) + [UInt8](repeating: 48, count: max(0, 3 - digits.count))
            fraction = number(three) ?? 0
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return (fraction, 0)
        }
        let digits = Array(rest.dropFirst().filter { $0 != UInt8(ascii: ":") })
        let hours = number(digits.prefix(2)[...]) ?? 0
        let minutes = digits.count >= 4 ? number(digits[2..<4]) ?? 0 : 0
        return (fraction, (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        digits.allSatisfy { (48...57).contains($0) } ? Int64(String(decoding: digits, as: UTF8.self)) : nil
    }

    /// Since 1970, by the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
