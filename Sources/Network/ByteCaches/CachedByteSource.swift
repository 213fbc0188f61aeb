package import PlayCore

/// The bytes of a resource: from the cache if present, otherwise from the server, and then stored. One thread reads.
/// Sources of one resource in a process share what they fetch: no byte is requested twice. A request is as long as the
/// gap that it fills. A server without ranges sends bytes only from the beginning on; once all are stored, they can be
/// read in any order. Bytes of two versions are never combined: an item opened without a request is revalidated before
/// the first fetch (``ByteCache/isSameVersion(_:as:)``).
package final class CachedByteSource: ByteSource, @unchecked Sendable {
    // Sendable: `tally` is locked; only the reading thread uses all other mutable state, as ``ByteSource`` requires.

    /// How often a wait for another reader checks for cancellation.
    private static let cancelInterval = HostTime.milliseconds(100)

    private let key: CacheKey
    private let cache: ByteCache?
    private let upstream: any CacheUpstream
    private let cancelToken: CancelToken
    private let reader: Int
    private let isAhead: Bool
    private let tally = Monitor(CacheUse())
    private var opened: Result<Opened, ByteSourceError>?
    /// Whether bytes were returned, so that none of another version may follow.
    private var hasRead = false
    private var readPlan: ReadPlan?
    private var lookup = Lookup.pending

    private struct ReadPlan {
        let span: Range<Int64>
        let isAllowed: Bool
        let isOffline: Bool
    }

    private enum Lookup {
        case pending
        case found(CachedItem)
        case notFound
    }

    private struct Opened {
        let info: ResourceInfo
        /// `nil` if nothing is stored.
        let item: CachedItem?
        /// Whether the server has confirmed that this is its current version.
        var isValidated: Bool
    }

    /// Sends no request yet. Without a `cache`, fetches everything. `isAhead`: fetches for another reader of the same
    /// run, whose reads of these bytes do not count as hits.
    package init(
        _ key: CacheKey, cache: ByteCache?, upstream: any CacheUpstream, cancel: CancelToken, isAhead: Bool = false
    ) {
        self.key = key
        self.isAhead = isAhead
        self.cache = cache
        self.upstream = upstream
        cancelToken = cancel
        reader = cache?.newReader() ?? 0
    }

    deinit {
        guard case .success(let opened)? = opened, let item = opened.item else { return }
        item.removeReader(reader, adding: tally.withLock { $0 })
    }

    /// Bytes from the disk and from the server so far. Any thread.
    package var use: CacheUse { tally.withLock { $0 } }

    /// `nil` if nothing is stored. Call on the reading thread.
    package var item: CachedItem? {
        guard case .success(let opened) = establish() else { return nil }
        return opened.item
    }

    package var info: ResourceInfo? {
        guard case .success(let opened) = establish() else { return nil }
        return opened.info
    }

    // MARK: what will be read

    package enum Need {
        case nothing
        /// Confirms this version. The cache has all planned bytes.
        case revalidation(of: ResourceInfo)
        case bytes(from: Int64)

        fileprivate var known: ResourceInfo? {
            guard case .revalidation(let info) = self else { return nil }
            return info
        }
    }

    /// Announces the planned reads before the first one. Unless the cache has all of them, asks the server at the
    /// start: the version cannot prove outdated half-way. `isAllowed`: a service has just allowed playback.
    /// `isOffline`: no server is reachable, so cached bytes of any age are used.
    package func planRead(of span: Range<Int64>, isAllowed: Bool, isOffline: Bool = false) {
        readPlan = ReadPlan(span: span, isAllowed: isAllowed, isOffline: isOffline)
    }

    /// The next request, determined without a server. Call on the reading thread.
    package var need: Need {
        let start = readPlan?.span.lowerBound ?? 0
        guard let cache, let item = lookUp(), !item.isEmpty else { return .bytes(from: start) }
        let isNew = cache.isFresh(item.record) || readPlan?.isOffline == true
        let isTrusted = isNew && (!cache.settings.isStrict || readPlan?.isAllowed == true)
        guard let span = readPlan?.span else { return isTrusted ? .nothing : .bytes(from: start) }
        let end = min(span.upperBound, item.length ?? .max)
        let covered = start < end ? item.covered.end(at: start) ?? start : end
        if covered < end { return .bytes(from: covered) }
        return isTrusted ? .nothing : .revalidation(of: item.record.info)
    }

    // MARK: ByteSource

    package var size: Int64? {
        guard case .success(let opened) = establish() else { return nil }
        return canSeek(opened) ? length(opened) : nil
    }

    package var canSeek: Bool {
        guard case .success(let opened) = establish() else { return false }
        return canSeek(opened)
    }

    private func canSeek(_ opened: Opened) -> Bool { opened.info.canSeek || opened.item?.isComplete == true }
    private func length(_ opened: Opened) -> Int64? { opened.info.size ?? opened.item?.length }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        while true {
            guard !cancelToken.isCancelled else { throw failure(.cancelled) }
            guard offset >= 0 else { throw failure(.io) }
            let opened = try establish().get()
            guard !buffer.isEmpty else { return 0 }
            guard let item = opened.item else { return try readUncached(offset, buffer) }
            if let size = length(opened), offset >= size, canSeek(opened) { return 0 }
            if canSeek(opened) {
                if let count = try read(offset, buffer, item, opened) { return count }
            } else {
                return try readForward(offset, buffer, item)
            }
        }
    }

    // MARK: opening

    private func failure(_ code: ByteSourceError.Code) -> ByteSourceError {
        ByteSourceError(code, operation: "read", context: key.name)
    }

    private func establish() -> Result<Opened, ByteSourceError> {
        if let opened { return opened }
        let result: Result<Opened, ByteSourceError>
        do throws(ByteSourceError) {
            result = .success(try open())
        } catch {
            // A cancelled wait says nothing about the resource.
            if error.code == .cancelled { return .failure(error) }
            result = .failure(error)
        }
        opened = result
        return result
    }

    private func open() throws(ByteSourceError) -> Opened {
        let found = lookUp()
        let isStrict = cache?.settings.isStrict ?? true
        let need = need
        if let found, case .nothing = need { return Opened(info: info(of: found), item: found, isValidated: false) }
        do throws(ByteSourceError) {
            let info = try upstream.resourceInfo(revalidating: need.known)
            return Opened(info: info, item: cache?.findOrCreate(key, info), isValidated: true)
        } catch {
            // Without the server, plays the stored bytes, unless each start must be confirmed.
            guard let found, !isStrict, !found.isEmpty, error.code != .cancelled else { throw error }
            return Opened(info: info(of: found), item: found, isValidated: false)
        }
    }

    private func lookUp() -> CachedItem? {
        if case .pending = lookup { lookup = cache?.find(key).map(Lookup.found) ?? .notFound }
        guard case .found(let item) = lookup else { return nil }
        return item
    }

    private func info(of item: CachedItem) -> ResourceInfo {
        var info = item.record.info
        info.canSeek = info.canSeek || item.isComplete
        return info
    }

    /// Asks the server before a fetch whether this is still its version. Returns false if another one replaces it.
    private func revalidate(_ opened: Opened, _ item: CachedItem) throws(ByteSourceError) -> Bool {
        let info = try upstream.resourceInfo()
        if let cache, cache.isSameVersion(item.record, as: info), info.canSeek || !opened.info.canSeek {
            cache.confirm(item.record)
            self.opened = .success(Opened(info: opened.info, item: item, isValidated: true))
            return true
        }
        let renewed = cache?.findOrCreate(key, info)
        item.cancelFetch(by: reader)
        guard !hasRead else {
            throw failure(.changed)
        }
        self.opened = .success(Opened(info: info, item: renewed, isValidated: true))
        return false
    }

    // MARK: reading

    private func readUncached(_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try upstream.read(at: offset, upTo: nil, into: buffer)
        tally.withLock { $0.misses += Int64(count) }
        return count
    }

    /// Returns `nil` if the caller should retry.
    private func read(
        _ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer, _ item: CachedItem, _ opened: Opened
    ) throws(ByteSourceError) -> Int? {
        let count = item.read(at: offset, into: buffer)
        if count > 0 {
            hasRead = true
            tally.withLock { $0.hits += Int64(count) }
            return count
        }
        guard let size = length(opened) else { throw failure(.cannotSeek) }
        if !opened.isValidated, try !revalidate(opened, item) { return nil }
        guard let decision = item.claim(at: offset, for: reader, size: size) else { return nil }
        switch decision {
        case .wait(let most):
            item.wait(for: offset, until: SystemClock().now + min(most ?? Self.cancelInterval, Self.cancelInterval))
            if cancelToken.isInterrupted { throw failure(.cancelled) }
            return nil
        case .fetch(let limit, let end):
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer.prefix(Int(min(Int64(buffer.count), limit - offset))))
            return try fetch(offset, upTo: end, part, item)
        }
    }

    private func fetch(
        _ offset: Int64, upTo end: Int64?, _ part: UnsafeMutableRawBufferPointer, _ item: CachedItem
    ) throws(ByteSourceError) -> Int {
        let count: Int
        do throws(ByteSourceError) {
            count = try upstream.read(at: offset, upTo: end, into: part)
        } catch {
            item.cancelFetch(by: reader)
            throw error
        }
        guard count > 0 else {
            item.cancelFetch(by: reader)
            // The resource cannot end here.
            if end != nil { throw failure(.truncated) }
            item.finish(length: offset)
            return 0
        }
        hasRead = true
        item.write(UnsafeRawBufferPointer(rebasing: part[..<count]), at: offset, by: reader)
        tally.withLock {
            $0.misses += Int64(count)
            if isAhead { $0.hits -= Int64(count) }
        }
        return count
    }

    /// Reads from a server without ranges: its next bytes, or those that its source still has.
    private func readForward(
        _ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer, _ item: CachedItem
    ) throws(ByteSourceError) -> Int {
        // The resource ends with the response, regardless of the announced length.
        try fetch(offset, upTo: nil, buffer, item)
    }

    // MARK: filling

    /// Fetches the missing bytes of `span` without reading the stored ones. `progress` receives the offset and returns
    /// false to stop. Returns false if stopped, or if the resource cannot be stored.
    @discardableResult
    package func fill(
        _ span: Range<Int64>, progress: (Int64) -> Bool = { _ in true }
    ) throws(ByteSourceError) -> Bool {
        guard let item = try establish().get().item else { return false }
        let end = min(span.upperBound, item.length ?? .max)
        var place = span.lowerBound
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(CachePiece.block), alignment: 16)
        defer { scratch.deallocate() }
        while place < end {
            guard progress(place) else { return false }
            let covered = self.item?.covered ?? SpanSet()
            if let next = covered.end(at: place) {
                place = next
                continue
            }
            let length = min(Int64(scratch.count), (covered.start(after: place) ?? end) - place, end - place)
            let count = try read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: scratch[..<Int(length)]))
            if count == 0 { break }
            place += Int64(count)
        }
        return progress(min(place, end))
    }
}
