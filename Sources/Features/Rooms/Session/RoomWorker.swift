package import PlayCore

/// Where a room is read from: a package, or what an importer has in memory. Calls block; one thread.
package protocol RoomReading: Sendable {
    /// - Throws: an error with its code.
    func room(_ options: RoomOptions, cancel: CancelToken) throws(RoomError) -> LoadedRoom
    /// - Parameter number: of the room's ``ChatIndex``.
    func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(RoomError) -> [ChatMessage]
    /// What was added since the room was read, or since this was asked last.
    func news(cancel: CancelToken) throws(RoomError) -> [RoomEvent]
}

extension RoomReading {
    package func news(cancel: CancelToken) throws(RoomError) -> [RoomEvent] { [] }
}

/// A package.
package struct PackageReading: RoomReading {
    private let loader: RoomLoader
    /// Of a room that is still being written.
    private let tail = Monitor<RoomTail?>(nil)

    package init(_ files: any RoomFiles) { loader = RoomLoader(files) }

    package func room(_ options: RoomOptions, cancel: CancelToken) throws(RoomError) -> LoadedRoom {
        let loaded = try loader.loadFollowing(options, now: WallTime.now.milliseconds / 1000, cancel: cancel)
        tail.withLock { $0 = loaded.tail }
        return loaded.room
    }

    package func news(cancel: CancelToken) throws(RoomError) -> [RoomEvent] {
        guard var end = tail.withLock({ $0 }) else { return [] }
        let read = try loader.news(&end, cancel: cancel)
        tail.withLock { [end] in $0 = end }
        for warning in read.warnings { warning.log() }
        return read.events
    }

    package func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(RoomError) -> [ChatMessage] {
        let read = try loader.messages(of: slice, cancel: cancel)
        for warning in read.warnings { warning.log() }
        return read.messages
    }
}

/// What an importer gives, read once when the room is entered, and again when it is reloaded.
package final class ImportedReading: RoomReading {
    private let read: @Sendable (CancelToken) throws(RoomError) -> RoomContents
    private let isLocal: Bool
    private let chat = Monitor<[[ChatMessage]]>([])

    package init(isLocal: Bool, read: @escaping @Sendable (CancelToken) throws(RoomError) -> RoomContents) {
        self.isLocal = isLocal
        self.read = read
    }

    package func room(_ options: RoomOptions, cancel: CancelToken) throws(RoomError) -> LoadedRoom {
        let (room, sliced) = try read(cancel).loaded(isLocal: isLocal)
        chat.withLock { $0 = sliced.messages }
        return room
    }

    package func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(RoomError) -> [ChatMessage] {
        chat.withLock { $0.indices.contains(number) ? $0[number] : [] }
    }
}

extension RoomWarning {
    func log() {
        let place = line.map { "\(file):\($0)" } ?? file
        Log.shared.write(.warning, "rooms", "\(place): \(problem)")
    }
}

/// The thread `room`: reads what the room's owner wants, and leaves it to be taken.
///
/// A slow server holds nothing but this. A wish replaces the one before, so seeks leave no queue behind: what is being
/// read is read to its end, then comes what is wanted by then. `close` ends a read that is under way.
final class RoomWorker: Sendable {
    private enum Job: Sendable {
        case load(RoomOptions, attempt: Int)
        case slice(ChatIndex.Slice, number: Int, epoch: Int)
        case search(ChatSearchJob, id: Int)
        case news(epoch: Int)
    }

    enum Answer: Sendable {
        case loaded(Result<LoadedRoom, RoomError>, attempt: Int)
        case slice(Result<[ChatMessage], RoomError>, number: Int, epoch: Int)
        /// How far a search has come; those in between are left out.
        case found(ChatSearch, id: Int)
        /// What was added to a room that is still being written.
        case news([RoomEvent], epoch: Int)
    }

    private struct State {
        /// What is looked for when nothing else is to be done, and its number.
        var search: (job: ChatSearchJob, id: Int)?
        var load: Job?
        /// The most urgent first.
        var slices: [(slice: ChatIndex.Slice, number: Int)] = []
        var epoch = 0
        /// Of the room that is looked at for news; nil: it is whole.
        var followed: Followed?
        /// Slices of this epoch that are being read, or were and are still to be taken.
        var begun: Set<Int> = []
        var answers: [Answer] = []
        var isClosed = false

        mutating func next() -> Job? {
            if let load {
                self.load = nil
                return load
            }
            guard let next = slices.first(where: { !begun.contains($0.number) }) else {
                guard let search, search.job.wanted != nil else { return nil }
                return .search(search.job, id: search.id)
            }
            begun.insert(next.number)
            return .slice(next.slice, number: next.number, epoch: epoch)
        }

        /// False: nobody looks for that any more.
        mutating func accept(_ search: ChatSearchJob, _ id: Int) -> Bool {
            guard self.search?.id == id else { return false }
            self.search?.job = search
            answers.removeAll { if case .found = $0 { true } else { false } }
            answers.append(.found(search.search, id: id))
            return true
        }
    }

    private struct Followed: Equatable {
        let epoch: Int
        let pause: HostTime
    }

    private enum Turn: Sendable {
        case work(Job)
        case end
        case lookAgain
    }

    /// What is said is read a second later at most.
    private static let newsPause = HostTime.seconds(1)
    /// A server is asked less often: each time is a request.
    private static let serverPause = HostTime.seconds(5)

    private let state: Monitor<State>
    private let cancel: CancelToken
    private let thread: WorkerThread

    /// - Parameter wake: rings when there is an answer; on the thread `room`.
    init(_ reading: any RoomReading, wake: @escaping @Sendable () -> Void) {
        let (state, cancel) = (Monitor(State()), CancelToken())
        (self.state, self.cancel) = (state, cancel)
        thread = WorkerThread(name: "room") {
            while case .work(let job) = Self.turn(state) {
                if case .search(var search, let id) = job {
                    search.readNext(reading, cancel)
                    if state.update({ $0.accept(search, id) }) { wake() }
                    continue
                }
                guard let answer = Self.answer(job, reading, cancel) else { continue }
                state.update { $0.answers.append(answer) }
                wake()
            }
        }
    }

    func load(_ options: RoomOptions, attempt: Int) {
        state.update { $0.load = .load(options, attempt: attempt) }
    }

    /// In place of all slices that were wanted before.
    ///
    /// - Parameter epoch: of the room whose slices they are.
    func want(_ slices: [(slice: ChatIndex.Slice, number: Int)], epoch: Int) {
        state.update { state in
            if epoch != state.epoch { state.begun = [] }
            (state.slices, state.epoch) = (slices, epoch)
        }
    }

    /// In place of what was looked for before; nil: nothing any more. What is being read for it is read to its end.
    func search(_ job: ChatSearchJob?, id: Int) {
        state.update { state in
            state.search = job.map { ($0, id) }
            state.answers.removeAll { if case .found = $0 { true } else { false } }
        }
    }

    /// Looks for news of this room now and then, when nothing else is to be read; nil: of none.
    func follow(_ epoch: Int?, isLocal: Bool = true) {
        let pause = isLocal ? Self.newsPause : Self.serverPause
        state.update { $0.followed = epoch.map { Followed(epoch: $0, pause: pause) } }
    }

    func takeAnswers() -> [Answer] {
        state.withLock { state in
            defer { state.answers = [] }
            for case .slice(_, let number, state.epoch) in state.answers {
                state.begun.remove(number)
                // Until the next wish it would be read once more.
                state.slices.removeAll { $0.number == number }
            }
            return state.answers
        }
    }

    /// Waits until there is an answer to be taken.
    func waitForAnswer() {
        let _: Bool = state.wait { $0.answers.isEmpty ? nil : true } ?? false
    }

    /// Returns when the thread has ended, or is left to what it reads.
    func close() {
        cancel.cancel()
        state.update { $0.isClosed = true }
        thread.leave()
    }

    private static func turn(_ state: Monitor<State>) -> Turn {
        while true {
            let followed = state.withLock { $0.followed }
            let turn = state.wait(until: followed.map { SystemClock().now + $0.pause }) { state -> Turn? in
                if state.isClosed { return .end }
                if let job = state.next() { return .work(job) }
                return state.followed == followed ? nil : .lookAgain
            }
            switch turn {
            case .lookAgain: continue
            case .end, .work: return turn ?? .end
            case nil: return followed.map { .work(.news(epoch: $0.epoch)) } ?? .end
            }
        }
    }

    private static func answer(_ job: Job, _ reading: any RoomReading, _ cancel: CancelToken) -> Answer? {
        switch job {
        case .search: nil
        case .news(let epoch): news(reading, cancel).map { .news($0, epoch: epoch) }
        case .load(let options, let attempt):
            .loaded(
                Result { () throws(RoomError) in try reading.room(options, cancel: cancel) }, attempt: attempt)
        case .slice(let slice, let number, let epoch):
            .slice(
                Result { () throws(RoomError) in
                    try reading.messages(of: slice, number: number, cancel: cancel)
                }, number: number, epoch: epoch)
        }
    }

    /// Nil: there are none, or they cannot be read now.
    private static func news(_ reading: any RoomReading, _ cancel: CancelToken) -> [RoomEvent]? {
        do throws(RoomError) {
            let events = try reading.news(cancel: cancel)
            return events.isEmpty ? nil : events
        } catch {
            Log.shared.write(.warning, "rooms", "news: \(error.context): \(error.reason)")
            return nil
        }
    }
}
