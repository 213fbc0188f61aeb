package import PlayCore

/// A room that is entered, followed and left: the lifecycle, the session and the thread that reads, put
/// together. One thread's (the loop's), which it never makes wait but in ``close()``.
///
/// The order of use: create, set ``options``, ``enter()``; at each wake-up ``deliver()``; while it plays
/// ``move(to:now:)`` and ``nextChange(_:)``; at the end ``close()``.
package final class RoomClient {
    /// What happened to the room itself.
    package enum Event: Sendable, Equatable {
        case didEnter(RoomError?)
        case didExit(RoomError?)
        case didReload(RoomError?)
    }

    /// Of no effect once the room is entered.
    package var options: RoomOptions {
        didSet { if !lifecycle.takesOptions { options = oldValue } }
    }
    private let worker: RoomWorker
    private var lifecycle = RoomLifecycle()
    /// Nil before the room is entered.
    package private(set) var session: RoomSession?
    /// What was found so far; nil: nothing is looked for.
    package private(set) var search: ChatSearch?
    private var searchID = 0
    /// What a live room has said since the search began.
    private var saidSince: [ChatPage.Line] = []
    /// What the worker was told last.
    private var wanted: [Int] = []
    /// Where to be once it is loaded: where playing began, so that what it has passed until then happens, too.
    private var position = MediaTime.zero
    /// What the last move was made to.
    private var reading = ClockReading.zero
    private var definitionIsAudio = false
    private var screenCaptured = false
    private var events: [Event] = []
    /// How often something was read: while it is the same, only the position changes the snapshot.
    package private(set) var arrivals = 0

    /// - Parameter wake: rings on the thread `room` when ``deliver()`` has something to do.
    package init(
        _ reading: any RoomReading, options: RoomOptions = RoomOptions(), wake: @escaping @Sendable () -> Void
    ) {
        self.options = options
        worker = RoomWorker(reading, wake: wake)
    }

    package var phase: RoomLifecycle.Phase { lifecycle.phase }
    package var snapshot: RoomSnapshot { session?.snapshot(phase: phase) ?? RoomSnapshot(phase: phase) }

    package func enter() { act(on: lifecycle.enter()) }
    /// At the current position.
    package func reload() { act(on: lifecycle.reload()) }
    package func exit(_ error: RoomError? = nil) { act(on: lifecycle.exit(error)) }

    /// Exits with 1080 once the room can no longer be viewed.
    package func expire(atSecondsSince1970 now: Int64) {
        guard let info = session?.room.info, !info.isValid(atSecondsSince1970: now) else { return }
        act(on: lifecycle.expire(.expired(in: info.title ?? info.playbackID)))
    }

    /// Ends the thread; call once, last.
    package func close() { worker.close() }

    /// Takes what was read.
    ///
    /// - Returns: what happened, each once.
    package func deliver() -> [Event] {
        for answer in worker.takeAnswers() { handle(answer) }
        askForSlices()
        defer { events = [] }
        return events
    }

    /// Waits for the thread; for programs without a loop.
    package func waitForAnswer() { worker.waitForAnswer() }

    /// Follows the playback.
    @discardableResult
    package func move(to reading: ClockReading, now: HostTime) -> RoomSession.Move {
        let target = reading.position(at: now)
        let isPlayed = follows(target, now)
        self.reading = reading
        defer { askForSlices() }
        let isSeek = !isPlayed && session.map { !Self.isNear(target, $0.position) } ?? false
        let move = session?.move(to: target, isPlayed: isPlayed)
        // A jump has given it out already.
        if isSeek, move?.isJump == false { _ = session?.resetLastTimerSignal() }
        // Before the class is there, what was played so far is told once it is; a place that was gone on at begins there.
        if session != nil || !isPlayed && !Self.isNear(target, position) { position = target }
        return move ?? RoomSession.Move()
    }

    /// Whether playing as it was would be there by now.
    private func follows(_ target: MediaTime, _ now: HostTime) -> Bool {
        reading.isRunning && Self.isNear(target, reading.position(at: now))
    }

    /// But for what a clock is set right by.
    private static func isNear(_ one: MediaTime, _ other: MediaTime) -> Bool {
        abs((one - other).nanoseconds) <= 1_000_000_000
    }

    /// Follows a seek.
    package func jump(to target: MediaTime) {
        position = target
        session?.jump(to: target)
        askForSlices()
    }

    /// When to ``move(to:now:)`` next; nil: not before there is another reading.
    package func nextChange(_ reading: ClockReading) -> HostTime? { session?.nextChange(reading) }

    package func setDefinitionIsAudio(_ isAudio: Bool) {
        definitionIsAudio = isAudio
        session?.definitionIsAudio = isAudio
    }

    package func setScreenCaptured(_ isCaptured: Bool) {
        screenCaptured = isCaptured
        session?.screenCaptured = isCaptured
    }

    /// What the viewer looks at in the chat; nil: where playing is.
    package func scrollChat(to slice: Int?) {
        session?.scrollChat(to: slice)
        askForSlices()
    }

    package func retryChat() {
        session?.retryChat()
        askForSlices()
    }

    /// Looks through the whole chat, in the background; what is found comes with ``deliver()``. Nil: no longer.
    package func look(for query: ChatQuery?) {
        searchID += 1
        search = nil
        saidSince = []
        guard let query, let session else { return worker.search(nil, id: searchID) }
        let search = ChatSearch(query, in: session.chat.index, from: session.position)
        self.search = search
        worker.search(ChatSearchJob(search, session.chat.preparation), id: searchID)
    }

    /// A live room: what happens now. Its chat takes messages, its log the rest.
    package func append(_ events: [RoomEvent]) {
        guard let lines = session?.append(events) else { return }
        if search != nil {
            search?.add(lines)
            saidSince += lines.filter { search?.query.matches($0.message) ?? false }
        }
        arrivals += 1
    }

    package func openRedPacket() -> RedPacketScore {
        session?.openRedPacket() ?? RedPacketScore(score: 0, status: .packetNotFound)
    }

    package func resetLastTimerSignal() -> TimerArea.Received? { session?.resetLastTimerSignal() }

    private func act(on action: RoomLifecycle.Action) {
        switch action {
        case .none: break
        case .load(let attempt):
            worker.load(options, attempt: attempt)
        case .didEnter(let error): events.append(.didEnter(error))
        case .didReload(let error): events.append(.didReload(error))
        case .didExit(let error):
            look(for: nil)
            session = nil
            worker.follow(nil)
            events.append(.didExit(error))
        }
    }

    private func handle(_ answer: RoomWorker.Answer) {
        arrivals += 1
        switch answer {
        case .loaded(let result, let attempt):
            let action: RoomLifecycle.Action
            switch result {
            case .success(let room):
                action = lifecycle.loaded(nil, attempt: attempt)
                if action != .none { begin(room, epoch: attempt) }
            case .failure(let error): action = lifecycle.loaded(error, attempt: attempt)
            }
            act(on: action)
        case .slice(let result, let number, let epoch):
            // Of a room that was read anew since.
            guard epoch == session?.epoch else { return }
            switch result {
            case .success(let messages): session?.insert(messages, into: number)
            case .failure(let error): session?.fail(number, error)
            }
        case .found(let search, let id):
            guard id == searchID else { return }
            self.search = search
            self.search?.add(saidSince)
        case .news(let events, let epoch):
            guard epoch == session?.epoch else { return }
            append(events)
        }
    }

    private func begin(_ room: LoadedRoom, epoch: Int) {
        for warning in room.warnings { warning.log() }
        var session = RoomSession(room, options: options, epoch: epoch, at: position)
        session.definitionIsAudio = definitionIsAudio
        session.screenCaptured = screenCaptured
        self.session = session
        worker.follow(room.info.isOngoing ? epoch : nil, isLocal: room.isLocal)
        wanted = []
        // What is looked for is looked for in what was read anew.
        if let query = search?.query { look(for: query) }
    }

    /// The worker sees to it that each is read once.
    private func askForSlices() {
        guard let session, session.chat.wanted != wanted else { return }
        wanted = session.chat.wanted
        worker.want(
            wanted.map { (session.chat.index.slices[$0], $0) }, epoch: session.epoch)
    }
}
