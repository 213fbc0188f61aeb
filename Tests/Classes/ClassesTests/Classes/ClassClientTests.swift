import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassClientTests {
    /// A room in memory that can fail, and that records the requested slices.
    private final class Reading: ClassReading {
        struct State {
            var error: ClassReadError?
            var loads = 0
            var slices: [Int] = []
            var holds = false
        }
        let state = Monitor(State())
        private let chat: SlicedChat
        private let loaded: LoadedClass

        init(messages: Int) {
            let events = (0..<messages).map { number -> ClassEvent in
                let time = MediaTime.seconds(number)
                return ClassEvent(time, .message(ChatMessage(id: "\(number)", time: time, text: "")))
            }
            (loaded, chat) = ClassContents(info: ClassInfo(playbackID: "p"), events: events).loaded()
        }

        func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
            let error = state.withLock { state -> ClassReadError? in
                state.loads += 1
                return state.error
            }
            if let error { throw error }
            return loaded
        }

        func messages(
            of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
        ) throws(ClassReadError) -> [ChatMessage] {
            state.update { $0.slices.append(number) }
            let _: Bool? = state.wait { $0.holds ? nil : true }
            return chat.messages[number]
        }
    }

    private func settle(_ client: ClassClient) -> [ClassClient.Event] {
        var events = client.deliver()
        while client.session == nil && events.isEmpty || !(client.session?.chat.wanted.isEmpty ?? true) {
            client.waitForAnswer()
            events += client.deliver()
        }
        return events
    }

    @Test("ROOM-01, ROOM-18, OBS-05: entering reports one event, then the view models and their chat are available")
    func entering() {
        let reading = Reading(messages: 3500)
        let client = ClassClient(reading) {}
        defer { client.close() }
        client.options.groupID = -1
        expect(client.snapshot, is: ClassSnapshot(phase: .created))
        client.enter()
        expect(client.phase, is: .loading)
        expect(settle(client), is: [.didEnter(nil)])
        expect(client.snapshot.messages?.content.end, is: ChatPosition(slice: 0, offset: 1))
        client.options.groupID = 5
        expect(client.options.groupID, is: -1)
        client.jump(to: .seconds(3200))
        expect(settle(client), is: [])
        expect(client.snapshot.messages?.content.count, is: 3201)
        // Each slice was read once.
        expect(reading.state.withLock { $0.slices }.sorted(), is: [0, 1, 2, 3])
    }

    @Test("ROOM-20: a reload retries after a failure, and later keeps the position")
    func reloading() {
        let failure = ClassReadError(.requestFailed, "no connection", in: "room")
        let reading = Reading(messages: 100)
        reading.state.withLock { $0.error = failure }
        let client = ClassClient(reading) {}
        defer { client.close() }
        client.enter()
        expect(settle(client), is: [.didEnter(failure)])
        expect(client.snapshot, is: ClassSnapshot(phase: .failed(failure)))
        reading.state.withLock { $0.error = nil }
        client.reload()
        expect(settle(client), is: [.didEnter(nil)])
        client.jump(to: .seconds(42))
        let before = client.snapshot.messages
        client.reload()
        expect(client.snapshot.messages, is: before)
        client.waitForAnswer()
        expect(client.deliver(), is: [.didReload(nil)])
        expect(settle(client), is: [])
        expect(client.session?.position, is: .seconds(42))
        expect(client.snapshot.messages?.content.count, is: 43)
        #expect(client.snapshot.messages?.revision != before?.revision)
        expect(reading.state.withLock { $0.loads }, is: 3)
    }

    @Test("ROOM-62: many seeks over a slow connection leave no queue, so the current position is read next")
    func manySeeks() {
        let reading = Reading(messages: 50_000)
        let client = ClassClient(reading) {}
        defer { client.close() }
        client.enter()
        _ = settle(client)
        reading.state.withLock { $0.holds = true }
        for second in stride(from: 5000, through: 45000, by: 1000) { client.jump(to: .seconds(second)) }
        // The thread is reading one slice. The others are no longer requested.
        let _: Int? = reading.state.wait { $0.slices.count > 2 ? $0.slices.count : nil }
        reading.state.update { $0.holds = false }
        _ = settle(client)
        expect(client.snapshot.messages?.content.end, is: ChatPosition(slice: 45, offset: 1))
        let read = reading.state.withLock { $0.slices }
        #expect(read.count <= 8)
        #expect(Set(read).isSuperset(of: [44, 45, 46]))
    }

    @Test("ROOM-19: leaving ends the client, even while it loads")
    func leaving() {
        let client = ClassClient(Reading(messages: 10)) {}
        client.enter()
        client.exit()
        client.waitForAnswer()
        expect(client.deliver(), is: [.didExit(nil)])
        #expect(client.session == nil)
        expect(client.phase, is: .exited(nil))
        client.close()
    }

    @Test("ROOM-19, ROOM-34: an expired room is left with error 1080 and discarded")
    func expiring() {
        var info = ClassInfo(playbackID: "p")
        info.invalidTime = 1000
        let contents = ClassContents(info: info)
        let client = ClassClient(ImportedReading(isLocal: true) { (_) throws(ClassReadError) in contents }) {}
        defer { client.close() }
        client.expire(atSecondsSince1970: 2000)
        expect(client.phase, is: .created)
        client.enter()
        expect(settle(client), is: [.didEnter(nil)])
        client.expire(atSecondsSince1970: 1000)
        expect(client.deliver(), is: [])
        expect(client.phase, is: .entered)
        client.expire(atSecondsSince1970: 1001)
        client.expire(atSecondsSince1970: 1002)
        let error = ClassReadError.expired(in: "p")
        expect(client.deliver(), is: [.didExit(error)])
        expect(error.code.rawValue, is: 1080)
        #expect(client.session == nil)
        expect(client.phase, is: .exited(error))
    }

    @Test("ROOM-26: an importer's room in memory is shown like a package")
    func imported() {
        let message = ChatMessage(id: "1", time: .seconds(1), text: "hi")
        let client = ClassClient(
            ImportedReading(isLocal: true) { (_) throws(ClassReadError) in
                ClassContents(info: ClassInfo(playbackID: "p"), events: [ClassEvent(.seconds(1), .message(message))])
            }
        ) {}
        defer { client.close() }
        client.enter()
        _ = settle(client)
        let reading = ClockReading(position: .seconds(1), hostTime: .zero, rate: .normal, isRunning: true)
        client.move(to: reading, now: .seconds(1))
        expect(client.session?.position, is: .seconds(2))
        expect(client.snapshot.messages?.content.count, is: 1)
    }

    private func broadcasts(_ seconds: [Int]) -> (client: ClassClient, events: [ClassEvent]) {
        let events = seconds.map { ClassEvent(.seconds($0), .broadcast(Broadcast(key: "\($0)"))) }
        let client = ClassClient(
            ImportedReading(isLocal: true) { (_) throws(ClassReadError) in
                ClassContents(info: ClassInfo(playbackID: "p"), events: events)
            }
        ) {}
        client.enter()
        return (client, events)
    }

    private func running(_ seconds: Int, at host: HostTime) -> ClockReading {
        ClockReading(position: .seconds(seconds), hostTime: host, rate: .normal, isRunning: true)
    }

    @Test("ROOM-48: a class that starts at its eighth second reports no earlier events, even if it was loaded late")
    func goneOnWith() {
        let (client, events) = broadcasts([2, 12])
        defer { client.close() }
        client.move(to: running(8, at: .seconds(100)), now: .seconds(100))
        client.move(to: running(8, at: .seconds(100)), now: .seconds(105))
        _ = settle(client)
        expect(client.move(to: running(8, at: .seconds(100)), now: .seconds(105)).passed, is: [events[1]])
    }

    @Test("ROOM-48: events after a long silence are reported, and events that a seek passes are not")
    func silence() {
        let (client, events) = broadcasts([2, 30, 60])
        defer { client.close() }
        // The class plays while it is read.
        client.move(to: running(0, at: .seconds(100)), now: .seconds(100))
        client.move(to: running(0, at: .seconds(100)), now: .seconds(115))
        _ = settle(client)
        expect(client.move(to: running(0, at: .seconds(100)), now: .seconds(115)).passed, is: [events[0]])
        // The clock has another reading at the time of the old one.
        expect(client.move(to: running(30, at: .seconds(130)), now: .seconds(130)).passed, is: [events[1]])
        let seek = client.move(to: running(61, at: .seconds(131)), now: .seconds(131))
        expect(seek, is: ClassSession.Move(isJump: true))
        // Playback is paused, and then at another position.
        let paused = ClockReading(position: .seconds(10), hostTime: .seconds(140), rate: .normal, isRunning: false)
        #expect(client.move(to: paused, now: .seconds(140)).isJump)
        #expect(client.move(to: running(35, at: .seconds(165)), now: .seconds(165)).isJump)
    }
}
