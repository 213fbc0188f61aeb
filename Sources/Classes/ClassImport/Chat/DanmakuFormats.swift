import Classes
import Encoding
import PlayCore

enum Danmaku {
    /// Returns `nil` for programs (8, 9), which are not run.
    static func placement(mode: Int) -> ChatMessage.Placement? {
        switch mode {
        case 1, 2, 3: .scroll
        case 4: .bottom
        case 5: .top
        case 6: .reverse
        case 7: .positioned
        default: nil
        }
    }

    /// Replaces "/n", which old tools write for line ends, and AcFun's "\r".
    static func text(_ text: String) -> String {
        let text = text.split(separator: "/n", omittingEmptySubsequences: false).joined(separator: "\n")
        guard text.utf8.contains(0x0D) else { return text }
        return String(text.map { $0.isNewline ? "\n" : $0 })
    }

    /// Reads `["x","y","opacity","seconds","text",…]` (Bilibili; in hand-made files often invalid JSON) or
    /// `{"n":"text",…}` (AcFun). Returns other text unchanged.
    static func positionedText(_ text: String) -> String? {
        let text = text.trimmed
        guard text.hasPrefix("[") || text.hasPrefix("{") else { return text.isEmpty ? nil : text }
        let found: String?
        do throws(JSONValue.Problem) {
            let value = try JSONValue(document: Array(text.utf8))
            found = value.items.map { $0.count > 4 ? $0[4].text : nil } ?? value["n"]?.text
        } catch {
            found = text.hasPrefix("[") ? LooseStrings.strings(text, most: 5).dropFirst(4).first : nil
        }
        return found.flatMap { $0.trimmed.isEmpty ? nil : $0 }
    }

    static func add(
        _ comment: ChatMessage, mode: Int, color: UInt32?, into collector: inout ImportCollector
    ) {
        guard let placement = placement(mode: mode) else {
            return collector.note("a comment that is a program (mode \(mode))")
        }
        var message = comment
        if placement == .positioned {
            guard let text = positionedText(comment.text) else {
                return collector.note("a comment without a text (mode 7)")
            }
            message.text = text
        }
        message.text = text(message.text)
        message.placement = placement
        message.color = color.map { $0 & 0xFFFFFF }
        collector.add(message)
    }
}

/// Bilibili's XML (SocialSisterYi/bilibili-API-collect) and Niconico's `<chat>`. Recorders of live rooms add `<sc>`,
/// `<gift>`, `<guard>`, and a `user` for each comment.
struct DanmakuXML: ChatParser {
    private var tags: TagSplitter
    private var count = 0

    init(limit: Int) { tags = TagSplitter(["d", "sc", "gift", "guard", "chat"], limit: limit) }

    mutating func feed(_ bytes: [UInt8], into collector: inout ImportCollector) {
        var (elements, broken) = ([TagSplitter.Element](), [Int]())
        tags.feed(bytes, give: { elements.append($0) }, broken: { broken.append($0) })
        add(elements, broken, &collector)
    }

    mutating func finish(into collector: inout ImportCollector) {
        var (elements, broken) = ([TagSplitter.Element](), [Int]())
        tags.finish(give: { elements.append($0) }, broken: { broken.append($0) })
        add(elements, broken, &collector)
    }

    private mutating func add(
        _ elements: [TagSplitter.Element], _ broken: [Int], _ collector: inout ImportCollector
    ) {
        for line in broken { collector.note("a tag without an end", line: line) }
        for element in elements {
            count += 1
            if !element.isClosed { collector.note("an element without an end", line: element.line) }
            switch element.name {
            case "d": addComment(element, &collector)
            case "chat":
                guard let comment = NiconicoComment(fields: element.attributes, text: element.text) else {
                    collector.note("a comment without a time", line: element.line)
                    continue
                }
                comment.add(into: &collector)
            default: addGift(element, &collector)
            }
        }
    }

    /// `p` has time, mode, size, colour, calendar time, pool, hash of the sender and ID of the row.
    private func addComment(_ element: TagSplitter.Element, _ collector: inout ImportCollector) {
        var fields = (element.attributes["p"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        if let short = ShortDanmaku(fields) { return short.add("d\(count)", element.text, into: &collector) }
        // Version 2.0, of the PC client, puts the row, a zero and milliseconds first.
        if fields.count >= 9, fields[1] == "0", let milliseconds = Int64(fields[2]) {
            fields = ["\(Double(milliseconds) / 1000)"] + fields[3...8] + [fields[0]]
        }
        guard fields.count >= 4, let time = Numbers.seconds(fields[0]), let mode = Int(fields[1]) else {
            return collector.note("a comment without a time", line: element.line)
        }
        let row = fields.count > 7 && !fields[7].isEmpty && fields[7] != "0" ? String(fields[7]) : "\(count)"
        var message = ChatMessage(id: "d\(row)", time: time, author: author(element), text: element.text)
        message.wallTime = fields.count > 4 ? Int64(fields[4]).flatMap(Self.milliseconds) : nil
        Danmaku.add(message, mode: mode, color: UInt32(fields[3]), into: &collector)
    }

    private static func milliseconds(_ value: Int64) -> Int64? {
        guard value > 0 else { return nil }
        return value > 100_000_000_000 ? value : value * 1000
    }

    private func addGift(_ element: TagSplitter.Element, _ collector: inout ImportCollector) {
        guard let time = element.attributes["ts"].flatMap({ Numbers.seconds($0) }) else {
            return collector.note("a gift without a time", line: element.line)
        }
        let attributes = element.attributes
        switch element.name {
        case "sc":
            collector.add(
                ChatMessage(
                    id: "sc\(count)", time: time, author: author(element), text: element.text, kind: .paid,
                    amount: attributes["price"]))
        case "guard":
            collector.add(
                ChatMessage(
                    id: "guard\(count)", time: time, author: author(element), text: attributes["giftname"] ?? "",
                    kind: .membership))
        default:
            let gift = Gift(
                id: "gift\(count)", from: author(element), name: attributes["giftname"] ?? element.text,
                count: attributes["giftcount"].flatMap { Int($0) })
            collector.add(ClassEvent(time, .gift(gift)))
        }
    }

    private func author(_ element: TagSplitter.Element) -> ClassUser? {
        guard let name = element.attributes["user"], !name.isEmpty else { return nil }
        return ClassUser(id: element.attributes["uid"] ?? name, name: name)
    }
}

/// dandanplay's four fields: time, mode, colour, and the sender after the service's name in brackets.
struct ShortDanmaku {
    private let time: MediaTime
    private let mode: Int
    private let color: UInt32
    private let sender: String

    /// Returns `nil` for Bilibili's fields, in which a size is third and a colour fourth.
    init?(_ fields: [Substring]) {
        guard fields.count == 4, let time = Numbers.seconds(fields[0]), let mode = Int(fields[1]),
            let color = UInt32(fields[2]), color > 100 || UInt32(fields[3]) == nil
        else { return nil }
        (self.time, self.mode, self.color) = (time, mode, color)
        sender = String(fields[3].hasPrefix("[") ? fields[3].split(separator: "]", maxSplits: 1).last ?? "" : fields[3])
    }

    func add(_ id: String, _ text: String, into collector: inout ImportCollector) {
        let author = sender.isEmpty ? nil : ClassUser(id: sender, name: sender)
        let comment = ChatMessage(id: id, time: time, author: author, text: text)
        Danmaku.add(comment, mode: mode, color: color, into: &collector)
    }
}

/// Lists of comments in JSON: AcFun's `c` is "time,colour,mode,size,sender,calendar time", CommentCoreLibrary's `stime`
/// counts milliseconds, dandanplay's `p` has the fields of ``ShortDanmaku``.
struct DanmakuItems: ChatRecords {
    static let keys: JSONKeys? = nil

    mutating func record(_ value: JSONValue, list: String?, number: Int, into collector: inout ImportCollector) {
        let id = "comment \(number)"
        if let fields = value["c"]?.text?.split(separator: ",", omittingEmptySubsequences: false), fields.count >= 3,
            let time = Numbers.seconds(fields[0]), let mode = Int(fields[2])
        {
            let comment = ChatMessage(id: id, time: time, text: value["m"]?.text ?? "")
            Danmaku.add(comment, mode: mode, color: UInt32(fields[1]), into: &collector)
        } else if let fields = value["p"]?.text?.split(separator: ",", omittingEmptySubsequences: false),
            let short = ShortDanmaku(fields)
        {
            short.add(id, value["m"]?.text ?? "", into: &collector)
        } else if let time = value["stime"]?.whole.flatMap(Numbers.milliseconds) {
            let comment = ChatMessage(id: id, time: time, text: value["text"]?.text ?? "")
            let mode = value["mode"]?.whole.flatMap { Int(exactly: $0) } ?? 1
            Danmaku.add(
                comment, mode: mode, color: value["color"]?.whole.flatMap { UInt32(exactly: $0) }, into: &collector)
        } else {
            collector.note("a comment without a time")
        }
    }
}
