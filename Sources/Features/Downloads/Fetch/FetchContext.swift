package import ByteCaches
import DownloadModel
package import PlayCore
package import Transport

/// What all runs of a manager share. Any thread.
package struct FetchContext: Sendable {
    var client: HTTPClient
    /// What was watched is copied from there instead of being fetched; nil: there is no cache.
    let cache: ByteCache?
    let cacheRule: CacheKeyRule
    /// A limit of all managers together; each has one of its own beside it.
    let gate = SpeedGate()
    /// Asked when a key is needed.
    let keys: SecureKeySource
    /// Nil: streams stay folders of segments.
    let joiner: (any StreamJoining)?
    /// Nil: nothing is loaded ahead.
    let loader: (any AheadLoading)?
    /// Called for downloads with options of their own.
    let requestMeans: RequestMeans.Maker
    /// The wait after the first failure; it doubles up to ``longestWait``.
    let retryInterval: HostTime
    static let longestWait = HostTime.seconds(60)
    /// The longest wait that a server may ask for (`Retry-After`).
    static let longestAskedWait = HostTime.seconds(3600)
    /// Tries in a row that brought nothing, of what a wait is not likely to mend.
    static let retries = 8

    package init(
        client: HTTPClient, cache: ByteCache? = nil, cacheRule: CacheKeyRule = CacheKeyRule(),
        retryInterval: HostTime = .seconds(1), keys: SecureKeySource = SecureKeySource(.nowhere),
        joiner: (any StreamJoining)? = nil, loader: (any AheadLoading)? = nil,
        requestMeans: @escaping RequestMeans.Maker = { (_, _) throws(DownloadProblem) in
            throw DownloadProblem(.notPossible, detail: "options of one download")
        }
    ) {
        self.client = client
        self.cache = cache
        self.cacheRule = cacheRule
        self.retryInterval = retryInterval
        self.keys = keys
        self.joiner = joiner
        self.loader = loader
        self.requestMeans = requestMeans
    }

    /// Returns the same context with another client.
    func with(_ client: HTTPClient) -> FetchContext {
        var copy = self
        copy.client = client
        return copy
    }
}

extension FetchContext {
    /// Sets how requests are made that begin from now on, but for the limit of connections.
    package func setRequestSettings(_ settings: HTTPSettings) {
        var settings = settings
        settings.transfersPerHost = client.settings.transfersPerHost
        client.settings = settings
    }

    /// What all managers may take together.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: nil: no limit.
    ///   - connectionsPerHost: the most that are open to one host at a time.
    package func setSharedLimits(bytesPerSecond: Int64?, connectionsPerHost: Int) {
        gate.setRate(bytesPerSecond)
        // The last one is left to playing by the queue of requests; nothing is played by this client.
        client.settings.transfersPerHost = connectionsPerHost + 1
    }
}

/// Why fetching ended before its end.
enum FetchStop: Error, Equatable {
    case problem(DownloadProblem)
    /// It is another version by now: begin anew.
    case changed
    /// A server without ranges ended it there, before the length that it had named: begin anew.
    case brokenOff(at: Int64)
    case cancelled
}

/// How a run is doing, and what it may take. Its threads write, anyone reads.
package final class FetchProgress: Sendable {
    struct State: Sendable {
        /// Bytes of parts that are finished.
        var finished: Int64 = 0
        /// Bytes of the parts under way, by part.
        var underWay: [Int: Int64] = [:]
        var total: Int64?
        /// Streams: pieces that are there, and of how many.
        var pieces: (done: Int, count: Int)?
        var speed = TransferSpeed()
        var phase = DownloadPhase.idle
        var connections = 0
        var retrying = 0
        /// What the last that failed waits for.
        var retry: RetryNote?
        /// The waits of all that failed.
        var pauses: [RetryPause] = []
        /// That were made and perhaps not answered yet.
        var requests: [OpenRequest] = []
        var host: String?
        /// Bytes that came over the network in this run.
        var fetched: Int64 = 0
        /// How much of a stream is in its one file: 0 … 1.
        var joined: Double?
        /// Bytes that the cache had.
        var copied: Int64 = 0

        var done: Int64 { underWay.values.reduce(finished, +) }

        /// As far as can be said.
        var expected: Int64? {
            if let total { return total }
            guard let pieces, pieces.done > 0 else { return nil }
            return Int64(Double(finished) / Double(pieces.done) * Double(pieces.count))
        }
    }

    /// Whoever made it has it; with that it goes from here, too.
    struct OpenRequest: Sendable {
        weak let exchange: HTTPExchange?
    }

    private let state: Monitor<State>
    /// Of this item; its limit may change while it runs.
    let gate = SpeedGate()
    private let lanes = Monitor(1)
    private let clock: any HostClock
    /// A host was learnt: shares may change.
    private let onHost: @Sendable () -> Void

    /// - Parameter host: as far as it is known before anyone has answered.
    init(
        host: String? = nil, clock: any HostClock = SystemClock(), onHost: @escaping @Sendable () -> Void = {}
    ) {
        state = Monitor(State(host: host))
        self.clock = clock
        self.onHost = onHost
    }

    /// How many requests at a time.
    var laneLimit: Int {
        get { lanes.withLock { $0 } }
        set { lanes.update { $0 = max(1, newValue) } }
    }

    /// What is needed of it is taken out here: a copy of the whole would share its parts with whoever changes them.
    func read<R>(_ body: (State) -> sending R) -> sending R { state.withLock { body($0) } }
    var host: String? { state.withLock { $0.host } }
    /// Neither waits for its next try nor for what happens to its files.
    var isBusy: Bool {
        state.withLock { $0.retrying == 0 && $0.phase != .processing && $0.phase != .joining }
    }

    func update(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// A request of this item: as long as all of them wait for others, so does the item.
    func note(_ exchange: HTTPExchange) {
        state.withLock { state in
            state.requests.removeAll { $0.exchange.map(\.hasEnded) ?? true }
            state.requests.append(OpenRequest(exchange: exchange))
        }
    }

    /// What waits for its next try is tried at once.
    func hurry() {
        let pauses = state.withLock { $0.pauses + [$0.retry?.pause].compactMap(\.self) }
        for pause in pauses { pause.end() }
    }

    func received(_ count: Int) {
        let now = clock.now
        state.withLock {
            $0.fetched += Int64(count)
            $0.speed.add(Int64(count), at: now)
        }
    }

    func answered(by host: String) {
        let isNew = state.withLock { state in
            defer { state.host = host }
            return state.host != host
        }
        if isNew { onHost() }
    }
}

/// What one run of an item has at hand. Any thread.
struct FetchRun: Sendable {
    let context: FetchContext
    let progress: FetchProgress
    /// Of all items together.
    let totalGate: SpeedGate
    let cancel: CancelToken

    func begin(_ request: HTTPRequest) -> HTTPExchange {
        let exchange = context.client.begin(request, cancel: cancel)
        progress.note(exchange)
        return exchange
    }

    /// Bytes came over the network: waits as the limits say.
    func received(_ count: Int) {
        progress.received(count)
        context.gate.pass(count, unless: cancel)
        totalGate.pass(count, unless: cancel)
        progress.gate.pass(count, unless: cancel)
    }
}

/// Waits between the tries of one lane. One thread.
struct FetchRetrier {
    private let run: FetchRun
    private let addresses: FileAddress
    private var failures = 0
    /// Addresses that were refused without a byte between.
    private var renewals = 0
    /// Something came: from then on a network that is gone is waited for without end.
    private var hasGained: Bool

    init(_ run: FetchRun, _ addresses: FileAddress, hasGained: Bool) {
        self.run = run
        self.addresses = addresses
        self.hasGained = hasGained
    }

    mutating func gained(_ count: Int) {
        guard count > 0 else { return }
        (failures, renewals, hasGained) = (0, 0, true)
    }

    private var interval: HostTime {
        guard hasGained else { return FirstTries.interval(after: failures, base: run.context.retryInterval) }
        let base = run.context.retryInterval.nanoseconds << Int64(min(failures, 10))
        return min(HostTime(nanoseconds: base), FetchContext.longestWait)
    }

    /// Returns when it is time for the next try.
    mutating func wait(
        after error: ByteSourceError, began: HostTime, gained: Int64, generation: Int
    ) throws(FetchStop) {
        if error.code == .cancelled || run.cancel.isCancelled { throw .cancelled }
        if error.code == .changed { throw .changed }
        Log.shared.write(.info, "downloads", "\(error.context): \(error.code) \(error.detail)")
        if error.isExpired {
            // An address whose time is over; the source knows a new one.
            guard renewals < 2 else { throw .problem(error.problem) }
            renewals += 1
            do throws(DownloadProblem) { try addresses.renew(generation) } catch {
                throw run.cancel.isCancelled ? .cancelled : .problem(error)
            }
            return
        }
        let retries = hasGained ? FetchContext.retries : FirstTries.count - 1
        let policy = RetryPolicy(
            retries: retries, interval: interval, longestWait: FetchContext.longestAskedWait)
        let failure = RetryPolicy.Failure(error, began: began, gained: gained, retries: failures)
        let now = SystemClock().now
        // A network that is gone comes back; what a server says again and again it means.
        let isServers = if case .httpStatus = error.code { true } else { false }
        let isCounted = isServers || !hasGained
        let step = policy.step(after: failure, at: now, isAwaited: isCounted, canAsk: false)
        guard case .retry(let instant) = step else { throw .problem(error.problem) }
        failures += 1
        let note = RetryNote(
            error, attempt: failures + 1, attempts: isCounted ? retries + 1 : nil, next: instant)
        run.progress.update { state in
            state.retrying += 1
            state.retry = note
            state.pauses.append(note.pause)
        }
        defer {
            run.progress.update { state in
                state.retrying -= 1
                state.pauses.removeAll { $0 == note.pause }
            }
        }
        note.pause.wait(until: instant, run.cancel)
        if run.cancel.isCancelled { throw .cancelled }
    }
}

extension FetchProgress.State {
    /// - Parameter serverLimit: connections that there may be to one server.
    func activity(at now: HostTime, _ limits: DownloadLimits) -> DownloadActivity {
        var activity = DownloadActivity(phase: phase)
        let open = requests.compactMap(\.exchange).filter { !$0.hasEnded }
        if [.transfer, .preparing].contains(phase), retrying > 0 {
            activity.phase = .retrying
            activity.retry = retry?.retry(at: now)
        } else if [.transfer, .preparing].contains(phase), !open.isEmpty, !open.contains(where: \.hasBegun) {
            (activity.waiting, activity.serverLimit) = (.server, limits.connectionsPerHost)
        }
        if phase == .joining { activity.joined = joined ?? 0 }
        if phase == .transfer, limits.isForPlaying { activity.playingLimit = limits.bytesPerSecond }
        return activity
    }
}
