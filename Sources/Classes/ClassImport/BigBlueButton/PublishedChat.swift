import Classes
import PlayCore
import XML

/// `slides_new.xml`: `<chattimeline in="12" [out="60"] name="…" message="…" [senderRole="MODERATOR"]/>`. It has no list
/// of users, so the authors become the users.
///
/// Since 3.0 an element has an `id`, and may have `replyToMessageId` and `lastEditedTimestamp`. It may contain the
/// final `<reactions><reaction emoji="👍" count="2"/></reactions>`. Deleted messages are missing.
struct PublishedChat {
    private var number = 0
    private var writers: [ClassUser] = []
    private var known: Set<String> = []
    private var cleared: Set<MediaTime> = []

    mutating func read(_ element: XMLElement, _ collector: inout ImportCollector) {
        guard element.name == "chattimeline" else { return }
        number += 1
        guard let time = element["in"].flatMap({ Numbers.seconds($0) }),
            let message = element["message"]
        else { return collector.note("a message without a text or a time") }
        let author = author(element)
        if let author, known.insert(author.id).inserted { writers.append(author) }
        if let out = element["out"].flatMap({ Numbers.seconds($0) }), out >= time { cleared.insert(out) }
        var line = ChatMessage(
            id: Self.text(element, "id") ?? "chat \(number)", time: time, author: author,
            text: CleanText.fromHTML(message))
        line.replyTo = Self.text(element, "replyToMessageId")
        line.isEdited = Self.text(element, "lastEditedTimestamp") != nil
        line.reactions = Self.reactions(element)
        collector.add(line)
    }

    private static func text(_ element: XMLElement, _ name: String) -> String? {
        element[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func reactions(_ element: XMLElement) -> [ChatMessage.Reaction] {
        let list = element.children.first { $0.name == "reactions" }?.children ?? []
        return list.prefix(32).compactMap { reaction in
            guard let emoji = reaction["emoji"].flatMap(emoji), let count = reaction["count"].flatMap({ Int($0) }),
                (1...1_000_000).contains(count)
            else { return nil }
            return ChatMessage.Reaction(emoji: emoji, count: count)
        }
    }

    /// Returns one emoji, which may have several code points, or its name.
    static func emoji(_ text: String) -> String? {
        let emoji = text.trimmed
        return (1...64).contains(emoji.utf8.count) ? emoji : nil
    }

    private func author(_ element: XMLElement) -> ClassUser? {
        guard let name = element["name"], !name.isEmpty else { return nil }
        let role: ClassUser.Role = element["senderRole"] == "MODERATOR" ? .moderator : .student
        return ClassUser(id: element["senderId"] ?? name, name: name, role: role)
    }

    func finish(participants: Int?, _ collector: inout ImportCollector) {
        for time in cleared.sorted() { collector.add(ClassEvent(time, .chatCleared)) }
        guard !writers.isEmpty || participants != nil else { return }
        collector.add(ClassEvent(.zero, .users(writers, total: participants.map { max($0, writers.count) })))
    }
}
