import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ChatStoreTests {
    /// 200 slices of 1000 messages, ten a second.
    private static let sliceCount = 200
    private static let index = ChatIndex(
        (0..<sliceCount).map { ChatIndex.Slice(file: "\($0)", start: .seconds($0 * 100), count: 1000) })

    private static func messages(of slice: Int) -> [ChatMessage] {
        (0..<1000).map {
            ChatMessage(
                id: "\(slice)-\($0)", time: .milliseconds(slice * 100_000 + $0 * 100), author: user("u\($0 % 7)"),
                text: "line \($0) of \(slice)")
        }
    }

    private static func fill(_ store: inout ChatStore) {
        while let slice = store.wanted.first { store.insert(messages(of: slice), into: slice) }
    }

    @Test("ROOM-62, ROOM-26: only messages around the position stay in memory, out of 200 000")
    func boundedMemory() {
        var store = ChatStore(index: Self.index, limit: 8000)
        var loads = 0
        for second in stride(from: 0, to: 20000, by: 37) {
            store.focus(on: .seconds(second))
            while let slice = store.wanted.first {
                store.insert(Self.messages(of: slice), into: slice)
                loads += 1
            }
            #expect(store.loadedCount <= 8000)
            #expect(store.isLoaded(second / 100))
        }
        // Playing through all slices reads each once.
        expect(loads, is: Self.sliceCount)
        expect(store.count(at: .seconds(19950)), is: 199_501)
    }

    @Test("ROOM-26: after a seek the slice of the position is requested first")
    func farSeek() {
        var store = ChatStore(index: Self.index)
        expect(store.wanted, is: [0, 1])
        Self.fill(&store)
        store.focus(on: .seconds(12345))
        expect(store.wanted, is: [123, 122, 124])
        expect(store.end(at: .seconds(12345)), is: nil)
        store.scroll(to: 40)
        expect(store.wanted, is: [123, 40, 122, 124])
    }

    @Test("ROOM-62: pages extend backwards over slices, and report a missing slice")
    func pages() {
        var store = ChatStore(index: Self.index)
        store.focus(on: .seconds(505))
        for slice in [5, 4] { store.insert(Self.messages(of: slice), into: slice) }
        let time = MediaTime.seconds(505)
        let end = store.end(at: time)
        expect(end, is: ChatPosition(slice: 5, offset: 51))
        let page = store.page(before: end ?? ChatPosition(slice: 0, offset: 0), count: 60, at: time)
        expect(page.lines.count, is: 60)
        expect(page.missing, is: nil)
        expect(page.lines.first?.message.id, is: "4-991")
        expect(page.lines.last?.message.id, is: "5-50")
        let far = store.page(before: ChatPosition(slice: 4, offset: 5), count: 60, at: time)
        expect(far.lines.count, is: 5)
        expect(far.missing, is: 3)
        let down = store.page(from: ChatPosition(slice: 4, offset: 998), count: 60, at: time)
        expect(down.lines.map(\.message.id).prefix(3), is: ["4-998", "4-999", "5-0"])
        expect(down.lines.last?.message.id, is: "5-50")
        expect(down.missing, is: nil)
    }

    @Test("ROOM-62: a page can be filtered by author, by text and by mentions")
    func filters() {
        var store = ChatStore(index: ChatIndex([.init(file: "", start: .zero, count: 4)]))
        store.insert(
            [
                ChatMessage(id: "1", time: .zero, author: user("mei"), text: "Hello @Li, and @Wu"),
                ChatMessage(id: "2", time: .zero, author: user("li"), text: "HELLO @Limei", replyTo: "1"),
                ChatMessage(id: "3", time: .zero, author: user("wu"), text: "你好", mentions: ["li"]),
            ], into: 0)
        func ids(_ query: ChatQuery) -> [String] {
            store.page(from: ChatPosition(slice: 0, offset: 0), count: 9, at: .zero, query: query).lines
                .map(\.message.id)
        }
        expect(ids(ChatQuery(text: "hello")), is: ["1", "2"])
        expect(ids(ChatQuery(text: "MEI")), is: ["1", "2"])
        expect(ids(ChatQuery(author: "wu")), is: ["3"])
        expect(ids(ChatQuery(mentions: ["Li"])), is: ["1", "3"])
        expect(ids(ChatQuery(text: "hello", mentions: ["limei"])), is: ["2"])
        let reply = store[ChatPosition(slice: 0, offset: 1)]?.replyTo
        expect(reply.flatMap { store.position(of: $0) }, is: ChatPosition(slice: 0, offset: 0))
    }

    @Test("private messages do not fly over the picture, which other people may see")
    func privately() {
        var store = ChatStore(index: ChatIndex([.init(file: "", start: .zero, count: 2)]))
        var whispered = ChatMessage(id: "2", time: .zero, author: user("li"), text: "psst")
        whispered.to = user("mei")
        store.insert([ChatMessage(id: "1", time: .zero, author: user("li"), text: "Hello"), whispered], into: 0)
        expect(store.flying(at: .seconds(1)).map(\.id), is: ["1"])
    }

    @Test("ROOM-67: a search reads all slices and keeps none of them")
    func search() {
        let store = ChatStore(index: Self.index)
        var search = ChatSearch(ChatQuery(text: "line 7 of 1"), in: Self.index, from: .seconds(10000))
        expect(search.wanted, is: 100)
        while let slice = search.wanted { search.read(store.prepare(Self.messages(of: slice), of: slice)) }
        // These are 1, 10 … 19, 100 … 199.
        expect(search.results.count, is: 111)
        expect(search.results.map(\.position), is: search.results.map(\.position).sorted())
        expect(store.loadedCount, is: 0)
    }

    @Test("ROOM-67: a search stops at its limit of results")
    func searchStops() {
        var search = ChatSearch(ChatQuery(text: "line"), in: Self.index, from: .zero)
        while let slice = search.wanted { search.read(Self.messages(of: slice)) }
        expect(search.results.count, is: ChatSearch.limit)
    }

    @Test("ROOM-27: virtual messages appear once, among the real ones and by their times")
    func virtualChat() {
        let virtual = [250, 50, 100].map { ChatMessage(id: "v\($0)", time: .seconds($0), text: "virtual") }
        var store = ChatStore(index: Self.index, virtual: virtual)
        store.focus(on: .seconds(150))
        Self.fill(&store)
        let time = MediaTime.seconds(50)
        let last = store.end(at: time).map { store.page(before: $0, count: 2, at: time).lines.map(\.message.id) }
        expect(last, is: ["0-500", "v50"])
        expect(store.messages(of: 1)?.prefix(2).map(\.id), is: ["1-0", "v100"])
        let all: [ChatMessage] = (0..<3).flatMap { store.messages(of: $0) ?? [] }
        expect(all.count { $0.text == "virtual" }, is: 3)
        var alone = ChatStore(index: ChatIndex(), virtual: virtual)
        alone.focus(on: .seconds(300))
        expect(alone.count(at: .seconds(120)), is: 2)
    }

    @Test("ROOM-58: messages with the same ID count as one")
    func uniqueKeys() {
        let store = ChatStore(index: Self.index)
        let twice = [ChatMessage(id: "a", time: .zero, text: "1"), ChatMessage(id: "a", time: .seconds(1), text: "2")]
        expect(store.prepare(twice, of: 0).map(\.text), is: ["1"])
    }

    @Test("ROOM-58: a retracted message is hidden from its retraction on, and shown before")
    func removals() {
        var store = ChatStore(
            index: ChatIndex([.init(file: "", start: .zero, count: 3)]),
            changes: ChatChanges([
                ClassEvent(.seconds(10), .messageRemoved("1")),
                ClassEvent(.seconds(20), .messagesRemoved(author: "li")),
                ClassEvent(.seconds(30), .chatCleared),
            ]))
        store.insert(
            [
                ChatMessage(id: "1", time: .seconds(1), author: user("mei"), text: ""),
                ChatMessage(id: "2", time: .seconds(2), author: user("li"), text: ""),
                ChatMessage(id: "3", time: .seconds(3), author: user("mei"), text: ""),
                ChatMessage(id: "4", time: .seconds(25), author: user("li"), text: ""),
            ], into: 0)
        func ids(at seconds: Int) -> [String] {
            store.page(from: ChatPosition(slice: 0, offset: 0), count: 9, at: .seconds(seconds)).lines
                .map(\.message.id)
        }
        expect(ids(at: 9), is: ["1", "2", "3"])
        expect(ids(at: 10), is: ["2", "3"])
        expect(ids(at: 25), is: ["3", "4"])
        expect(ids(at: 30), is: [])
        expect(ids(at: 5), is: ["1", "2", "3"])
    }

    @Test("ROOM-58: edits and reactions change a message from their time on, and not before")
    func changes() {
        func reaction(_ second: Int, _ user: String, _ emoji: String, _ isGiven: Bool = true) -> ClassEvent {
            ClassEvent(
                .seconds(second),
                .messageReaction(MessageReaction(message: "1", user: user, emoji: emoji, isGiven: isGiven)))
        }
        let changes = ChatChanges([
            reaction(10, "a", "👍"), reaction(11, "b", "🎉"), reaction(12, "b", "👍"), reaction(12, "b", "👍"),
            ClassEvent(.seconds(20), .messageEdited(id: "1", text: "new")),
            ClassEvent(.seconds(30), .messageEdited(id: "1", text: "newer")), reaction(40, "b", "🎉", false),
            reaction(41, "c", "🎉", false),
        ])
        let message = ChatMessage(id: "1", time: .seconds(1), author: user("mei"), text: "old")
        func seen(_ seconds: Int) -> ChatMessage? { changes.seen(message, at: .seconds(seconds)) }
        expect(seen(9), is: message)
        expect(seen(11)?.reactions, is: [.init(emoji: "👍", count: 1), .init(emoji: "🎉", count: 1)])
        expect(seen(12)?.reactions, is: [.init(emoji: "👍", count: 2), .init(emoji: "🎉", count: 1)])
        #expect(seen(19)?.text == "old" && seen(19)?.isEdited == false)
        #expect(seen(20)?.text == "new" && seen(20)?.isEdited == true)
        #expect(seen(41)?.text == "newer" && seen(41)?.reactions == [.init(emoji: "👍", count: 2)])
    }

    @Test("a hundred thousand reactions to one message are reduced to a bounded number")
    func manyReactions() {
        var changes = ChatChanges()
        for number in 0..<100_000 {
            let reaction = MessageReaction(message: "1", user: "\(number)", emoji: "\(number % 100)", isGiven: true)
            changes.add(ClassEvent(.zero, .messageReaction(reaction)))
        }
        let seen = changes.seen(ChatMessage(id: "1", time: .zero, text: ""), at: .zero)
        expect(seen?.reactions.count, is: 32)
        expect(seen?.reactions.allSatisfy { (40...41).contains($0.count) }, is: true)
    }

    @Test("an answer quotes the current text of its message, and nothing once the message is retracted")
    func quotes() {
        var answer = ChatMessage(id: "2", time: .seconds(2), author: user("li"), text: "thanks")
        answer.replyTo = "1"
        var store = ChatStore(
            index: ChatIndex([.init(file: "", start: .zero, count: 2)]),
            changes: ChatChanges([
                ClassEvent(.seconds(10), .messageEdited(id: "1", text: "new")),
                ClassEvent(.seconds(20), .messageRemoved("1")),
            ]))
        store.insert([ChatMessage(id: "1", time: .seconds(1), author: user("mei"), text: "old"), answer], into: 0)
        var wish = ChatWish()
        wish.count = 9
        func quoted(at second: Int) -> String? {
            ChatWindow(of: store, at: .seconds(second), wish).answered["1"]?.text
        }
        expect([5, 10, 20].map(quoted(at:)), is: ["old", "new", nil])
    }

    @Test("a search finds a message by its text at the position, edited or not")
    func searchOfEdited() {
        var store = ChatStore(
            index: ChatIndex([.init(file: "", start: .zero, count: 1)]),
            changes: ChatChanges([ClassEvent(.seconds(10), .messageEdited(id: "1", text: "Wednesday"))]))
        let message = ChatMessage(id: "1", time: .seconds(1), author: user("mei"), text: "Tuesday")
        store.insert([message], into: 0)
        func found(_ text: String, at second: Int) -> [String] {
            var search = ChatSearch(ChatQuery(text: text), in: store.index, from: .zero)
            search.read([message], store.changes)
            return ChatWindow(of: search, in: store, at: .seconds(second), ChatWish()).lines.map(\.message.text)
        }
        expect(found("wednesday", at: 20), is: ["Wednesday"])
        expect(found("wednesday", at: 5), is: [])
        expect(found("tuesday", at: 5), is: ["Tuesday"])
        expect(found("tuesday", at: 20), is: [])
    }

    @Test("ROOM-26: a failed slice is not requested again until a retry")
    func failures() {
        var store = ChatStore(index: Self.index)
        store.fail(0, ClassReadError(.requestFailed, "no connection", in: "0"))
        expect(store.wanted, is: [1])
        store.retry()
        expect(store.wanted, is: [0, 1])
    }
}
