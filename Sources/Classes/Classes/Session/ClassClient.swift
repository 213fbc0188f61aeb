package import PlayCore

/// A class that the viewer attends: combines lifecycle, session and reading thread. For the loop's thread only. Only
/// ``close()`` and ``waitForAnswer()`` block.
///
/// The order of calls: create, set ``options``, ``enter()``. At each wake-up ``deliver()``, during playback
/// ``move(to:now:)`` and ``nextChange(_:)``, at the end ``close()``.
package final class ClassClient {
    package enum Event: Sendable, Equatable {
        case didEnter(ClassReadError?)
        case didExit(ClassReadError?)
        case didReload(ClassReadError?)
    }

    /// Changes after entering have no effect.
    package var options: ClassOptions {
        didSet { if !lifecycle.takesOptions { options = oldValue } }
    }
    private let worker: ClassWorker
    private var lifecycle = ClassLifecycle()
    package private(set) var session: ClassSession?
    package private(set) var search: ChatSearch?
    private var searchID = 0
    /// Lines of a live class that arrived since the start of the search and match it.
    private var matchesSinceSearch: [ChatPage.Line] = []
    private var wanted: [Int] = []
    /// The position at which the session starts when the class is loaded. Playback does not move it until then, so that
    /// the session reports the events passed meanwhile.
    private var position = MediaTime.zero
    private var reading = ClockReading.zero
    private var definitionIsAudio = false
    private var screenCaptured = false
    private var events: [Event] = []
    /// Counts results and events. If it is unchanged, only the position can change the snapshot.
    package private(set) var arrivals = 0

    /// - Parameter wake: called on the thread `room` when ``deliver()`` has work.
    package init(
        _ reading: any ClassReading, options: ClassOptions = ClassOptions(), wake: @escaping @Sendable () -> Void
    ) {
        self.options = options
        worker = ClassWorker(reading, wake: wake)
    }

    package var phase: ClassLifecycle.Phase { lifecycle.phase }
    package var snapshot: ClassSnapshot { session?.snapshot(phase: phase) ?? ClassSnapshot(phase: phase) }

    package func enter() { act(on: lifecycle.enter()) }
    package func reload() { act(on: lifecycle.reload()) }
    package func exit(_ error: ClassReadError? = nil) { act(on: lifecycle.exit(error)) }

    /// Exits with error 1080 if the class is no longer valid.
    package func expire(atSecondsSince1970 now: Int64) {
        guard let info = session?.room.info, !info.isValid(atSecondsSince1970: now) else { return }
        act(on: lifecycle.expire(.expired(in: info.title ?? info.playbackID)))
    }

    /// Must be the last call, made once.
    package func close() { worker.close() }

    package func deliver() -> [Event] {
        for answer in worker.takeAnswers() { handle(answer) }
        requestSlices()
        defer { events = [] }
        return events
    }

    /// Blocks until the thread has a result; for programs without a loop.
    package func waitForAnswer() { worker.waitForAnswer() }

    /// A step of more than a second that the clock does not explain counts as a seek.
    @discardableResult
    package func move(to reading: ClockReading, now: HostTime) -> ClassSession.Move {
        let target = reading.position(at: now)
        let isPlayed = follows(target, now)
        self.reading = reading
        defer { requestSlices() }
        let isSeek = !isPlayed && session.map { !Self.isNear(target, $0.position) } ?? false
        let move = session?.move(to: target, isPlayed: isPlayed)
        if isSeek, move?.isJump == false { _ = session?.resetLastTimerSignal() }
        // Until the class is loaded, playback leaves the start position unchanged, so that passed events are reported
        // later. A seek moves it, and so does resuming at a stored position.
        if session != nil || !isPlayed && !Self.isNear(target, position) { position = target }
        return move ?? ClassSession.Move()
    }

    /// Whether `target` is the position that uninterrupted playback since the last reading has reached.
    private func follows(_ target: MediaTime, _ now: HostTime) -> Bool {
        reading.isRunning && Self.isNear(target, reading.position(at: now))
    }

    /// Whether two positions differ by at most a second, the tolerance for corrections of the clock.
    private static func isNear(_ one: MediaTime, _ other: MediaTime) -> Bool {
        abs((one - other).nanoseconds) <= 1_000_000_000
    }

    package func jump(to target: MediaTime) {
        position = target
        session?.jump(to: target)
        requestSlices()
    }

    /// Returns the time of the next call of ``move(to:now:)``; `nil` if only another reading requires one.
    package func nextChange(_ reading: ClockReading) -> HostTime? { session?.nextChange(reading) }

    package func setDefinitionIsAudio(_ isAudio: Bool) {
        definitionIsAudio = isAudio
        session?.definitionIsAudio = isAudio
    }

    package func setScreenCaptured(_ isCaptured: Bool) {
        screenCaptured = isCaptured
        session?.screenCaptured = isCaptured
    }

    /// `nil` for the slice at the position.
    package func scrollChat(to slice: Int?) {
        session?.scrollChat(to: slice)
        requestSlices()
    }

    package func retryChat() {
        session?.retryChat()
        requestSlices()
    }

    /// Searches the whole chat in the background. Results arrive with ``deliver()``. A `nil` query ends the search.
    package func look(for query: ChatQuery?) {
        searchID += 1
        search = nil
        matchesSinceSearch = []
        guard let query, let session else { return worker.search(nil, id: searchID) }
        let search = ChatSearch(query, in: session.chat.index, from: session.position)
        self.search = search
        worker.search(ChatSearchJob(search, session.chat.preparation), id: searchID)
    }

    /// Adds messages to the chat, and other events to the log.
    package func append(_ events: [ClassEvent]) {
        guard let lines = session?.append(events) else { return }
        if search != nil {
            search?.add(lines)
            matchesSinceSearch += lines.filter { search?.query.matches($0.message) ?? false }
        }
        arrivals += 1
    }

    package func openRedPacket() -> RedPacketScore {
        session?.openRedPacket() ?? RedPacketScore(score: 0, status: .packetNotFound)
    }

    package func resetLastTimerSignal() -> TimerArea.Received? { session?.resetLastTimerSignal() }

    private func act(on action: ClassLifecycle.Action) {
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

    private func handle(_ answer: ClassWorker.Answer) {
        arrivals += 1
        switch answer {
        case .loaded(let result, let attempt):
            let action: ClassLifecycle.Action
            switch result {
            case .success(let room):
                action = lifecycle.loaded(nil, attempt: attempt)
                if action != .none { begin(room, epoch: attempt) }
            case .failure(let error): action = lifecycle.loaded(error, attempt: attempt)
            }
            act(on: action)
        case .slice(let result, let number, let epoch):
            // The class has been read again since, so the slice is obsolete.
            guard epoch == session?.epoch else { return }
            switch result {
            case .success(let messages): session?.insert(messages, into: number)
            case .failure(let error): session?.fail(number, error)
            }
        case .found(let search, let id):
            guard id == searchID else { return }
            self.search = search
            self.search?.add(matchesSinceSearch)
        case .news(let events, let epoch):
            guard epoch == session?.epoch else { return }
            append(events)
        }
    }

    private func begin(_ room: LoadedClass, epoch: Int) {
        for warning in room.warnings { warning.log() }
        var session = ClassSession(room, options: options, epoch: epoch, at: position)
        session.definitionIsAudio = definitionIsAudio
        session.screenCaptured = screenCaptured
        self.session = session
        worker.follow(room.info.isOngoing ? epoch : nil, isLocal: room.isLocal)
        wanted = []
        if let query = search?.query { look(for: query) }
    }

    /// The worker reads each slice only once.
    private func requestSlices() {
        guard let session, session.chat.wanted != wanted else { return }
        wanted = session.chat.wanted
        worker.want(
            wanted.map { (session.chat.index.slices[$0], $0) }, epoch: session.epoch)
    }
}
