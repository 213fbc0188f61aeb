package import PlayCore

/// A class that is entered, followed and left: combines the lifecycle, the session and the reading thread. Used by one
/// thread (the loop's). Only ``close()`` and ``waitForAnswer()`` block. The order of use: create, set ``options``,
/// ``enter()``; at each wake-up ``deliver()``; during playback ``move(to:now:)`` and ``nextChange(_:)``; at the end
/// ``close()``.
package final class ClassClient {
    package enum Event: Sendable, Equatable {
        case didEnter(ClassReadError?)
        case didExit(ClassReadError?)
        case didReload(ClassReadError?)
    }

    /// The options of the class. Changes have no effect once the class is entered.
    package var options: ClassOptions {
        didSet { if !lifecycle.takesOptions { options = oldValue } }
    }
    private let worker: ClassWorker
    private var lifecycle = ClassLifecycle()
    /// The session, or `nil` before the class is entered and after it is left.
    package private(set) var session: ClassSession?
    package private(set) var search: ChatSearch?
    private var searchID = 0
    /// The lines of a live class that arrived since the search began and match it.
    private var matchesSinceSearch: [ChatPage.Line] = []
    private var wanted: [Int] = []
    /// The position at which the session will start when the class is loaded. Until then playback does not move it, so
    /// that the events passed meanwhile are reported.
    private var position = MediaTime.zero
    private var reading = ClockReading.zero
    private var definitionIsAudio = false
    private var screenCaptured = false
    private var events: [Event] = []
    /// The number of results and events that have arrived. While it is unchanged, only the position changes the
    /// snapshot.
    package private(set) var arrivals = 0

    /// - Parameter wake: called on the thread `room` when ``deliver()`` has something to do.
    package init(
        _ reading: any ClassReading, options: ClassOptions = ClassOptions(), wake: @escaping @Sendable () -> Void
    ) {
        self.options = options
        worker = ClassWorker(reading, wake: wake)
    }

    package var phase: ClassLifecycle.Phase { lifecycle.phase }
    package var snapshot: ClassSnapshot { session?.snapshot(phase: phase) ?? ClassSnapshot(phase: phase) }

    package func enter() { act(on: lifecycle.enter()) }
    /// Reads the class again and stays at the current position.
    package func reload() { act(on: lifecycle.reload()) }
    package func exit(_ error: ClassReadError? = nil) { act(on: lifecycle.exit(error)) }

    /// Exits with error 1080 if the class can no longer be viewed.
    package func expire(atSecondsSince1970 now: Int64) {
        guard let info = session?.room.info, !info.isValid(atSecondsSince1970: now) else { return }
        act(on: lifecycle.expire(.expired(in: info.title ?? info.playbackID)))
    }

    /// Ends the thread. Must be the last call, made once.
    package func close() { worker.close() }

    /// Takes the results of the reading thread, and returns the events since the last call.
    package func deliver() -> [Event] {
        for answer in worker.takeAnswers() { handle(answer) }
        requestSlices()
        defer { events = [] }
        return events
    }

    /// Blocks until the thread has a result; for programs without a loop.
    package func waitForAnswer() { worker.waitForAnswer() }

    /// Follows playback. A step of over a second that the clock does not explain counts as a seek.
    @discardableResult
    package func move(to reading: ClockReading, now: HostTime) -> ClassSession.Move {
        let target = reading.position(at: now)
        let isPlayed = follows(target, now)
        self.reading = reading
        defer { requestSlices() }
        let isSeek = !isPlayed && session.map { !Self.isNear(target, $0.position) } ?? false
        let move = session?.move(to: target, isPlayed: isPlayed)
        // A jump has already resent the timer signal.
        if isSeek, move?.isJump == false { _ = session?.resetLastTimerSignal() }
        // Before the class is loaded, normal playback leaves the start position as it is, so that passed events are
        // reported later. A seek, or playback that resumes at a stored position, moves it.
        if session != nil || !isPlayed && !Self.isNear(target, position) { position = target }
        return move ?? ClassSession.Move()
    }

    /// Returns whether uninterrupted playback since the last reading would be at `target` by now.
    private func follows(_ target: MediaTime, _ now: HostTime) -> Bool {
        reading.isRunning && Self.isNear(target, reading.position(at: now))
    }

    /// Returns whether two positions differ by at most a second, the tolerance for corrections of the clock.
    private static func isNear(_ one: MediaTime, _ other: MediaTime) -> Bool {
        abs((one - other).nanoseconds) <= 1_000_000_000
    }

    package func jump(to target: MediaTime) {
        position = target
        session?.jump(to: target)
        requestSlices()
    }

    /// Returns when to call ``move(to:now:)`` next, or `nil` if only another reading requires it.
    package func nextChange(_ reading: ClockReading) -> HostTime? { session?.nextChange(reading) }

    package func setDefinitionIsAudio(_ isAudio: Bool) {
        definitionIsAudio = isAudio
        session?.definitionIsAudio = isAudio
    }

    package func setScreenCaptured(_ isCaptured: Bool) {
        screenCaptured = isCaptured
        session?.screenCaptured = isCaptured
    }

    /// Sets the slice of the chat that the viewer looks at, or `nil` for the slice at the position.
    package func scrollChat(to slice: Int?) {
        session?.scrollChat(to: slice)
        requestSlices()
    }

    package func retryChat() {
        session?.retryChat()
        requestSlices()
    }

    /// Searches the whole chat in the background; results arrive with ``deliver()``. A query of `nil` ends the search.
    package func look(for query: ChatQuery?) {
        searchID += 1
        search = nil
        matchesSinceSearch = []
        guard let query, let session else { return worker.search(nil, id: searchID) }
        let search = ChatSearch(query, in: session.chat.index, from: session.position)
        self.search = search
        worker.search(ChatSearchJob(search, session.chat.preparation), id: searchID)
    }

    /// Adds new events of a live class: messages to the chat, all others to the log.
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
            // The class was read again since: the slice belongs to the old one.
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

    /// Requests the wanted slices. The worker reads each of them only once.
    private func requestSlices() {
        guard let session, session.chat.wanted != wanted else { return }
        wanted = session.chat.wanted
        worker.want(
            wanted.map { (session.chat.index.slices[$0], $0) }, epoch: session.epoch)
    }
}
