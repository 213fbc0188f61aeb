import Classes
import PlayCore

enum ClassCase {
    static let room = BenchCase("room", "jumps in a room with a million events and a long chat") { _ in
        try seeks() + chat()
    }

    private static let eventCount = 1_000_000
    private static let seekCount = 500
    private static let messageCount = 200_000

    private static func seeks() throws -> [Figure] {
        let clock = CPUClock.own
        let events = (0..<eventCount).map(event)
        let start = clock.now
        let log = ClassLog(events)
        let building = (clock.now - start).inSeconds
        var cursor = log.cursor(at: .zero)
        var (longest, total) = (HostTime.zero, HostTime.zero)
        for number in 0..<seekCount {
            let began = clock.now
            log.move(&cursor, to: .milliseconds((number * 7_919_003) % eventCount))
            let took = clock.now - began
            (longest, total) = (max(longest, took), total + took)
        }
        let subject = "\(eventCount) events"
        return [
            Figure(subject: subject, name: "building", unit: "s", value: building),
            Figure(
                subject: subject, name: "seek, mean", unit: "ms",
                value: total.inMilliseconds / Double(seekCount)),
            Figure(subject: subject, name: "seek, longest", unit: "ms", value: longest.inMilliseconds),
        ]
    }

    /// Returns an event among a thousand people: arrivals, departures, drawing on forty slides, constant pointer moves.
    private static func event(_ number: Int) -> ClassEvent {
        let id = "user \(number % 1000)"
        let key = PageKey(document: "slides", page: number / 25000)
        let point = BoardPoint(x: Double(number % 97) / 97, y: Double(number % 89) / 89)
        let kind: ClassEvent.Kind =
            switch number % 10 {
            case 0: .usersEntered([ClassUser(id: id, name: id)])
            case 1: .usersLeft([id])
            case 2: .mediaUsers([MediaUser(id: id, hasVideo: true, hasAudio: false)])
            case 3, 4: .shapeDrawn(Shape(id: "\(number % 5000)", on: key, .pencil, [point, point, point]))
            case 5: .questionPublished(Question(id: id, text: "why?"))
            case 6: .pageShown(PageChange(key))
            default: .pointer(point)
            }
        return ClassEvent(.milliseconds(number), kind)
    }

    private static func chat() throws -> [Figure] {
        let clock = CPUClock.own
        let lines = (0..<messageCount).map {
            ChatMessage(
                id: "\($0)", time: .milliseconds($0 * 50), author: ClassUser(id: "\($0 % 500)", name: "Name"),
                text: "line \($0) of the chat")
        }
        let chat = SlicedChat(lines)
        var store = ChatStore(index: chat.index)
        var (jumps, pages, count) = (HostTime.zero, HostTime.zero, 0)
        for number in 0..<seekCount {
            let time = MediaTime.milliseconds((number * 7_919_003) % (messageCount * 50))
            let began = clock.now
            store.focus(on: time)
            while let slice = store.wanted.first { store.insert(chat.messages[slice], into: slice) }
            let jumped = clock.now
            guard let end = store.end(at: time) else { throw BenchError("a slice is not there") }
            count += store.page(before: end, count: 60, at: time).lines.count
            (jumps, pages) = (jumps + (jumped - began), pages + (clock.now - jumped))
        }
        let parsing = clock.now
        let bytes = JSONLines.write(chat.messages[0])
        let read = JSONLines.read(ChatMessage.self, bytes, file: "")
        let parsed = (clock.now - parsing).inMilliseconds
        guard count > 0, read.lines == chat.messages[0] else { throw BenchError("the chat is another one") }
        let subject = "\(messageCount) messages"
        let each = 1 / Double(seekCount)
        return [
            Figure(subject: subject, name: "seek", unit: "ms", value: jumps.inMilliseconds * each),
            Figure(subject: subject, name: "page of 60", unit: "ms", value: pages.inMilliseconds * each),
            Figure(subject: subject, name: "a slice to JSON and back", unit: "ms", value: parsed),
        ]
    }
}
