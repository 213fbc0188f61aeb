internal import Addresses
import Encoding
package import PlayCore

/// A request with its response. One thread at a time reads, any thread cancels. Releasing it ends the transfer.
package final class HTTPExchange: Sendable {
    package let request: HTTPRequest
    package let began = SystemClock().now
    private let flow: ExchangeFlow
    private let inbox: TransportInbox
    private let cancelToken: CancelToken
    private let registration: CancelRegistration
    private let coding = UnaskedCoding()

    init(_ request: HTTPRequest, flow: ExchangeFlow, inbox: TransportInbox, cancel: CancelToken) {
        self.request = request
        self.flow = flow
        self.inbox = inbox
        cancelToken = cancel
        registration = cancel.onCancel { [flow, inbox, cancel] in
            guard cancel.isCancelled else { return flow.wake() }
            flow.cancel()
            inbox.cancel(flow.id)
        }
    }

    deinit {
        // A finished transfer needs no cancellation, so the transport thread is not woken.
        if !hasEnded { cancel() }
    }

    package var timing: HTTPTiming { flow.timing }

    /// Whether everything has arrived, even if it is not read yet. Any thread.
    package var hasEnded: Bool { flow.hasEnded }

    /// Whether the request no longer waits for other transfers (``HTTPSettings/transfersPerHost``). Any thread.
    package var hasBegun: Bool { flow.hasBegun }

    /// Ends the transfer; waiting readers receive `.cancelled`.
    package func cancel() {
        flow.cancel()
        inbox.cancel(flow.id)
    }

    /// Waits for the head of the final response, after redirects, even with an error status. Throws `.changed` for a
    /// part of a compressed body, which cannot be read.
    package func head() throws(ByteSourceError) -> HTTPHead {
        let head = try flow.head(unless: cancelToken).get()
        guard !request.keepsCoding, !isUnpackedByLibrary, head.isSuccess, head.isPacked else { return head }
        guard head.status != 206 || head.contentRange?.range?.offset == 0 else {
            throw ByteSourceError(.changed, operation: "request", context: request.address.withoutSecrets)
        }
        return head.unpacked
    }

    private var isUnpackedByLibrary: Bool { request.acceptsCompression && request.range == nil }

    package func successfulHead() throws(ByteSourceError) -> HTTPHead {
        let head = try head()
        if let failure = head.failure { throw failure }
        return head
    }

    /// Waits for bytes of the body; returns 0 at its end. `gathering`: how long to wait for the buffer to fill, so that
    /// a slow line does not wake the reader for each piece. After the received bytes, throws `.truncated` if the body
    /// is too short, or another error.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, gathering: HostTime? = nil
    ) throws(ByteSourceError) -> Int {
        guard !buffer.isEmpty else { return 0 }
        if request.keepsCoding || isUnpackedByLibrary { return try readSent(into: buffer, gathering: gathering) }
        return try coding.read(self, into: buffer) { space throws(ByteSourceError) in
            try readSent(into: space, gathering: gathering)
        }
    }

    /// Returns whether the body is compressed without a request for it. Waits for its first bytes.
    fileprivate func arrivesCompressed() throws(ByteSourceError) -> Bool {
        let head = try flow.head(unless: cancelToken).get()
        guard head.isSuccess, head.isPacked else { return false }
        return Inflater.recognizes(try peek(2))
    }

    private func readSent(
        into buffer: UnsafeMutableRawBufferPointer, gathering: HostTime?
    ) throws(ByteSourceError) -> Int {
        if let gathering { flow.gather(buffer.count, until: SystemClock().now + gathering, unless: cancelToken) }
        let (count, hasSpace) = try flow.read(into: buffer, unless: cancelToken).get()
        if hasSpace { inbox.resume(flow.id) }
        return count
    }

    /// Waits for the first unread bytes, 64 KiB at most, without consuming them. Returns fewer at the body's end.
    /// Throws as ``read(into:)``, even if some bytes have arrived.
    package func peek(_ count: Int) throws(ByteSourceError) -> [UInt8] {
        try flow.peek(min(count, 64 << 10), unless: cancelToken).get()
    }

    /// Returns the whole body. Throws `.tooLarge` beyond `limit` bytes, `.httpStatus`, and as ``read(into:)``.
    package func body(limit: Int) throws(ByteSourceError) -> [UInt8] {
        try body(after: try successfulHead(), limit: limit)
    }

    /// Returns the status and the whole body, even of a failure. Throws as ``body(limit:)``.
    package func answer(limit: Int) throws(ByteSourceError) -> (status: Int, body: [UInt8]) {
        let head = try head()
        return (head.status, try body(after: head, limit: limit))
    }

    private func body(after head: HTTPHead, limit: Int) throws(ByteSourceError) -> [UInt8] {
        func tooLarge() -> ByteSourceError {
            ByteSourceError(.tooLarge, operation: "read", context: request.address.withoutSecrets)
        }
        if head["content-encoding"] == nil, let length = head.contentLength, length > Int64(limit) { throw tooLarge() }
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { piece.deallocate() }
        while true {
            let count = try read(into: piece)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= limit else { throw tooLarge() }
        }
    }
}

/// Decompresses bodies that servers compress unasked: some store texts compressed. For the reading thread.
private final class UnaskedCoding: @unchecked Sendable {
    // Sendable: one thread at a time reads a response.
    /// `nil` until known; `.some(nil)` if the body is not compressed.
    private var inflating: Inflater??
    private var ready: ArraySlice<UInt8> = []

    func read(
        _ exchange: HTTPExchange, into buffer: UnsafeMutableRawBufferPointer,
        sent: (UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
    ) throws(ByteSourceError) -> Int {
        if inflating == nil { inflating = .some(try exchange.arrivesCompressed() ? Inflater() : nil) }
        guard case .some(.some(let inflating)) = inflating else { return try sent(buffer) }
        while ready.isEmpty {
            if let bytes = inflating.next() {
                ready = bytes[...]
                continue
            }
            let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
            defer { piece.deallocate() }
            let count = try sent(piece)
            guard !inflating.isDamaged, count > 0 || inflating.isComplete else {
                let code = inflating.isDamaged ? ByteSourceError.Code.invalidReply : .truncated
                throw ByteSourceError(code, operation: "unpack", context: exchange.request.address.withoutSecrets)
            }
            if count == 0 { return 0 }
            inflating.add(piece[..<count])
        }
        let part = ready.prefix(buffer.count)
        buffer.copyBytes(from: part)
        ready = ready.dropFirst(part.count)
        return part.count
    }
}

package struct HTTPTiming: Sendable, Equatable {
    package internal(set) var firstByte: HostTime?
    package internal(set) var lastByte: HostTime?
    /// How long the transfer was paused because its reader was full.
    package internal(set) var paused = HostTime.zero
    package internal(set) var byteCount = 0
}

/// The flow from the `transport` thread to the reader: a head, a bounded number of bytes, and the end.
final class ExchangeFlow: Sendable {
    /// The limit of buffered bytes. Beyond it the transfer pauses.
    static let capacity = 1 << 20

    private struct State {
        var head: HTTPHead?
        var bytes = ByteRing(capacity: ExchangeFlow.capacity)
        var end: Result<Void, ByteSourceError>?
        var isPaused = false
        var isCancelled = false
        /// The awaited head or number of bytes. Nothing else wakes the reader.
        var wantsHead = false
        var wanted = 1
        var pausedSince: HostTime?
        var timing = HTTPTiming()
        var hasBegun = false
    }

    let id: Int
    private let context: String
    private let state = Monitor(State())

    init(id: Int, context: String) {
        self.id = id
        self.context = context
    }

    private var cancelled: ByteSourceError { ByteSourceError(.cancelled, operation: "request", context: context) }

    func cancel() { state.update { $0.isCancelled = true } }

    func wake() { state.update { _ in } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    // MARK: reader

    func head(unless token: CancelToken) -> Result<HTTPHead, ByteSourceError> {
        state.wait { state in
            if state.isCancelled || token.isInterrupted { return .failure(self.cancelled) }
            if let head = state.head { return .success(head) }
            state.wantsHead = true
            guard case .failure(let error)? = state.end else { return nil }
            return .failure(error)
        } ?? .failure(cancelled)
    }

    func gather(_ count: Int, until deadline: HostTime?, unless token: CancelToken) {
        // Half the capacity: the transfer pauses before more bytes arrive.
        let count = min(count, Self.capacity / 2)
        _ = state.wait(until: deadline) { state -> Void? in
            let isEnough = state.bytes.count >= count || state.isPaused || state.end != nil
            state.wanted = isEnough ? 1 : count
            return isEnough || state.isCancelled || token.isInterrupted ? () : nil
        }
        state.withLock { $0.wanted = 1 }
    }

    /// - Returns: number of bytes, and whether a paused transfer has space again.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, unless token: CancelToken
    ) -> Result<(Int, Bool), ByteSourceError> {
        state.wait { state in
            if state.isCancelled || token.isInterrupted { return .failure(self.cancelled) }
            let count = state.bytes.read(into: buffer)
            if count > 0 {
                let hasSpace = state.isPaused && state.bytes.count <= Self.capacity / 2
                if hasSpace { state.isPaused = false }
                return .success((count, hasSpace))
            }
            switch state.end {
            case .success?: return .success((0, false))
            case .failure(let error)?: return .failure(error)
            case nil: return nil
            }
        } ?? .failure(cancelled)
    }

    func peek(_ count: Int, unless token: CancelToken) -> Result<[UInt8], ByteSourceError> {
        gather(count, until: nil, unless: token)
        return state.withLock { state in
            if state.isCancelled || token.isInterrupted { return .failure(self.cancelled) }
            if case .failure(let error)? = state.end, state.bytes.count < count { return .failure(error) }
            return .success(state.bytes.prefix(count))
        }
    }

    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    // MARK: `transport` thread

    /// Marks the request as sent. Wakes no waiter.
    func begin() { state.withLock { $0.hasBegun = true } }

    func publish(_ head: HTTPHead) {
        let isWaitedFor = state.withLock { state in
            state.head = head
            if head.isSuccess, let length = head.contentLength { state.bytes.expect(Int(clamping: length)) }
            return state.wantsHead
        }
        if isWaitedFor { state.notify() }
    }

    /// - Returns: false without space. The transfer then pauses until ``TransportInbox/resume(_:)``.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let now = SystemClock().now
        let (isTaken, isWaitedFor) = state.withLock { state in
            guard state.bytes.append(bytes) else {
                state.isPaused = true
                state.pausedSince = state.pausedSince ?? now
                return (false, true)
            }
            if let since = state.pausedSince { state.timing.paused = state.timing.paused + (now - since) }
            state.pausedSince = nil
            state.timing.firstByte = state.timing.firstByte ?? now
            state.timing.lastByte = now
            state.timing.byteCount += bytes.count
            return (true, state.bytes.count >= state.wanted)
        }
        if isWaitedFor { state.notify() }
        return isTaken
    }

    var timing: HTTPTiming { state.withLock { $0.timing } }

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    func finish(_ failure: ByteSourceError?) {
        state.update { $0.end = $0.end ?? failure.map { .failure($0) } ?? .success(()) }
    }
}
