import Addresses
import ByteCaches
import PlayCore
import PlaybackModel
import Transport

/// A stream's resource on its server, or a range of it, read in order. Resumes a broken transfer.
final class ServerResource: CacheUpstream, @unchecked Sendable {
    // Sendable: created and used by the thread that reads the stream.

    let address: Address
    private let access: ResourceAccess
    private var start: Int64
    /// Offset after the last byte to request, or `nil` for the resource's end.
    private let limit: Int64?
    /// How long the server may delay its response, or `nil`.
    private let patience: HostTime?
    private var exchange: HTTPExchange?
    /// Offset of the exchange's next byte. ``end`` follows its last byte; `nil` while unknown.
    private var position: Int64
    private var end: Int64?
    private var validator: Validator?
    private var isChecked = false
    /// Bytes before the wanted ones in a response without ranges.
    private var surplus: Int64 = 0
    private var gained: Int64 = 0

    init(_ address: Address, _ range: ByteRange?, patience: HostTime? = nil, access: ResourceAccess) {
        self.address = address
        self.patience = patience
        self.access = access
        start = range?.offset ?? 0
        limit = range?.end
        position = start
    }

    /// Sends the first request. Up to a MiB arrives while other media is read. `known` need not be sent again.
    func prepare(at offset: Int64, revalidating known: ResourceInfo?) throws(ByteSourceError) {
        guard exchange == nil else { return }
        start = offset
        try send(from: offset, upTo: limit, revalidating: known)
    }

    /// Whether the last response is complete, so that the network is free.
    var hasArrived: Bool { exchange?.hasEnded ?? true }

    var hasFailed: Bool {
        guard let exchange, exchange.hasEnded else { return false }
        do throws(ByteSourceError) {
            return try exchange.successfulHead().failure != nil
        } catch {
            return true
        }
    }

    var isExhausted: Bool { exchange.map { $0.hasEnded && Int64($0.timing.byteCount) <= gained } ?? true }

    /// See ``ResourceReader/progress``.
    var progress: (loaded: Int, total: Int?, receiving: HostTime)? {
        guard let exchange, !exchange.hasEnded, let first = exchange.timing.firstByte else { return nil }
        let timing = exchange.timing
        let left = end.map { Int(clamping: $0 - position) }
        return (
            timing.byteCount, left.map { Int(gained) + $0 }, SystemClock().now - first - timing.paused
        )
    }

    var transfer: PlaybackModel.Transfer? {
        guard let exchange, let first = exchange.timing.firstByte, let last = exchange.timing.lastByte else {
            return nil
        }
        let timing = exchange.timing
        return PlaybackModel.Transfer(
            bytes: timing.byteCount, latency: first - exchange.began, duration: last - first - timing.paused, end: last)
    }

    // MARK: CacheUpstream

    func resourceInfo() throws(ByteSourceError) -> ResourceInfo { try resourceInfo(revalidating: nil) }

    func resourceInfo(revalidating known: ResourceInfo?) throws(ByteSourceError) -> ResourceInfo {
        let retrier = try access.connect().retrier
        while true {
            try prepare(at: start, revalidating: known)
            guard let exchange else { throw failure(.invalidReply) }
            do throws(ByteSourceError) {
                let head = try exchange.head()
                if head.status == 304, let known {
                    // The response has no body.
                    self.exchange = nil
                    return known
                }
                if !isChecked { try check(exchange) }
                return Self.info(of: head)
            } catch {
                try wait(after: error, exchange, retrier)
            }
        }
    }

    func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        let retrier = try access.connect().retrier
        while true {
            if position != offset { exchange = nil }
            if exchange == nil { try send(from: offset, upTo: least(limit, end), revalidating: nil) }
            guard let exchange else { return 0 }
            do throws(ByteSourceError) {
                return try read(exchange, into: buffer, retrier)
            } catch {
                try wait(after: error, exchange, retrier)
            }
        }
    }

    // MARK: one response

    private func send(from offset: Int64, upTo end: Int64?, revalidating known: ResourceInfo?) throws(ByteSourceError) {
        position = offset
        self.end = end
        isChecked = false
        surplus = 0
        gained = 0
        if let end, offset >= end { return }
        var request = access.request(address)
        request.priority = access.priority
        request.patience = patience
        if offset > 0 || end != nil { request.range = ByteRange(offset: offset, end: end) }
        if let known { request.headers += Self.conditions(known.validator) }
        exchange = try access.connect().client.begin(request, cancel: access.cancel)
    }

    /// Returns the conditions of RFC 9110, 13.1, so that an unchanged resource is not sent again.
    private static func conditions(_ validator: CacheValidator) -> [HTTPHeader] {
        if let tag = validator.entityTag { return HTTPHeader(name: "If-None-Match", value: tag).map { [$0] } ?? [] }
        return validator.lastModified.flatMap { HTTPHeader(name: "If-Modified-Since", value: $0) }.map { [$0] } ?? []
    }

    private func read(
        _ exchange: HTTPExchange, into buffer: UnsafeMutableRawBufferPointer, _ retrier: HTTPRetrier
    ) throws(ByteSourceError) -> Int {
        if !isChecked { try check(exchange) }
        if let end, position >= end { return 0 }
        while surplus > 0 {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(surplus, Int64(buffer.count)))))
            let count = try exchange.read(into: part)
            guard count > 0 else { throw failure(.truncated) }
            surplus -= Int64(count)
        }
        var part = buffer
        if let end { part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: end - position))) }
        let count = try exchange.read(into: part)
        if count == 0, let end, position < end { throw failure(.truncated) }
        position += Int64(count)
        gained += Int64(count)
        retrier.gained(count)
        return count
    }

    private func check(_ exchange: HTTPExchange) throws(ByteSourceError) {
        let answer = try exchange.head()
        if answer.status == 416, position > 0, answer.contentRange?.total == position {
            // An earlier response promised more than exists.
            end = position
            isChecked = true
            return
        }
        let head = try exchange.successfulHead()
        if let validator, !validator.agrees(with: head.validator) { throw failure(.changed) }
        validator = head.validator
        surplus = 0
        if head.status == 206 {
            guard head.contentRange?.range?.offset == position else { throw failure(.invalidReply) }
        } else {
            surplus = position
        }
        if let total = head.totalSize { end = least(end, total) }
        isChecked = true
    }

    private func wait(
        after error: ByteSourceError, _ exchange: HTTPExchange, _ retrier: HTTPRetrier
    ) throws(ByteSourceError) {
        // A cancelled wait may resume.
        if error.code == .cancelled { throw error }
        self.exchange = nil
        try retrier.waitForRetry(after: error, began: exchange.began, gained: gained)
        start = position
    }

    private static func info(of head: HTTPHead) -> ResourceInfo {
        let validator = head.validator
        var info = ResourceInfo(
            validator: CacheValidator(
                entityTag: validator.entityTag, lastModified: validator.lastModified, length: validator.size),
            canSeek: head.acceptsRanges && validator.size != nil, contentType: head.contentType)
        // Without a total length (`Content-Range: bytes 0-99/*`) the end cannot be found.
        info.mayStore = head.mayStore && (head.status != 206 || validator.size != nil)
        return info
    }

    private func least(_ a: Int64?, _ b: Int64?) -> Int64? {
        guard let a, let b else { return a ?? b }
        return min(a, b)
    }

    private func failure(_ code: ByteSourceError.Code) -> ByteSourceError {
        ByteSourceError(code, operation: "read", context: address.withoutSecrets)
    }
}
