import Addresses
import ByteCaches
import PlayCore
import PlaybackModel

/// Fetches media onto the disk before its reader needs it, piece by piece, on the thread `cache-ahead`. Any thread. A
/// failed piece is left to its reader, which retries and reports errors; fetching resumes when the wanted pieces
/// change. No piece is requested twice: a reader waits for a piece in transfer (``ByteCaches/FetchClaims``).
final class ReadAhead: Sendable {
    struct Piece: Hashable, Sendable {
        let address: Address
        /// An upper bound of `.max` is the end of the resource.
        let span: Range<Int64>
        let kind: CacheKey.Kind
        let length: MediaTime
    }

    fileprivate struct State {
        var pieces: [Piece] = []
        var amount = MediaTime.zero
        var done: Set<Piece> = []
        var current: Piece?
        /// Reset when the wanted pieces change.
        var hasFailed = false
        var isRefused = false
        /// The transfers since the last call of ``takeTransfers()``.
        var transfers: [PlaybackModel.Transfer] = []
        var fetched: Int64 = 0
        var isClosed = false
    }

    private let state: Monitor<State>
    private let cancel: CancelToken
    private let thread: WorkerThread
    static let mostPieces = 4096

    /// - Parameter origin: as in ``ResourceAccess``.
    init(_ environment: StreamEnvironment, origin: String?) {
        let state = Monitor(State())
        let cancel = CancelToken()
        self.state = state
        self.cancel = cancel
        var environment = environment
        environment.isPreload = true
        thread = WorkerThread(name: "cache-ahead") { [environment] in
            let access = ResourceAccess(environment, folder: nil, origin: origin, retries: 0, cancel: cancel)
            while let piece = Self.next(state) { Self.fetch(piece, access, state) }
        }
    }

    deinit { close() }

    /// Blocks until the thread has ended. One thread; a second call does nothing.
    func close() {
        state.update { $0.isClosed = true }
        cancel.cancel()
        thread.leave()
    }

    // MARK: wanted pieces

    /// Replaces the wanted pieces, in the order of reading.
    func want(_ pieces: [Piece]) {
        state.update { state in
            guard state.pieces != pieces else { return }
            state.pieces = Array(pieces.prefix(Self.mostPieces))
            state.done.formIntersection(state.pieces)
            state.hasFailed = false
        }
    }

    /// Sets how much is fetched. Returns the available time from the start, or `nil` if the media must not be stored.
    func hold(_ amount: MediaTime) -> MediaTime? {
        if state.withLock({ $0.amount != amount }) { state.update { $0.amount = amount } }
        return state.withLock { $0.isRefused ? nil : $0.held }
    }

    var held: MediaTime { state.withLock { $0.held } }

    /// Stops storing, since the stream grows.
    func refuse() { state.update { $0.isRefused = true } }

    func isFetching(_ address: Address, from offset: Int64) -> Bool {
        state.withLock { $0.current?.address == address && $0.current?.span.contains(offset) == true }
    }

    var fetchedBytes: Int64 { state.withLock { $0.fetched } }

    func takeTransfers() -> [PlaybackModel.Transfer] {
        state.withLock { state in
            defer { state.transfers = [] }
            return state.transfers
        }
    }

    // MARK: the thread

    private static func next(_ state: Monitor<State>) -> Piece? {
        state.next { state in
            if state.isClosed { return .end }
            guard let piece = state.next else { return .wait }
            state.current = piece
            return .work(piece)
        }
    }

    private static func fetch(_ piece: Piece, _ access: ResourceAccess, _ state: Monitor<State>) {
        let end = piece.span.upperBound == .max ? nil : piece.span.upperBound
        let range = ByteRange(offset: piece.span.lowerBound, end: end)
        let server = ServerResource(piece.address, range, access: access)
        let cached = CachedByteSource(
            CacheKey(piece.address, kind: piece.kind, rule: access.cacheRule), cache: access.cache(for: piece.kind),
            upstream: server, cancel: access.cancel, isAhead: true)
        cached.planRead(of: piece.span, isAllowed: true)
        let isThere: Bool
        do throws(ByteSourceError) {
            if case .bytes(let offset) = cached.need { try server.prepare(at: offset, revalidating: nil) }
            isThere = try cached.fill(piece.span) { _ in
                state.withLock { !$0.isClosed && $0.pieces.contains(piece) }
            }
        } catch {
            Log.shared.write(.info, "cache", "not read ahead: \(error.context): \(error.code)")
            state.update { state in
                state.current = nil
                state.hasFailed = true
            }
            return
        }
        let (bytes, transfer) = (cached.use.misses, server.transfer)
        state.update { state in
            state.current = nil
            state.fetched += bytes
            if let transfer, bytes > 0 { state.transfers.append(transfer) }
            if isThere {
                state.done.insert(piece)
            } else if state.pieces.contains(piece), !state.isClosed {
                (state.isRefused, state.hasFailed) = (true, true)
            }
        }
    }
}

extension ReadAhead.State {
    /// Available playback time from the start, without a gap.
    fileprivate var held: MediaTime {
        pieces.prefix { done.contains($0) }.reduce(.zero) { $0 + $1.length }
    }

    fileprivate var next: ReadAhead.Piece? {
        guard !hasFailed, amount > .zero else { return nil }
        var start = MediaTime.zero
        for piece in pieces {
            guard start < amount else { return nil }
            if !done.contains(piece) { return piece }
            start = start + piece.length
        }
        return nil
    }
}
