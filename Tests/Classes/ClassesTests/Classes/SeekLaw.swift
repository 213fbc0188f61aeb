import Classes
import PlayCore
import TestSupport
import Testing

/// A viewer's view of a class at a position. It excludes counts that depend on earlier seeks: the session's revisions
/// and the number of replaced lists.
struct SeenClass: Equatable {
    var state: ClassState
    var header: ClassHeading?
    var users: UsersView?
    var documents: DocumentsView?
    var questions: KeyedList<Question>?
    var survey: Survey?
    var answerSheet: AnswerSheetView?
    var timerSeconds: Int?
    var chatEnd: ChatPosition?
    var chatCount: Int?
    /// Oldest first.
    var lines: [ChatMessage]

    /// - Parameter session: receives the slices that it needs.
    init(_ session: inout ClassSession, _ chat: SlicedChat) {
        lines = Self.lines(&session, chat)
        let snapshot = session.snapshot(phase: .entered)
        state = session.state
        header = snapshot.room?.content
        users = snapshot.users?.content
        documents = snapshot.documents?.content
        questions = snapshot.questions?.content
        survey = snapshot.survey?.content
        answerSheet = snapshot.answerSheet?.content
        timerSeconds = snapshot.timer?.content?.seconds(at: session.position)
        chatEnd = snapshot.messages?.content.end
        chatCount = snapshot.messages?.content.count
    }

    private static func lines(_ session: inout ClassSession, _ chat: SlicedChat) -> [ChatMessage] {
        session.load(chat)
        guard let end = session.chat.end(at: session.position) else { return [] }
        while true {
            let page = session.chat.page(before: end, count: .max, at: session.position)
            guard let missing = page.missing else {
                session.scrollChat(to: nil)
                return page.lines.map(\.message)
            }
            session.scrollChat(to: missing)
            session.insert(chat.messages[missing], into: missing)
        }
    }
}

extension ClassSession {
    mutating func load(_ chat: SlicedChat) {
        while let slice = self.chat.wanted.first { insert(chat.messages[slice], into: slice) }
    }
}

/// The law of replays: any seeks to a position lead to the same view. It is the result of applying all earlier events
/// to an empty class.
struct SeekLaw {
    let room: LoadedClass
    let chat: SlicedChat
    /// Ordered by time.
    private let said: [ChatMessage]
    private let changes: ChatChanges

    init(_ contents: ClassContents) {
        (room, chat) = contents.loaded()
        said = contents.chatLines
        changes = ChatChanges(room.log.events)
    }

    private var end: MediaTime { max(room.log.events.last?.time ?? .zero, said.last?.time ?? .zero) + .seconds(2) }

    /// Returns, in order, random times, times of events, and the instants before them.
    private func stops(_ count: Int, _ random: inout SeededGenerator) -> [MediaTime] {
        let times = room.log.events.map(\.time) + said.map(\.time)
        return (0..<count).map { number in
            guard number % 3 > 0, let time = times.randomElement(using: &random) else { return anywhere(&random) }
            return max(.zero, number % 3 == 1 ? time : time - MediaTime(nanoseconds: 1))
        }.sorted()
    }

    private func anywhere(_ random: inout SeededGenerator) -> MediaTime {
        MediaTime(nanoseconds: Int64.random(in: 0...end.nanoseconds, using: &random))
    }

    /// Plays through some stops, and reaches each of them again by several kinds of seeks.
    func check(stops count: Int = 9, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var playing = ClassSession(room)
        playing.load(chat)
        var passed: [ClassEvent] = []
        for stop in stops(count, &random) {
            while playing.position < stop {
                let step = MediaTime.milliseconds(Int.random(in: 1...9_000, using: &random))
                let move = playing.move(to: min(stop, playing.position + step))
                #expect(!move.isJump)
                passed += move.passed
                playing.load(chat)
            }
            let seen = SeenClass(&playing, chat)
            checkReference(seen, at: stop)
            expect(passed, is: room.log.events.filter { $0.time > .zero && $0.time <= stop })
            for _ in 0..<3 { checkSeeks(to: stop, seen, &random) }
        }
    }

    /// Reaches `stop` in another session by some jumps and steps. Parts of the chat are not loaded meanwhile.
    private func checkSeeks(to stop: MediaTime, _ seen: SeenClass, _ random: inout SeededGenerator) {
        var session = ClassSession(room, at: anywhere(&random))
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            if Bool.random(using: &random) { session.load(chat) }
            let place = anywhere(&random)
            if Bool.random(using: &random) { session.jump(to: place) } else { session.move(to: place) }
        }
        if Bool.random(using: &random) { session.jump(to: max(.zero, stop - .milliseconds(300))) }
        session.move(to: stop)
        expect(SeenClass(&session, chat), is: seen)
    }

    /// Compares with a computation without checkpoints, slices and sessions.
    private func checkReference(_ seen: SeenClass, at stop: MediaTime) {
        var state = ClassState()
        for event in room.log.events where event.time <= stop { ClassReducer.reduce(&state, event) }
        expect(seen.state, is: state)
        expect(seen.lines, is: said.filter { $0.time <= stop }.compactMap { changes.seen($0, at: stop) })
        expect(seen.chatCount ?? 0, is: said.count { $0.time <= stop })
    }
}
