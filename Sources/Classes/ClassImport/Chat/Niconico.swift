import Classes
import Encoding
import PlayCore

struct NiconicoComment {
    let id: String
    let time: MediaTime
    let text: String
    /// Places such as `ue` and `shita`, colours, sizes, and others that are ignored.
    let commands: [Substring]
    var author: ClassUser?
    var wallTime: Int64?
    /// Whether the owner of the video wrote the comment, which may then be a program.
    var isOwners = false

    private static let places: [Substring: ChatMessage.Placement] = ["ue": .top, "shita": .bottom]
    private static let colors: [Substring: UInt32] = [
        "white": 0xFFFFFF, "red": 0xFF0000, "pink": 0xFF8080, "orange": 0xFFC000, "yellow": 0xFFFF00,
        "green": 0x00FF00, "cyan": 0x00FFFF, "blue": 0x0000FF, "purple": 0xC000FF, "black": 0x000000,
        "white2": 0xCCCC99, "niconicowhite": 0xCCCC99, "red2": 0xCC0033, "truered": 0xCC0033, "pink2": 0xFF33CC,
        "orange2": 0xFF6600, "passionorange": 0xFF6600, "yellow2": 0x999900, "madyellow": 0x999900,
        "green2": 0x00CC66, "elementalgreen": 0x00CC66, "cyan2": 0x00CCCC, "blue2": 0x3399FF,
        "marineblue": 0x3399FF, "purple2": 0x6633CC, "nobleviolet": 0x6633CC, "black2": 0x666666,
    ]

    func add(into collector: inout ImportCollector) {
        guard !text.isEmpty else { return collector.note("a comment that was deleted") }
        if isOwners, let first = text.first, "@＠/".contains(first) {
            return collector.note("a comment that is a program")
        }
        var message = ChatMessage(id: id, time: time, author: author, text: text)
        message.wallTime = wallTime
        message.placement = commands.lazy.compactMap { Self.places[$0] }.first ?? .scroll
        message.color =
            commands.lazy.compactMap { Self.colors[$0] ?? ($0.hasPrefix("#") ? Numbers.color($0) : nil) }.first
        collector.add(message)
    }

    /// Reads a comment of old servers or of live rooms. `vpos` is in hundredths of a second, `mail` contains the
    /// commands.
    init?(fields: [String: String], text: String) {
        guard let time = fields["vpos"].flatMap({ Int64($0) }) else { return nil }
        id = "n\(fields["thread"] ?? "").\(fields["no"] ?? fields["vpos"] ?? "")"
        self.time = MediaTime(nanoseconds: time.multipliedReportingOverflow(by: 10_000_000).partialValue)
        guard time.magnitude < 1 << 40 else { return nil }
        self.text = text
        commands = (fields["mail"] ?? "").split(whereSeparator: \.isWhitespace)
        author = fields["name"].flatMap { $0.isEmpty ? nil : ClassUser(id: fields["user_id"] ?? $0, name: $0) }
        wallTime = fields["date"].flatMap { Int64($0) }.flatMap { $0 > 0 && $0 < 1 << 40 ? $0 * 1000 : nil }
        isOwners = fields["fork"] == "1"
    }

    /// Present servers: `nvcomment`, version 1.
    init?(_ value: JSONValue, isOwners: Bool) {
        guard let time = value["vposMs"]?.whole.flatMap(Numbers.milliseconds) else { return nil }
        id = "n" + (value["id"]?.identifier ?? value["no"]?.identifier ?? "")
        self.time = time
        text = value["body"]?.text ?? ""
        commands = (value["commands"]?.items ?? []).compactMap { $0.text.map { $0[...] } }
        wallTime = value["postedAt"]?.text.flatMap { UTCTime($0) }.map { $0.nanoseconds / 1_000_000 }
        self.isOwners = isOwners
    }
}

/// Niconico's comments in JSON: an answer of its server (`data.threads`), or only its threads or comments. The older
/// form is a list of `{"chat":{…}}`, bare or in a `packet`.
struct NiconicoChat: ChatRecords {
    static let keys: JSONKeys? = JSONKeys(
        "threads", "comments", "fork", "id", "no", "vposMs", "body", "commands", "postedAt", "chat", "thread", "vpos",
        "mail", "date", "content", "user_id", "name")

    mutating func member(_ name: String, _ value: JSONValue, into collector: inout ImportCollector) {
        for thread in value["threads"]?.items ?? [] { add(thread, &collector) }
    }

    mutating func record(_ value: JSONValue, list: String?, number: Int, into collector: inout ImportCollector) {
        add(value, &collector)
    }

    private func add(_ value: JSONValue, _ collector: inout ImportCollector) {
        if let comments = value["comments"]?.items {
            for comment in comments {
                add(NiconicoComment(comment, isOwners: value["fork"]?.text == "owner"), &collector)
            }
        } else if let chat = value["chat"] {
            let names = ["thread", "no", "vpos", "mail", "date", "user_id", "name", "fork"]
            let fields = names.compactMap { name in chat[name]?.identifier.map { (name, $0) } }
            add(
                NiconicoComment(fields: Dictionary(fields) { $1 }, text: chat["content"]?.text ?? ""), &collector)
        } else if value["vposMs"] != nil {
            add(NiconicoComment(value, isOwners: false), &collector)
        }
    }

    private func add(_ comment: NiconicoComment?, _ collector: inout ImportCollector) {
        guard let comment else { return collector.note("a comment without a time") }
        comment.add(into: &collector)
    }
}
