package import Addresses
package import PlayCore

/// The bytes of a resource on a server. Sequential reads continue one response. A jump forward within ``skipLimit``
/// skips bytes of the response; a farther one sends a new request. The last ``laneCount`` responses remain open, so
/// switching between distant sound and picture in a file costs no requests. A server without ranges delivers bytes
/// forward only, as a pipe does. ``RetryPolicy`` decides when a broken transfer is requested again from the byte where
/// it broke. Bytes of two versions of the resource are never combined (`.changed`). `size` and `canSeek` wait for the
/// server's first response: like `read`, they are for the reading thread.
package final class HTTPByteSource: NetworkByteSource, @unchecked Sendable {
    // Sendable: `retrier` and `client` are; one thread at a time uses everything else, as ``ByteSource`` requires.

    /// A request costs a round trip, in which a typical line delivers about as much.
    static let skipLimit: Int64 = 256 << 10
    /// Enough for containers whose sound, picture and subtitles are read alternately.
    static let laneCount = 3

    private let client: HTTPClient
    private let cancelToken: CancelToken
    private let original: HTTPRequest
    private let retrier: HTTPRetrier
    /// The target of the first redirect, requested directly until the server refuses it.
    private var target: Address
    private let start: Int64
    /// Whether the server refuses ranges that begin at the start or have an end, as Prosody 13 does for shared files.
    private var refusesBounds = false
    /// Open responses, the most recently used last.
    private var lanes: [HTTPLane] = []
    private var recent = RecentBytes()
    private var window = StreamWindow()
    /// The first bytes of an unbounded resource, by which ``confirmEnd()`` recognises a file.
    private var beginning: [UInt8] = []
    private static let beginningSize = 64 << 10
    /// Whether the server marks the end of the body rather than closing the connection.
    private var marksEnd = false
    private var titles: StationTitles?
    private let names = Monitor(ServerNames())
    private var info: Result<ResourceInfo, ByteSourceError>?
    /// The content type of the body of an error response, or `nil` if no request was refused.
    package private(set) var refusalContentType: String?

    private struct ResourceInfo {
        let validator: Validator
        let canSeek: Bool
        let size: Int64?
        let contentType: String?
        let mayStore: Bool
    }

    /// Sends the first request (GET, without its range) and returns at once. Requests no bytes before `start`.
    /// `retries` defaults to the settings' number.
    package init(
        _ request: HTTPRequest, client: HTTPClient, cancel: CancelToken, from start: Int64 = 0, retries: Int? = nil
    ) {
        self.start = start
        self.client = client
        cancelToken = cancel
        var request = request
        if start == 0, let header = StationTitles.request,
            !request.headers.contains(where: { $0.name.lowercased() == header.name.lowercased() })
        {
            request.headers.append(header)
        }
        original = request
        target = request.address
        let settings = client.settings
        retrier = HTTPRetrier(
            RetryPolicy(
                retries: retries ?? settings.retries, interval: settings.timeout, hasOthers: retries != nil),
            client: client, cancel: cancel)
        lanes = [lane(at: start)]
    }

    // MARK: ByteSource

    package var size: Int64? {
        guard case .success(let info) = establish(), info.canSeek else { return nil }
        return info.size
    }

    package var canSeek: Bool {
        guard case .success(let info) = establish() else { return false }
        return info.canSeek
    }

    package var contentType: String? {
        guard case .success(let info) = establish() else { return nil }
        return info.contentType
    }

    /// Identifies the version; waits for the server's first response.
    package func validator() throws(ByteSourceError) -> Validator { try establish().get().validator }

    /// False if the server forbids it (RFC 9111, 5.2.2.5), or without a response.
    package var mayStore: Bool {
        guard case .success(let info) = establish() else { return false }
        return info.mayStore
    }

    package var address: Address { original.address }

    /// The address after redirects.
    package var finalAddress: Address {
        _ = establish()
        return target
    }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        try read(at: offset, upTo: nil, into: buffer)
    }

    /// - Parameter end: the likely end of the read, to which a new request extends, or `nil` for the resource's end.
    package func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        guard !cancelToken.isCancelled else { throw failure(.cancelled) }
        guard offset >= 0 else { throw ByteSourceError(.io, operation: "read", systemError: 22, context: context) }
        let info = try establish().get()
        guard !buffer.isEmpty else { return 0 }
        if let size = info.size, info.canSeek, offset >= size { return 0 }
        return info.canSeek ? try readAnywhere(offset, upTo: end, buffer) : try readForward(offset, buffer)
    }

    // MARK: NetworkByteSource

    package var network: NetworkStatus {
        var status = retrier.network
        status.names = names.withLock { $0 }
        return status
    }
    package func setAwaited(_ isAwaited: Bool) { retrier.setAwaited(isAwaited) }
    package func reload() { retrier.reload() }
    package func hurry() { retrier.hurry() }

    package var isUnbounded: Bool {
        guard case .success(let info) = establish() else { return false }
        return !info.canSeek && info.size == nil
    }

    /// Checks by a new request: a file starts with the same bytes again, a broadcast does not. If the server does not
    /// respond, an end that it marked counts, but not a closed connection.
    package func confirmEnd() throws(ByteSourceError) {
        guard isUnbounded else { return }
        let isSame: Bool
        do throws(ByteSourceError) {
            isSame = try beginsAlike()
        } catch {
            if error.code == .cancelled { throw error }
            isSame = marksEnd
        }
        guard !isSame else { return }
        let error = failure(.truncated)
        info = .failure(error)
        throw error
    }

    private func beginsAlike() throws(ByteSourceError) -> Bool {
        let exchange = client.begin(original, cancel: cancelToken)
        if let failure = try exchange.head().failure { throw failure }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { piece.deallocate() }
        var rest = beginning[...]
        while !rest.isEmpty {
            let count = try exchange.read(into: piece)
            guard count > 0 else { break }
            guard piece.prefix(min(count, rest.count)).elementsEqual(rest.prefix(count)) else { return false }
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty
    }

    // MARK: opening

    private var context: String { original.address.withoutSecrets }

    private func failure(_ code: ByteSourceError.Code) -> ByteSourceError {
        ByteSourceError(code, operation: "read", context: context)
    }

    private func establish() -> Result<ResourceInfo, ByteSourceError> {
        if let info { return info }
        let result: Result<ResourceInfo, ByteSourceError>
        do throws(ByteSourceError) {
            result = .success(try requestInfo())
        } catch {
            // A cancelled wait says nothing about the request.
            if error.code == .cancelled { return .failure(error) }
            lanes = []
            result = .failure(error)
        }
        info = result
        return result
    }

    private func requestInfo() throws(ByteSourceError) -> ResourceInfo {
        while true {
            let lane = lanes.last ?? lane(at: start)
            lanes = [lane]
            do throws(ByteSourceError) {
                let head = try lane.exchange.head()
                retrier.noteAnswer(to: original.address, from: head.address)
                if head.status == 416, start == 0, head.contentRange == nil, !refusesBounds {
                    refusesBounds = true
                    lanes = []
                    continue
                }
                if head.status == 416, head.contentRange?.range == nil {
                    // No resource has the range from its end on.
                    return ResourceInfo(
                        validator: head.validator, canSeek: true, size: start == 0 ? 0 : head.totalSize ?? start,
                        contentType: head.contentType, mayStore: head.mayStore)
                }
                let info = try info(of: head)
                marksEnd = head["transfer-encoding"]?.lowercased().contains("chunked") == true
                titles = info.canSeek ? nil : StationTitles(head)
                // A file on such a server is no station.
                names.withLock { ($0.file, $0.station) = (head.fileName, info.canSeek ? nil : head["icy-name"]) }
                // A server without ranges sends the resource from its beginning.
                if head.status == 200, start > 0 { lanes = [HTTPLane(lane.exchange, at: 0, end: nil)] }
                target = head.address
                return info
            } catch {
                lanes = []
                try retrier.waitForRetry(after: error, began: lane.exchange.began, gained: 0)
            }
        }
    }

    private func info(of head: HTTPHead) throws(ByteSourceError) -> ResourceInfo {
        if let failure = head.failure {
            refusalContentType = head.contentType
            throw failure
        }
        if head.status == 206, head.contentRange?.range?.offset != start { throw failure(.invalidReply) }
        let size = head.totalSize
        return ResourceInfo(
            validator: head.validator, canSeek: head.acceptsRanges && (head.status == 206 || size != nil), size: size,
            contentType: head.contentType, mayStore: head.mayStore)
    }

    // MARK: reading

    private func readForward(
        _ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        if let count = try window.read(at: offset, into: buffer, else: failure(.cannotSeek)) { return count }
        guard let lane = lanes.last else { throw failure(.truncated) }
        while true {
            let count: Int
            do throws(ByteSourceError) {
                count = try lane.read(into: buffer)
            } catch {
                // The rest cannot be requested: the response would start again, or a live stream continue elsewhere.
                if error.code != .cancelled { info = .failure(error) }
                throw error
            }
            retrier.gained(count)
            beginning += buffer.prefix(min(count, Self.beginningSize - beginning.count))
            let wanted = removeTitles(from: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
            // Zero bytes would signal the end, but all were metadata.
            if wanted == 0, count > 0 { continue }
            window.append(UnsafeRawBufferPointer(rebasing: buffer[..<wanted]))
            return wanted
        }
    }

    private func removeTitles(from piece: UnsafeMutableRawBufferPointer) -> Int {
        guard let count = titles?.removeTitles(from: piece) else { return piece.count }
        names.withLock { $0.title = titles?.title }
        return count
    }

    private func readAnywhere(
        _ offset: Int64, upTo end: Int64?, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        let kept = recent.copy(from: offset, into: buffer)
        if kept > 0 { return kept }
        while true {
            let lane = removeLane(for: offset, upTo: end)
            do throws(ByteSourceError) {
                let count = try read(lane, offset, buffer)
                lanes.append(lane)
                if lanes.count > Self.laneCount { lanes.removeFirst() }
                return count
            } catch {
                try recover(from: error, lane)
            }
        }
    }

    /// Removes and returns the open response that reaches the offset soonest, or a new one.
    private func removeLane(for offset: Int64, upTo end: Int64?) -> HTTPLane {
        let reachable = lanes.indices.filter { lanes[$0].reaches(offset, within: Self.skipLimit) }
        guard let index = reachable.max(by: { lanes[$0].position < lanes[$1].position }) else {
            return lane(at: offset, upTo: end)
        }
        return lanes.remove(at: index)
    }

    private func lane(at offset: Int64, upTo end: Int64? = nil) -> HTTPLane {
        var request = original
        request.address = target
        let end = refusesBounds ? nil : end
        request.range = refusesBounds && offset == 0 ? nil : ByteRange(offset: offset, end: end)
        if offset > 0, case .success(let info)? = info, let tag = info.validator.strongTag,
            let header = HTTPHeader(name: "If-Range", value: tag)
        {
            request.headers.append(header)
        }
        return HTTPLane(client.begin(request, cancel: cancelToken), at: offset, end: end)
    }

    private func read(
        _ lane: HTTPLane, _ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        if !lane.isChecked { guard try check(lane) else { return 0 } }
        guard try skip(lane, to: offset) else { return 0 }
        let count = try advance(lane, into: buffer)
        recent.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
        return count
    }

    /// - Returns: false if the response ends before the offset.
    private func skip(_ lane: HTTPLane, to offset: Int64) throws(ByteSourceError) -> Bool {
        guard lane.position < offset else { return true }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: RecentBytes.pieceSize, alignment: 1)
        defer { piece.deallocate() }
        while lane.position < offset {
            let place = lane.position
            let part = UnsafeMutableRawBufferPointer(
                rebasing: piece.prefix(Int(min(Int64(piece.count), offset - place))))
            let count = try advance(lane, into: part)
            guard count > 0 else { return false }
            recent.add(UnsafeRawBufferPointer(rebasing: part[..<count]), at: place)
        }
        return true
    }

    /// - Returns: 0 at the end of the resource.
    private func advance(
        _ lane: HTTPLane, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        let count = try lane.read(into: buffer)
        retrier.gained(count)
        // The response ended early without an error (no length, or less than requested).
        if count == 0, case .success(let info)? = info, let size = info.size, lane.position < size {
            throw failure(.truncated)
        }
        return count
    }

    /// Checks the response's version and offset. Returns false if there are no bytes at the offset.
    private func check(_ lane: HTTPLane) throws(ByteSourceError) -> Bool {
        guard case .success(let info)? = info else { return false }
        let head = try lane.exchange.head()
        lane.hasHead = true
        if head.status == 416 { return try isAtEnd(lane, head, info) }
        if let failure = head.failure { throw failure }
        let isWhole = head.status == 200 && lane.position == 0
        guard isWhole || head.status == 206 else {
            // The server sent the whole: `If-Range` found another version, or ranges are no longer supported.
            throw failure(.changed)
        }
        guard isWhole || head.contentRange?.range?.offset == lane.position else { throw failure(.invalidReply) }
        guard info.validator.agrees(with: head.validator) else { throw failure(.changed) }
        lane.isChecked = true
        target = head.address
        return true
    }

    private func isAtEnd(_ lane: HTTPLane, _ head: HTTPHead, _ info: ResourceInfo) throws(ByteSourceError) -> Bool {
        guard let size = info.size, lane.position < size else { return false }
        throw failure(.changed)
    }

    private func recover(from error: ByteSourceError, _ lane: HTTPLane) throws(ByteSourceError) {
        if error.isExpired, target != original.address {
            target = original.address
            return
        }
        // The server has spoken HTTP before: these bytes are the rest of a response longer than announced.
        let isNoise = error.code == .invalidReply && !lane.hasHead
        let reason = isNoise ? ByteSourceError(.unreachable, operation: "read", context: error.context) : error
        try retrier.waitForRetry(after: reason, began: lane.exchange.began, gained: lane.gained)
    }
}

/// One response being read. For the reading thread.
final class HTTPLane {
    let exchange: HTTPExchange
    private(set) var position: Int64
    /// Offset after the last requested byte, or `nil` for the resource's end.
    private let end: Int64?
    private(set) var gained: Int64 = 0
    var hasHead = false
    var isChecked = false

    init(_ exchange: HTTPExchange, at offset: Int64, end: Int64?) {
        self.exchange = exchange
        self.end = end
        position = offset
    }

    func reaches(_ offset: Int64, within limit: Int64) -> Bool {
        position <= offset && offset - position <= limit && end.map { offset < $0 } ?? true
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try exchange.read(into: buffer)
        position += Int64(count)
        gained += Int64(count)
        return count
    }
}
