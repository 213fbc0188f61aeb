import PlayCore

/// The first line of a message in a text file.
///
///     [0:12:34] Name: text                      TwitchDownloader and others
///     0:12:34 | (Moderator) Name: text          chat-downloader's screen
///     00:12:34	From Name to Everyone: text      Zoom, saved on the user's machine: a clock's time
///     00:12:34	Name:	text                       Zoom's cloud
///     [12:34] Name : text                       BigBlueButton's "save chat": a clock's time
///     0:12:34 text
struct TextChatLine: Equatable {
    var time: MediaTime
    var isClock: Bool
    var name: String?
    var text: String

    init?(_ line: Substring) {
        let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let isBracketed = line.first == "["
        let body = isBracketed ? line.dropFirst() : line
        let stamp = body.prefix { $0.isNumber || $0 == ":" || $0 == "." || $0 == "-" }
        guard stamp.contains(":"), stamp.utf8.count <= 20, stamp.last != ":", let time = TimeText.parse(stamp) else {
            return nil
        }
        var rest = body.dropFirst(stamp.count)
        if isBracketed {
            guard rest.first == "]" else { return nil }
            rest = rest.dropFirst()
        } else if let next = rest.first, !next.isWhitespace {
            return nil
        }
        rest = rest.drop { $0.isWhitespace || $0 == "|" }
        let parts = stamp.split(separator: ":").count
        if let (name, text) = Self.zoom(rest) {
            self = TextChatLine(time: time, isClock: true, name: name, text: text)
        } else if let (name, text) = Self.named(rest) {
            // Clock times are hours and minutes. Offsets within a recording always have seconds.
            let isClock = isBracketed && parts == 2 && rest.dropFirst(name.count).first == " "
            let scale = isClock ? 60.0 : 1.0
            self = TextChatLine(time: time.scaled(by: scale), isClock: isClock, name: name, text: text)
        } else {
            self = TextChatLine(time: time, isClock: false, name: nil, text: rest.trimmed)
        }
    }

    private init(time: MediaTime, isClock: Bool, name: String?, text: String) {
        self.time = time
        self.isClock = isClock
        self.name = name
        self.text = text
    }

    /// Reads `From Name to Everyone:` and the text after it or on the next lines. Older versions have two blanks.
    private static func zoom(_ text: Substring) -> (name: String, text: String)? {
        guard text.hasPrefix("From "), let colon = text.firstIndex(of: ":") else { return nil }
        let head = text[..<colon].dropFirst(5)
        let name = head.ranges(of: " to ").last.map { head[..<$0.lowerBound] } ?? head
        return (name.trimmed, text[text.index(after: colon)...].trimmed)
    }

    /// A name is short, and not part of an address such as "https://…".
    private static func named(_ text: Substring) -> (name: String, text: String)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        let head = text[..<colon]
        guard !head.isEmpty, head.count <= 64, rest.isEmpty || rest.first?.isWhitespace == true else { return nil }
        return (withoutRole(head.trimmed), rest.trimmed)
    }

    /// chat-downloader writes badges before a name: `(Moderator, Verified) Name`.
    private static func withoutRole(_ name: String) -> String {
        guard name.first == "(", let end = name.firstIndex(of: ")") else { return name }
        let rest = name[name.index(after: end)...].trimmed
        return rest.isEmpty ? name : rest
    }
}
