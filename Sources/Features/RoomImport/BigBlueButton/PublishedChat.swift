import PlayCore
import Rooms
import XML

/// `slides_new.xml`: `<chattimeline in="12" [out="60"] name="…" message="…" [senderRole="MODERATOR"]/>`. There is no list of
/// who was there: those who wrote are.
struct PublishedChat {
    private var number = 0
    private var writers: [RoomUser] = []
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
            id: "chat \(number)", time: time, author: author, text: CleanText.fromHTML(message))
        line.replyTo = element["replyToMessageId"]
        collector.add(line)
    }

    private func author(_ element: XMLElement) -> RoomUser? {
        guard let name = element["name"], !name.isEmpty else { return nil }
        let role: RoomUser.Role = element["senderRole"] == "MODERATOR" ? .moderator : .student
        return RoomUser(id: element["senderId"] ?? name, name: name, role: role)
    }

    /// - Parameter participants: how many there were.
    func finish(participants: Int?, _ collector: inout ImportCollector) {
        for time in cleared.sorted() { collector.add(RoomEvent(time, .chatCleared)) }
        guard !writers.isEmpty || participants != nil else { return }
        collector.add(RoomEvent(.zero, .users(writers, total: participants.map { max($0, writers.count) })))
    }
}
