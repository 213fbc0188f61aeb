import Adaptation
import Addresses
import ByteCaches
import PlayCore

/// Brings what will be read onto the disk before its reader comes to it, one piece after the other, on the thread
/// `cache-ahead`. Any thread.
///
/// A piece that fails is left to its reader, who has the patience and says why; others are tried when the reader has gone
/// on. Nothing is asked for twice: who comes to a piece that is being fetched waits for it (``ByteCaches/FetchClaims``).
final class ReadAhead: Sendable {
    struct Piece: Hashable, Sendable {
        let address: Address
        /// An upper bound of `.max`: to the resource's end.
        let span: Range<Int64>
        let kind: CacheKey.Kind
        /// Of playing.
        let length: MediaTime
    }

    fileprivate struct State {
        var pieces: [Piece] = []
        var amount = MediaTime.zero
        var done: Set<Piece> = []
        var current: Piece?
        /// Until something else is wanted.
        var hasFailed = false
        /// Something of it turned out to be nothing that may be kept.
        var isRefused = false
        /// What came, and how fast, since somebody asked last.
        var transfers: [Adaptation.Transfer] = []
        var fetched: Int64 = 0
        var isClosed = false
    }

    private let state: Monitor<State>
    private let cancel: CancelToken
    private let thread: WorkerThread
    /// More pieces than are ever wanted at once.
    static let mostPieces = 4096

    /// - Parameter origin: as for ``ResourceAccess``.
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

    /// Ends what is under way, and the thread. One thread; a second call returns at once.
    func close() {
        state.update { $0.isClosed = true }
        cancel.cancel()
        thread.leave()
    }

    // MARK: what is wanted

    /// In the order of reading, in place of what was wanted.
    func want(_ pieces: [Piece]) {
        state.update { state in
            guard state.pieces != pieces else { return }
            state.pieces = Array(pieces.prefix(Self.mostPieces))
            state.done.formIntersection(state.pieces)
            state.hasFailed = false
        }
    }

    /// How much of what is wanted is fetched.
    ///
    /// - Returns: how much of it is there, from its start on; nil: nothing may be kept.
    func hold(_ amount: MediaTime) -> MediaTime? {
        if state.withLock({ $0.amount != amount }) { state.update { $0.amount = amount } }
        return state.withLock { $0.isRefused ? nil : $0.held }
    }

    /// What is there of it now.
    var held: MediaTime { state.withLock { $0.held } }

    /// It is a stream that grows.
    func refuse() { state.update { $0.isRefused = true } }

    /// Whether this is what is being fetched just now.
    func isFetching(_ address: Address, from offset: Int64) -> Bool {
        state.withLock { $0.current?.address == address && $0.current?.span.contains(offset) == true }
    }

    /// Bytes that came over the line.
    var fetchedBytes: Int64 { state.withLock { $0.fetched } }

    /// What came since the last call.
    func takeTransfers() -> [Adaptation.Transfer] {
        state.withLock { state in
            defer { state.transfers = [] }
            return state.transfers
        }
    }

    // MARK: the thread

    /// Nil at the end.
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
    /// Of what is there without a gap.
    fileprivate var held: MediaTime {
        pieces.prefix { done.contains($0) }.reduce(.zero) { $0 + $1.length }
    }

    /// The first that is not there and begins within what is wanted.
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
