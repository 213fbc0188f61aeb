import Encoding
import PlayCore
import Storage

/// One version of a resource in the cache, shared by all its readers in this process. Any thread. Bytes are written to
/// the file at once and are readable from then on. The index receives them in batches once the disk has them, so a
/// crash loses the last batch, but the index never lists missing bytes. Bytes from other processes or earlier runs are
/// verified by their checksum before the first use.
package final class CachedItem: Sendable {
    /// The bytes of a full batch, which is committed to the index.
    static let batch: Int64 = 1 << 20
    /// Time since the last commit after which a smaller batch is committed.
    static let batchInterval = HostTime.seconds(1)
    /// Minimum time between two queries for other processes' pieces.
    static let refreshInterval = HostTime.seconds(1)
    /// How far ahead these queries reach.
    static let refreshReach: Int64 = 16 << 20

    package let record: CacheRecord
    private let file: any CacheFile
    private let cache: ByteCache
    private let state: Monitor<State>

    private struct State {
        var map: PieceMap
        var claims = FetchClaims()
        /// Written bytes that the index does not have yet.
        var pending = SpanSet()
        var isCommitQueued = false
        /// Whether the next commit includes incomplete blocks.
        var flushes = false
        var lastCommit: HostTime
        var lastRefresh: HostTime
        /// Whether writing has ended, because the disk failed or the version was removed.
        var isClosed = false
        /// The resource's end, once found. `nil` if it was known, or still is not.
        var length: Int64?
        var use = CacheUse()
    }

    init(_ record: CacheRecord, _ pieces: [CachePiece], file: any CacheFile, cache: ByteCache) {
        self.record = record
        self.file = file
        self.cache = cache
        let now = cache.clock.now
        state = Monitor(State(map: PieceMap(pieces), lastCommit: now, lastRefresh: now))
    }

    func add(_ pieces: [CachePiece]) { state.update { $0.map.add(pieces) } }

    var length: Int64? { state.withLock { $0.length } ?? record.info.size }

    package var isComplete: Bool {
        guard let length else { return false }
        return state.withLock { $0.map.covered.contains(0..<length) }
    }

    package var isEmpty: Bool { state.withLock { $0.map.covered.isEmpty } }

    package var covered: SpanSet { state.withLock { $0.map.covered } }

    // MARK: reading

    /// - Returns: number of contiguous stored bytes from `offset` on, or 0 if that byte is missing.
    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            switch state.withLock({ $0.map.find(offset) }) {
            case .missing: return 0
            case .verified(let end):
                let part = UnsafeMutableRawBufferPointer(
                    rebasing: buffer.prefix(Int(min(Int64(buffer.count), end - offset))))
                let count = readFile(at: offset, into: part)
                if count > 0 { return count }
                forget(offset..<offset + Int64(part.count))
            case .unverified(let piece): verify(piece)
            }
        }
    }

    private func readFile(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        do throws(StorageError) {
            return try file.read(at: offset, into: buffer)
        } catch {
            Log.shared.write(.error, "cache", error.description)
            return 0
        }
    }

    private func verify(_ piece: CachePiece) {
        if checksum(of: piece.span) == piece.checksum {
            state.withLock { $0.map.markVerified(piece) }
        } else {
            Log.shared.write(.error, "cache", "damaged at \(piece.span.lowerBound): \(record.file)")
            state.update { $0.map.remove(piece) }
            cache.post { [record] index throws(StorageError) in try index.remove([piece], of: record.id) }
        }
    }

    private func forget(_ span: Range<Int64>) {
        state.update { state in
            state.map.forget(span)
            state.pending.subtract(span)
        }
        cache.post { [record] index throws(StorageError) in try index.forget(span, of: record.id) }
    }

    /// Returns the checksum of at most a block, or `nil` if its bytes cannot all be read.
    private func checksum(of span: Range<Int64>) -> UInt64? {
        withUnsafeTemporaryAllocation(byteCount: span.count, alignment: 8) { buffer in
            var done = 0
            while done < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                let count = readFile(at: span.lowerBound + Int64(done), into: rest)
                if count <= 0 { return nil }
                done += count
            }
            return XXHash64.hash(UnsafeRawBufferPointer(buffer))
        }
    }

    // MARK: filling

    /// Returns whether `reader` must fetch a missing byte or wait for another reader, or `nil` if the byte has arrived.
    func claim(at offset: Int64, for reader: Int, size: Int64) -> FetchClaims.Decision? {
        refresh(at: offset, for: reader)
        let now = cache.clock.now
        return state.withLock { state in
            let covered = state.map.covered
            if covered.contains(offset) { return nil }
            return state.claims.claim(at: offset, for: reader, size: size, covered: covered, now: now)
        }
    }

    /// Waits until a byte arrives, the other reader gives up, or the deadline passes.
    func wait(for offset: Int64, until deadline: HostTime) {
        var isFirst = true
        _ = state.wait(until: deadline) { state -> Bool? in
            defer { isFirst = false }
            return !isFirst || state.map.covered.contains(offset) ? true : nil
        }
    }

    /// Called at the start of a run of fetching: queries the pieces of other processes.
    private func refresh(at offset: Int64, for reader: Int) {
        let now = cache.clock.now
        let isDue = state.withLock { state in
            guard !state.claims.isFetching(offset, by: reader), now - state.lastRefresh >= Self.refreshInterval else {
                return false
            }
            state.lastRefresh = now
            return true
        }
        if isDue { add(cache.pieces(of: record, in: offset..<offset + Self.refreshReach)) }
    }

    /// Stores bytes that `reader` has fetched. Does nothing after the disk has failed.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, by reader: Int) {
        let span = offset..<offset + Int64(bytes.count)
        var isKept = state.withLock { !$0.isClosed && !$0.map.covered.contains(span) }
        if isKept {
            do throws(StorageError) {
                try file.write(bytes, at: offset)
            } catch {
                stop(error)
                isKept = false
            }
        }
        let now = cache.clock.now
        let isDue = state.update { state in
            if isKept {
                state.map.addWritten(span)
                state.pending.insert(span)
            }
            state.claims.advance(of: reader, to: span.upperBound, now: now)
            let isBatch = state.pending.count >= Self.batch || now - state.lastCommit >= Self.batchInterval
            return !state.pending.isEmpty && isBatch && !state.isCommitQueued
        }
        if isDue { queueCommit(flushes: false) }
    }

    func finish(length: Int64) {
        guard record.info.size == nil else { return }
        state.update { $0.length = length }
        queueCommit(flushes: true)
    }

    func removeReader(_ reader: Int, adding use: CacheUse) {
        state.update { state in
            state.claims.remove(of: reader)
            state.use = CacheUse(hits: state.use.hits + use.hits, misses: state.use.misses + use.misses)
        }
        queueCommit(flushes: true)
    }

    /// Called after a failed read, so that other readers do not wait for the claimed bytes.
    func cancelFetch(by reader: Int) { state.update { $0.claims.remove(of: reader) } }

    /// Ends writing. Stored bytes remain readable.
    private func stop(_ error: StorageError) {
        let isNew = state.update { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isNew { cache.tell(.stopped(error)) }
    }

    // MARK: the index

    func queueCommit(flushes: Bool) {
        let isNew = state.withLock { state in
            if flushes { state.flushes = true }
            defer { state.isCommitQueued = true }
            return !state.isCommitQueued
        }
        guard isNew else { return }
        let isTaken = cache.post { index throws(StorageError) in try self.commit(index) }
        if !isTaken { state.withLock { $0.isCommitQueued = false } }
    }

    private struct Batch {
        let spans: [Range<Int64>]
        let length: Int64?
        let use: CacheUse
    }

    private func commit(_ index: CacheIndex) throws(StorageError) {
        let batch = takeBatch()
        do throws(StorageError) {
            try index.add(batch.use)
            guard !batch.spans.isEmpty || batch.length != nil else { return }
            let pieces = batch.spans.flatMap(CachePiece.cut).compactMap { span in
                checksum(of: span).map { CachePiece(span: span, checksum: $0) }
            }
            try file.synchronize()
            guard try index.add(pieces, to: record, at: cache.milliseconds) else {
                // Another process has removed the version, so its file has no name any more.
                state.update { $0.isClosed = true }
                return
            }
            if let length = batch.length { try index.setLength(length, of: record) }
            cache.committed(pieces.reduce(0) { $0 + Int64($1.span.count) })
        } catch  where error.code == .busy {
            // Another process held the index for too long. The next batch includes these bytes.
            state.withLock { state in for span in batch.spans { state.pending.insert(span) } }
        } catch  where error.code == .damaged {
            throw error
        } catch {
            // The index loses the batch, but the file has its bytes.
            stop(error)
        }
    }

    /// Returns whole blocks, so that a slow stream does not create a piece each second.
    private func takeBatch() -> Batch {
        let now = cache.clock.now
        return state.withLock { state in
            let size = state.length ?? record.info.size
            var taken: [Range<Int64>] = []
            for span in state.pending.spans {
                let isWhole = state.flushes || span.upperBound == size
                let end = isWhole ? span.upperBound : span.upperBound / CachePiece.block * CachePiece.block
                if end > span.lowerBound { taken.append(span.lowerBound..<end) }
            }
            for span in taken { state.pending.subtract(span) }
            let length = state.length
            let use = state.use
            state.use = CacheUse()
            state.isCommitQueued = false
            state.flushes = false
            state.lastCommit = now
            return Batch(spans: taken, length: length, use: use)
        }
    }
}
