import Classes
import PlayCore
import TestSupport
import Testing

@Suite("Searching a whole chat, and a chat that still grows", .timeLimit(.minutes(10)))
struct ChatFindingTests {
    /// 30 slices with 1000 messages each, one a second. Records the requested slices.
    private final class Reading: ClassReading {
        struct State {
            var slices: [Int] = []
            var broken: Int?
            var holds = false
        }
        let state = Monitor(State())
        private let chat: SlicedChat
        private let loaded: LoadedClass

        init() {
            let events = (0..<30_000).map { number -> ClassEvent in
                let time = MediaTime.seconds(number)
                return ClassEvent(time, .message(ChatMessage(id: "\(number)", time: time, text: "line \(number)")))
            }
            (loaded, chat) = ClassContents(info: ClassInfo(playbackID: "p"), events: events).loaded()
        }

        func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass { loaded }

        func messages(
            of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
        ) throws(ClassReadError) -> [ChatMessage] {
            let isBroken = state.update { state in
                state.slices.append(number)
                return state.broken == number
            }
            let _: Bool? = state.wait { $0.holds ? nil : true }
            if isBroken { throw .malformed("broken", in: slice.file) }
            return chat.messages[number]
        }
    }

    private func entered(_ reading: Reading) -> ClassClient {
        let client = ClassClient(reading) {}
        client.enter()
        while client.session == nil || client.session?.chat.wanted.isEmpty == false {
            client.waitForAnswer()
            _ = client.deliver()
        }
        return client
    }

    private func finish(_ client: ClassClient) {
        while client.search?.wanted != nil {
            client.waitForAnswer()
            _ = client.deliver()
        }
    }

    /// A small chat among the signals, without a file of its own.
    private struct SmallReading: ClassReading {
        func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
            let chat = (0..<3).map { ChatMessage(id: "\($0)", time: .seconds($0), text: "line \($0)") }
            return LoadedClass(info: ClassInfo(playbackID: "p"), log: ClassLog([]), virtualChat: chat, isLocal: true)
        }

        func messages(
            of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
        ) throws(ClassReadError) -> [ChatMessage] { throw .malformed("no file", in: slice.file) }
    }

    @Test("ROOM-62: the search includes a chat without a file of its own")
    func small() {
        let client = ClassClient(SmallReading()) {}
        defer { client.close() }
        client.enter()
        while client.session == nil {
            client.waitForAnswer()
            _ = client.deliver()
        }
        client.look(for: ChatQuery(text: "2"))
        finish(client)
        expect(client.search?.results.map(\.message.id), is: ["2"])
        expect(client.search?.failures, is: 0)
    }

    @Test("ROOM-62, ROOM-67: a search reads each slice once and keeps none of them in memory")
    func all() {
        let reading = Reading()
        let client = entered(reading)
        defer { client.close() }
        let before = (client.session?.chat.loadedCount, reading.state.withLock { $0.slices })
        client.look(for: ChatQuery(text: "99"))
        expect(client.search?.results.isEmpty, is: true)
        finish(client)
        // All numbers that contain "99", found by counting: 99, 199, …, 990 … 999 and so on.
        let expected = (0..<30_000).filter { "\($0)".contains("99") }
        expect(client.search?.results.map(\.message.id), is: expected.map { "\($0)" })
        expect(client.session?.chat.loadedCount, is: before.0)
        expect(reading.state.withLock { $0.slices }.dropFirst(before.1.count).sorted(), is: Array(0..<30))
    }

    @Test("ROOM-67: results arrive while the search runs, the nearest first, and unreadable slices are counted")
    func progress() {
        let reading = Reading()
        reading.state.withLock { $0.broken = 20 }
        let client = entered(reading)
        defer { client.close() }
        client.look(for: ChatQuery(text: "line 2"))
        // Answers to earlier requests may come first.
        while client.search?.wanted != nil, client.search?.readCount == 0 {
            client.waitForAnswer()
            _ = client.deliver()
        }
        let first = client.search
        expect(first.map { $0.readCount > 0 && $0.sliceCount == 30 }, is: true)
        expect(first?.results.first?.message.id, is: "2")
        finish(client)
        #expect(client.search?.isFull == true || client.search?.failures == 1)
        client.look(for: ChatQuery(text: "line 20007"))
        finish(client)
        expect(client.search?.failures, is: 1)
        expect(client.search?.results.isEmpty, is: true)
    }

    @Test("ROOM-67: a cancelled search reads no more slices and finds no more results")
    func cancel() {
        let reading = Reading()
        let client = entered(reading)
        defer { client.close() }
        reading.state.withLock { $0.holds = true }
        let before = reading.state.withLock { $0.slices.count }
        client.look(for: ChatQuery(text: "99"))
        let _: Bool? = reading.state.wait { $0.slices.count > before ? true : nil }
        client.look(for: nil)
        reading.state.update { $0.holds = false }
        // The slices at the position are read after it, so the thread has passed the search by then.
        client.jump(to: .seconds(15_500))
        while client.session?.chat.wanted.isEmpty == false {
            client.waitForAnswer()
            _ = client.deliver()
        }
        #expect(client.search == nil)
        expect(reading.state.withLock { $0.slices.count }, is: before + 1 + 3)
    }

    // MARK: Live

    private func message(_ number: Int, at second: Int? = nil) -> ChatMessage {
        ChatMessage(id: "live \(number)", time: .seconds(second ?? number), text: "now \(number)")
    }

    @Test("ROOM-59: a growing chat takes messages in order, each once, and requests none from a file")
    func live() {
        var store = ChatStore(index: ChatIndex())
        for number in 0..<2500 { store.append([message(number)]) }
        store.append([message(7), message(9000, at: 2499)])
        store.focus(on: .seconds(2499))
        #expect(store.wanted.isEmpty)
        expect(store.index.slices.count, is: 3)
        expect(store.count(at: .seconds(2499)), is: 2501)
        let end = ChatPosition(slice: 2, offset: 501)
        expect(store.end(at: .seconds(2499)), is: end)
        let page = store.page(before: end, count: 600, at: .seconds(2499))
        expect(page.lines.first?.message.id, is: "live 1901")
        expect(page.lines.last?.message.id, is: "live 9000")
        expect(page.missing, is: nil)
    }

    @Test("ROOM-59, ROOM-62: an endless chat is bounded: the oldest messages are dropped, and the newest stay")
    func bounded() {
        var store = ChatStore(index: ChatIndex(), limit: 10)
        let count = ChatStore.liveLimit + 5 * ChatStore.liveSlice
        for start in stride(from: 0, to: count, by: 1000) { store.append((start..<start + 1000).map { message($0) }) }
        #expect(store.loadedCount <= ChatStore.liveLimit)
        let end = store.end(at: .seconds(count))
        expect(
            end.map { store.page(before: $0, count: 1, at: .seconds(count)).lines.first?.message.id },
            is: "live \(count - 1)")
    }

    @Test("ROOM-59: recorded and live messages form one chat, and events go to the log")
    func both() {
        let recorded = ClassContents(
            info: ClassInfo(playbackID: "p"),
            events: [ClassEvent(.seconds(1), .message(ChatMessage(id: "a", time: .seconds(1), text: "old")))])
        let (room, chat) = recorded.loaded()
        var session = ClassSession(room, at: .seconds(10))
        for slice in chat.messages.indices { session.insert(chat.messages[slice], into: slice) }
        let before = session.snapshot(phase: .entered)
        let lines = session.append([
            ClassEvent(.seconds(9), .message(message(1, at: 9))),
            ClassEvent(.seconds(9), .notice(PostedNotice(text: "hello"))),
        ])
        expect(lines.map(\.message.id), is: ["live 1"])
        let late = session.append([ClassEvent(.seconds(8), .message(message(2, at: 8)))])
        expect(late.map(\.message.id), is: ["live 2"], "a message that comes late is the new one, not the last one")
        let after = session.snapshot(phase: .entered)
        expect(after.messages?.content.count, is: 3)
        expect(before.messages?.content.count, is: 1)
        #expect(after.messages?.revision != before.messages?.revision)
        expect(after.notice?.content?.text, is: "hello")
        expect(session.room.moments.all.map(\.title), is: ["hello"])
        _ = session.append([ClassEvent(.seconds(10), .messageRemoved("live 1"))])
        let end = session.chat.end(at: .seconds(10)) ?? ChatPosition(slice: 0, offset: 0)
        expect(session.chat.page(before: end, count: 9, at: .seconds(10)).lines.map(\.message.id), is: ["a", "live 2"])
    }
}
