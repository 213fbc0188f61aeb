package import PlayCore

package protocol ClassReading: Sendable {
    func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass
    /// - Parameter number: the slice's index in the class's ``ChatIndex``.
    func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [ChatMessage]
    /// Returns the events added since the class was read or since the last call.
    func news(cancel: CancelToken) throws(ClassReadError) -> [ClassEvent]
}

extension ClassReading {
    package func news(cancel: CancelToken) throws(ClassReadError) -> [ClassEvent] { [] }
}

package struct PackageReading: ClassReading {
    private let loader: ClassLoader
    /// Only for a class that is still being written.
    private let tail = Monitor<ClassTail?>(nil)

    package init(_ files: any ClassFiles) { loader = ClassLoader(files) }

    package func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
        let loaded = try loader.loadFollowing(options, now: WallTime.now.milliseconds / 1000, cancel: cancel)
        tail.withLock { $0 = loaded.tail }
        return loaded.room
    }

    package func news(cancel: CancelToken) throws(ClassReadError) -> [ClassEvent] {
        guard var end = tail.withLock({ $0 }) else { return [] }
        let read = try loader.news(&end, cancel: cancel)
        tail.withLock { [end] in $0 = end }
        for warning in read.warnings { warning.log() }
        return read.events
    }

    package func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [ChatMessage] {
        let read = try loader.messages(of: slice, cancel: cancel)
        for warning in read.warnings { warning.log() }
        return read.messages
    }
}

/// Reads an importer's contents when the class is entered and at each reload.
package final class ImportedReading: ClassReading {
    private let read: @Sendable (CancelToken) throws(ClassReadError) -> ClassContents
    private let isLocal: Bool
    private let chat = Monitor<[[ChatMessage]]>([])

    package init(isLocal: Bool, read: @escaping @Sendable (CancelToken) throws(ClassReadError) -> ClassContents) {
        self.isLocal = isLocal
        self.read = read
    }

    package func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
        let (room, sliced) = try read(cancel).loaded(isLocal: isLocal)
        chat.withLock { $0 = sliced.messages }
        return room
    }

    package func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [ChatMessage] {
        chat.withLock { $0.indices.contains(number) ? $0[number] : [] }
    }
}

extension ClassWarning {
    func log() {
        let place = line.map { "\(file):\($0)" } ?? file
        Log.shared.write(.warning, "rooms", "\(place): \(problem)")
    }
}

final class ClassWorker: Sendable {
    private enum Job: Sendable {
        case load(ClassOptions, attempt: Int)
        case slice(ChatIndex.Slice, number: Int, epoch: Int)
        case search(ChatSearchJob, id: Int)
        case news(epoch: Int)
    }

    enum Answer: Sendable {
        case loaded(Result<LoadedClass, ClassReadError>, attempt: Int)
        case slice(Result<[ChatMessage], ClassReadError>, number: Int, epoch: Int)
        /// Replaces earlier progress that was not collected.
        case found(ChatSearch, id: Int)
        case news([ClassEvent], epoch: Int)
    }

    private struct State {
        var search: (job: ChatSearchJob, id: Int)?
        var load: Job?
        /// Most urgent first.
        var slices: [(slice: ChatIndex.Slice, number: Int)] = []
        var epoch = 0
        var followed: Followed?
        /// Slices of this epoch that are being read, or whose results have not been collected.
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

        /// Returns `false` if the search is obsolete.
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

    /// New lines of a local class are at most a second late.
    private static let newsPause = HostTime.seconds(1)
    /// Longer for a server, because each poll is a request.
    private static let serverPause = HostTime.seconds(5)

    private let state: Monitor<State>
    private let cancel: CancelToken
    private let thread: WorkerThread

    /// - Parameter wake: called on the thread `room` when there is a result.
    init(_ reading: any ClassReading, wake: @escaping @Sendable () -> Void) {
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

    func load(_ options: ClassOptions, attempt: Int) {
        state.update { $0.load = .load(options, attempt: attempt) }
    }

    /// Replaces all earlier requests.
    func want(_ slices: [(slice: ChatIndex.Slice, number: Int)], epoch: Int) {
        state.update { state in
            if epoch != state.epoch { state.begun = [] }
            (state.slices, state.epoch) = (slices, epoch)
        }
    }

    /// `nil` for none. The slice in progress is still read.
    func search(_ job: ChatSearchJob?, id: Int) {
        state.update { state in
            state.search = job.map { ($0, id) }
            state.answers.removeAll { if case .found = $0 { true } else { false } }
        }
    }

    /// Polls a class for news when there is nothing else to read. A `nil` epoch ends polling.
    func follow(_ epoch: Int?, isLocal: Bool = true) {
        let pause = isLocal ? Self.newsPause : Self.serverPause
        state.update { $0.followed = epoch.map { Followed(epoch: $0, pause: pause) } }
    }

    func takeAnswers() -> [Answer] {
        state.withLock { state in
            defer { state.answers = [] }
            for case .slice(_, let number, state.epoch) in state.answers {
                state.begun.remove(number)
                state.slices.removeAll { $0.number == number }
            }
            return state.answers
        }
    }

    func waitForAnswer() {
        let _: Bool = state.wait { $0.answers.isEmpty ? nil : true } ?? false
    }

    /// Cancels reading, and waits briefly for the thread to end. Abandons a thread whose read does not return.
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

    private static func answer(_ job: Job, _ reading: any ClassReading, _ cancel: CancelToken) -> Answer? {
        switch job {
        case .search: nil
        case .news(let epoch): news(reading, cancel).map { .news($0, epoch: epoch) }
        case .load(let options, let attempt):
            .loaded(
                Result { () throws(ClassReadError) in try reading.room(options, cancel: cancel) }, attempt: attempt)
        case .slice(let slice, let number, let epoch):
            .slice(
                Result { () throws(ClassReadError) in
                    try reading.messages(of: slice, number: number, cancel: cancel)
                }, number: number, epoch: epoch)
        }
    }

    private static func news(_ reading: any ClassReading, _ cancel: CancelToken) -> [ClassEvent]? {
        do throws(ClassReadError) {
            let events = try reading.news(cancel: cancel)
            return events.isEmpty ? nil : events
        } catch {
            Log.shared.write(.warning, "rooms", "news: \(error.context): \(error.reason)")
            return nil
        }
    }
}
