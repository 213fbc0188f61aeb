package import Classes
package import PlayCore

/// The contents of a live class: its thread writes, the thread `room` reads, the main thread collects news. Any thread.
package final class LiveContents: LiveClassReading {
    static let chatLimit = 20_000
    /// Between two deliveries of lines, unless there is urgent news.
    static let pace = HostTime.milliseconds(150)
    /// Timeout for loading older lines.
    private static let patience = HostTime.seconds(30)

    private struct State {
        var info: ClassInfo?
        var snapshot: [ClassEvent] = []
        var log: [ClassEvent] = []
        var chat: [ChatMessage] = []
        var hasOlder = false
        var hasBacklog = false
        /// `nil` if the lines were not requested or have not arrived.
        var older: [ChatMessage]?
        var news = LiveClassNews()
        var isUrgent = false
        /// The next delivery of other people's lines.
        var nextLines = HostTime.zero
        /// Whether the recipient returns at ``nextLines`` by itself.
        var looksAgain = false
        var localPage: PageChange?
        var isOver = false
        var error: ClassReadError?
    }

    private let state = Monitor(State())
    private let base: HostTime
    private let wake: @Sendable () -> Void
    private let askForOlder: @Sendable () -> Void

    init(base: HostTime, wake: @escaping @Sendable () -> Void, askForOlder: @escaping @Sendable () -> Void) {
        self.base = base
        self.wake = wake
        self.askForOlder = askForOlder
    }

    // MARK: The class's thread

    func receive(_ change: LiveChange) {
        let isNews = state.update { state in
            var isNews = true
            if case .events(_, canWait: true) = change { isNews = state.news.events.isEmpty && !state.looksAgain }
            Self.receive(change, &state)
            return isNews
        }
        if isNews { wake() }
    }

    private static func receive(_ change: LiveChange, _ state: inout State) {
        switch change {
        case .room(let info, let events): begin(info, events, &state)
        case .events(let events, let canWait):
            if !canWait { state.isUrgent = true }
            add(events, &state)
        case .backlog(let lines, let hasOlder):
            state.chat = lines + state.chat
            (state.hasOlder, state.hasBacklog) = (hasOlder, true)
        case .olderChat(let lines): state.older = lines
        case .localPage(let page): state.localPage = page
        }
    }

    func end(_ error: ClassReadError?) {
        state.update { state in
            (state.isOver, state.error) = (true, error)
            state.news.end = .over(error)
            state.isUrgent = true
        }
        wake()
    }

    private static func begin(_ info: ClassInfo, _ events: [ClassEvent], _ state: inout State) {
        state.news.isStale = state.info != nil && state.hasBacklog
        (state.info, state.snapshot, state.log) = (info, events, [])
        state.news.events = []
        state.isUrgent = true
    }

    private static func add(_ events: [ClassEvent], _ state: inout State) {
        state.news.events += events
        for event in events {
            switch event.kind {
            case .message(let message): state.chat.append(message)
            case .messageRemoved(let id):
                state.chat.removeAll { $0.id == id }
                state.log.append(event)
            default: state.log.append(event)
            }
        }
        guard state.chat.count > chatLimit + chatLimit / 10 else { return }
        state.chat.removeFirst(state.chat.count - chatLimit)
        // The archive has the dropped lines. A reload of the class shows them.
        state.hasOlder = true
    }

    // MARK: LiveClassReading

    package var clock: ClockReading {
        ClockReading(position: .zero, hostTime: base, rate: .normal, isRunning: true)
    }

    package var localPage: PageChange? { state.withLock { $0.localPage } }

    package func collectNews(at now: HostTime) -> LiveClassNews {
        state.withLock { state in
            guard state.isUrgent || state.nextLines <= now else { return LiveClassNews() }
            let hasEvents = !state.news.events.isEmpty
            if hasEvents { state.nextLines = now + Self.pace }
            state.looksAgain = hasEvents || state.nextLines > now
            defer { (state.news, state.isUrgent) = (LiveClassNews(), false) }
            return state.news
        }
    }

    package var nextNews: HostTime? {
        state.withLock { $0.looksAgain ? $0.nextLines : nil }
    }

    // MARK: ClassReading

    package func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
        let registration = cancel.onCancel { [state] in state.update { _ in } }
        defer { withExtendedLifetime(registration) {} }
        let result: Result<LoadedClass, ClassReadError>? = state.wait { state in
            if cancel.isCancelled || state.isOver {
                let error = state.error ?? ClassReadError(.unknown, "left", in: state.info?.title ?? "")
                return .failure(error)
            }
            guard let info = state.info, state.hasBacklog else { return nil }
            state.news.events = []
            state.news.isStale = false
            return .success(Self.loaded(info, state))
        }
        switch result {
        case .success(let room)?: return room
        case .failure(let error)?: throw error
        case nil: throw ClassReadError(.unknown, "left", in: "")
        }
    }

    private static func loaded(_ info: ClassInfo, _ state: State) -> LoadedClass {
        let first = state.chat.first?.time ?? .zero
        var slices = [ChatIndex.Slice(file: "", start: first, count: state.chat.count)]
        if state.hasOlder {
            let older = ChatIndex.Slice(file: "older", start: first - .seconds(86_400 * 366), count: 0)
            slices.insert(older, at: 0)
        }
        return LoadedClass(
            info: info, log: ClassLog(state.snapshot + state.log), chatIndex: ChatIndex(slices),
            chatEnd: state.chat.last?.time, isLocal: false)
    }

    package func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [ChatMessage] {
        guard slice.file == "older" else {
            return state.withLock { state in state.chat.filter { $0.time >= slice.start } }
        }
        state.update { $0.older = nil }
        askForOlder()
        let registration = cancel.onCancel { [state] in state.update { _ in } }
        defer { withExtendedLifetime(registration) {} }
        let lines: [ChatMessage]? = state.wait(until: SystemClock().now + Self.patience) { state in
            state.isOver || cancel.isCancelled ? [] : state.older
        }
        guard let lines else { throw ClassReadError(.requestFailed, "older messages did not come", in: "") }
        return lines
    }
}
