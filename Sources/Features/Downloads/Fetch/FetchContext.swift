package import ByteCaches
import DownloadModel
package import PlayCore
package import Transport

/// The resources that all runs of a manager share. Any thread.
package struct FetchContext: Sendable {
    var client: HTTPClient
    /// Parts that were watched are copied from it instead of being fetched.
    let cache: ByteCache?
    let cacheRule: CacheKeyRule
    /// The limit of all managers together. Each manager also has its own.
    let gate = SpeedGate()
    let keys: SecureKeySource
    /// `nil` keeps streams as folders of segments.
    let joiner: (any StreamJoining)?
    /// `nil` without preloading.
    let loader: (any AheadLoading)?
    let requestMeans: RequestMeans.Maker
    /// The wait after the first failure. Doubles up to ``longestWait``.
    let retryInterval: HostTime
    static let longestWait = HostTime.seconds(60)
    /// The longest wait that a server may demand (`Retry-After`).
    static let longestAskedWait = HostTime.seconds(3600)
    /// Consecutive failures without progress after which waiting is unlikely to help.
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

    func with(_ client: HTTPClient) -> FetchContext {
        var copy = self
        copy.client = client
        return copy
    }
}

extension FetchContext {
    /// Keeps the limit of connections.
    package func setRequestSettings(_ settings: HTTPSettings) {
        var settings = settings
        settings.transfersPerHost = client.settings.transfersPerHost
        client.settings = settings
    }

    package func setSharedLimits(bytesPerSecond: Int64?, connectionsPerHost: Int) {
        gate.setRate(bytesPerSecond)
        // The request queue reserves the last connection for playback, and this client plays nothing.
        client.settings.transfersPerHost = connectionsPerHost + 1
    }
}

enum FetchStop: Error, Equatable {
    case problem(DownloadProblem)
    /// The server has another version: restart the file.
    case changed
    /// A server without ranges ended the response early: restart the file.
    case brokenOff(at: Int64)
    case cancelled
}

/// The progress of a run and its limits. The run's threads write, any thread may read.
package final class FetchProgress: Sendable {
    struct State: Sendable {
        /// The bytes of finished parts.
        var finished: Int64 = 0
        /// The bytes by part in progress.
        var underWay: [Int: Int64] = [:]
        var total: Int64?
        var pieces: (done: Int, count: Int)?
        var speed = TransferSpeed()
        var phase = DownloadPhase.idle
        var connections = 0
        var retrying = 0
        /// The wait of the lane that failed last.
        var retry: RetryNote?
        var pauses: [RetryPause] = []
        var requests: [OpenRequest] = []
        var host: String?
        /// The bytes fetched in this run.
        var fetched: Int64 = 0
        /// 0 … 1, of a stream.
        var joined: Double?
        var copied: Int64 = 0

        /// The bytes on the disk, or `nil` before the run has opened a part or finished a file.
        var done: Int64? { underWay.isEmpty && finished == 0 ? nil : underWay.values.reduce(finished, +) }

        var expected: Int64? {
            if let total { return total }
            guard let pieces, pieces.done > 0 else { return nil }
            return Int64(Double(finished) / Double(pieces.done) * Double(pieces.count))
        }
    }

    /// Owned by its lane and released together with it.
    struct OpenRequest: Sendable {
        weak let exchange: HTTPExchange?
    }

    private let state: Monitor<State>
    /// The item's own limit, which may change while it runs.
    let gate = SpeedGate()
    private let lanes = Monitor(1)
    private let clock: any HostClock
    /// Called when the host becomes known, since shares may change.
    private let onHost: @Sendable () -> Void

    init(
        host: String? = nil, clock: any HostClock = SystemClock(), onHost: @escaping @Sendable () -> Void = {}
    ) {
        state = Monitor(State(host: host))
        self.clock = clock
        self.onHost = onHost
    }

    var laneLimit: Int {
        get { lanes.withLock { $0 } }
        set { lanes.update { $0 = max(1, newValue) } }
    }

    /// Avoids a copy of the whole state, which would share its storage with concurrent writers.
    func read<R>(_ body: (State) -> sending R) -> sending R { state.withLock { body($0) } }
    var host: String? { state.withLock { $0.host } }
    /// Whether the run neither waits for a retry nor finishes its files.
    var isBusy: Bool {
        state.withLock { $0.retrying == 0 && $0.phase != .processing && $0.phase != .joining }
    }

    func update(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Notes a request. The item counts as waiting while all its requests wait for other transfers.
    func note(_ exchange: HTTPExchange) {
        state.withLock { state in
            state.requests.removeAll { $0.exchange.map(\.hasEnded) ?? true }
            state.requests.append(OpenRequest(exchange: exchange))
        }
    }

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

struct FetchRun: Sendable {
    let context: FetchContext
    let progress: FetchProgress
    let totalGate: SpeedGate
    let cancel: CancelToken

    func begin(_ request: HTTPRequest) -> HTTPExchange {
        let exchange = context.client.begin(request, cancel: cancel)
        progress.note(exchange)
        return exchange
    }

    /// Counts received bytes. Blocks as long as the limits require.
    func received(_ count: Int) {
        progress.received(count)
        context.gate.pass(count, unless: cancel)
        totalGate.pass(count, unless: cancel)
        progress.gate.pass(count, unless: cancel)
    }
}

/// The retries of one lane. For use on one thread.
struct FetchRetrier {
    private let run: FetchRun
    private let addresses: FileAddress
    private var failures = 0
    /// Consecutive refusals of renewed addresses without a byte.
    private var renewals = 0
    /// Whether bytes have arrived. Then network failures are retried without limit.
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

    /// Blocks until the next try, or throws if there is none.
    mutating func wait(
        after error: ByteSourceError, began: HostTime, gained: Int64, generation: Int
    ) throws(FetchStop) {
        if error.code == .cancelled || run.cancel.isCancelled { throw .cancelled }
        if error.code == .changed { throw .changed }
        Log.shared.write(.info, "downloads", "\(error.context): \(error.code) \(error.detail)")
        if error.isExpired {
            // The address has expired. The source knows a new one.
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
        // Network failures are temporary. Repeated statuses of the server are final.
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
