package import PlayCore

/// One resource with several addresses. After a failure, reading continues from the next address at the same offset.
/// Skips an address whose resource has another length. Tags and dates differ between networks, and are not compared.
/// One thread at a time reads, as with every ``ByteSource``.
package final class FailOverByteSource: NetworkByteSource {
    /// `retries` is `nil` for the last address, to which the usual policy applies.
    package typealias Opener = @Sendable (_ index: Int, _ retries: Int?) throws(ByteSourceError) -> any ByteSource

    /// Retries of all addresses but the last: an interrupted connection continues at the same offset.
    private static let plainRetries = 1

    private struct State {
        var index: Int
        var source: (any ByteSource)?
        /// The addresses that failed since bytes last arrived.
        var failed: Set<Int> = []
        var size: Int64?
        var canSeek: Bool?
        /// The last settings, for each source that is opened.
        var isAwaited: Bool?
        var isHurried = false
        /// Bytes from earlier addresses.
        var byteCount: Int64 = 0
    }

    private let count: Int
    private let opener: Opener
    private let state: Monitor<State>

    /// Opens no address yet. `count` is at least 1.
    package init(count: Int, opener: @escaping Opener) {
        precondition(count > 0, "an address is needed")
        self.count = count
        self.opener = opener
        state = Monitor(State(index: 0))
    }

    /// Index of the address in use, from 0.
    package var index: Int { state.withLock { $0.index } }

    package var opened: (any ByteSource)? { state.withLock { $0.source } }

    // MARK: ByteSource

    package var size: Int64? {
        establish()
        return state.withLock { $0.size }
    }

    package var canSeek: Bool {
        establish()
        return state.withLock { $0.canSeek } ?? false
    }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        while true {
            do throws(ByteSourceError) {
                let count = try current(at: offset).read(at: offset, into: buffer)
                if count > 0 { state.withLock { $0.failed = [] } }
                return count
            } catch {
                try failOver(after: error)
            }
        }
    }

    private func establish() {
        var byte: UInt8 = 0
        guard state.withLock({ $0.canSeek }) == nil else { return }
        // The failure recurs, and is reported, when the source is read.
        _ = withUnsafeMutableBytes(of: &byte) { buffer in try? read(at: 0, into: buffer) }
    }

    private func current(at offset: Int64) throws(ByteSourceError) -> any ByteSource {
        let (open, index, isLast, isAwaited, isHurried) = state.withLock {
            ($0.source, $0.index, $0.failed.count + 1 >= self.count, $0.isAwaited, $0.isHurried)
        }
        if let open { return open }
        let source = try opener(index, isLast ? nil : Self.plainRetries)
        if isHurried { (source as? any NetworkLink)?.hurry() }
        // While other addresses are left, the player is not asked for a decision.
        if isLast, let isAwaited { (source as? any NetworkLink)?.setAwaited(isAwaited) }
        let (canSeek, size) = (source.canSeek, source.size)
        let (first, isSame) = state.withLock { state in
            state.source = source
            defer { if state.canSeek == nil, canSeek || size != nil { (state.canSeek, state.size) = (canSeek, size) } }
            guard state.canSeek != nil else { return (true, true) }
            return (false, state.size == size && (canSeek || offset == 0))
        }
        if !first, !isSame { throw ByteSourceError(.changed, operation: "open", context: "") }
        return source
    }

    /// - Throws: `error`, if there is no other address.
    private func failOver(after error: ByteSourceError) throws(ByteSourceError) {
        guard error.isNetworkError, error.code != .cancelled, error.code != .noLibrary else { throw error }
        let next: Int? = state.update { state in
            state.failed.insert(state.index)
            let others = (1..<max(2, count)).map { (state.index + $0) % count }
            guard let next = others.first(where: { !state.failed.contains($0) }) else { return nil }
            state.byteCount += (state.source as? any NetworkLink)?.network.byteCount ?? 0
            (state.index, state.source) = (next, nil)
            return next
        }
        guard let next else { throw error }
        Log.shared.write(.info, "net", "\(error.context): \(error.code): address \(next + 1) of \(count)")
    }

    // MARK: NetworkByteSource

    package var isUnbounded: Bool {
        establish()
        return (opened as? any NetworkByteSource)?.isUnbounded ?? false
    }

    package var contentType: String? {
        establish()
        return (opened as? any NetworkByteSource)?.contentType
    }

    package func confirmEnd() throws(ByteSourceError) { try (opened as? any NetworkByteSource)?.confirmEnd() }

    package var network: NetworkStatus {
        let (source, before) = state.withLock { ($0.source, $0.byteCount) }
        var status = (source as? any NetworkLink)?.network ?? NetworkStatus()
        status.byteCount += before
        if count > 1 { status.entry = NetworkEntry(index: index, count: count) }
        return status
    }

    package func setAwaited(_ isAwaited: Bool) {
        let source = state.withLock { state in
            state.isAwaited = isAwaited
            return state.failed.count + 1 >= count ? state.source : nil
        }
        (source as? any NetworkLink)?.setAwaited(isAwaited)
    }

    package func reload() { (state.withLock { $0.source } as? any NetworkLink)?.reload() }

    package func hurry() {
        let source = state.withLock { state in
            state.isHurried = true
            return state.source
        }
        (source as? any NetworkLink)?.hurry()
    }
}
