package import PlayCore

/// The bytes of a resource: from the cache what it has, the rest from the server. What is fetched is kept.
///
/// One thread reads. Several sources of one resource in a process share what they fetch: no byte is requested twice. A
/// request is as long as the gap that it fills. A server without ranges sends bytes from the beginning on only; they are
/// kept, and once all of them are there, they can be read in any order.
///
/// Bytes of two versions are never put together: an item that was opened without asking the server is revalidated
/// before the first byte is fetched (``ByteCache/isSameVersion(_:as:)``).
package final class CachedByteSource: ByteSource, @unchecked Sendable {
    // Sendable: `tally` is locked; everything else that changes is used by the reading thread alone, as ``ByteSource``
    // demands.

    /// How often a wait for another reader looks whether it was cancelled.
    private static let cancelInterval = HostTime.milliseconds(100)

    private let key: CacheKey
    private let cache: ByteCache?
    private let upstream: any CacheUpstream
    private let cancelToken: CancelToken
    private let reader: Int
    private let isAhead: Bool
    private let tally = Monitor(CacheUse())
    private var opened: Result<Opened, ByteSourceError>?
    /// Bytes of this version were handed to the reader: no bytes of another one may follow them.
    private var hasRead = false
    private var readPlan: ReadPlan?
    private var lookup = Lookup.pending

    private struct ReadPlan {
        let span: Range<Int64>
        let isAllowed: Bool
        let isOffline: Bool
    }

    /// What the cache has of the resource, without asking the server.
    private enum Lookup {
        case pending
        case found(CachedItem)
        case notFound
    }

    private struct Opened {
        let info: ResourceInfo
        /// Nil: nothing is kept.
        let item: CachedItem?
        /// The server has said that it is the newest version.
        var isValidated: Bool
    }

    /// Asks and opens nothing yet.
    ///
    /// - Parameters:
    ///   - cache: nil: there is none, everything is fetched.
    ///   - isAhead: it fetches for another reader of the same run: what that reader then finds here counts as no hit.
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

    /// What the cache has of the resource; nil where nothing is kept. Call on the reading thread.
    package var item: CachedItem? {
        guard case .success(let opened) = establish() else { return nil }
        return opened.item
    }

    /// Nil: the server gave no answer.
    package var info: ResourceInfo? {
        guard case .success(let opened) = establish() else { return nil }
        return opened.info
    }

    // MARK: what will be read

    /// What has to be asked of the server before anything is read.
    package enum Need {
        case nothing
        /// Whether it still has this version: the cache has all bytes of the read plan.
        case revalidation(of: ResourceInfo)
        /// Bytes, from here on.
        case bytes(from: Int64)

        fileprivate var known: ResourceInfo? {
            guard case .revalidation(let info) = self else { return nil }
            return info
        }
    }

    /// Announces, before the first read, what will be read: unless the cache has all of it, the server is asked at the
    /// start, so that no version turns out to be old half-way.
    ///
    /// - Parameters:
    ///   - isAllowed: whether a service has just now allowed to play it.
    ///   - isOffline: no server can be asked: what the cache has is used, however old.
    package func planRead(of span: Range<Int64>, isAllowed: Bool, isOffline: Bool = false) {
        readPlan = ReadPlan(span: span, isAllowed: isAllowed, isOffline: isOffline)
    }

    /// Follows from the cache and the read plan; asks no server. Call on the reading thread.
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
            // A wait that was ended says nothing of the resource.
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
            // Without the server the kept bytes play, unless each start has to be allowed.
            guard let found, !isStrict, !found.isEmpty, error.code != .cancelled else { throw error }
            return Opened(info: info(of: found), item: found, isValidated: false)
        }
    }

    /// Looks once.
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

    /// Asks the server, before anything is fetched, whether this is still its version.
    ///
    /// - Returns: false: there is another version, which takes the place of this one.
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
            // The next one who opens it gets the new version.
            throw failure(.changed)
        }
        self.opened = .success(Opened(info: info, item: renewed, isValidated: true))
        return false
    }

    // MARK: reading

    /// Nothing is kept.
    private func readUncached(_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try upstream.read(at: offset, upTo: nil, into: buffer)
        tally.withLock { $0.misses += Int64(count) }
        return count
    }

    /// From the cache, else from the server. Nil: the caller looks again.
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
            // Within the resource there is no end.
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

    /// From a server without ranges: the next bytes, or those that it keeps itself.
    private func readForward(
        _ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer, _ item: CachedItem
    ) throws(ByteSourceError) -> Int {
        // Its end is the end, whatever it said of its length; without one it is learnt here.
        try fetch(offset, upTo: nil, buffer, item)
    }

    // MARK: filling

    /// Fetches what of `span` is not there, without reading what is.
    ///
    /// - Parameter progress: told how far it is; false ends it.
    /// - Returns: false: it was ended, or nothing can be kept of this resource.
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
            // A version that turned out to be old has been replaced.
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
