import Adaptation
import Addresses
import Manifests
import PlayCore
import Transport

/// The bytes of one resource, or of a part of it, in order. What breaks is asked for again from where it broke. The
/// `demux` thread's.
final class ResourceReader {
    private let resource: ResourceReference
    private let access: ResourceAccess
    /// Offset in the resource of the next byte.
    private var position: Int64
    /// Behind the last byte; nil: unknown yet.
    private var end: Int64?
    private var exchange: HTTPExchange?
    private var file: FileByteSource?
    private var validator: Validator?
    private var isChecked = false
    /// Bytes before the wanted ones in an answer without ranges.
    private var surplus: Int64 = 0
    /// Of the current request.
    private var gained: Int64 = 0
    private static let pieceSize = 64 << 10

    init(_ resource: ResourceReference, _ range: ByteRange?, access: ResourceAccess) {
        self.resource = resource
        self.access = access
        position = range?.offset ?? 0
        end = range?.end
    }

    /// Sends the request, so that the bytes come while something else is read. At most a MiB of them is kept.
    func prepare() throws(ByteSourceError) {
        guard case .address(let address) = resource, exchange == nil, end != position else { return }
        var request = HTTPRequest(address)
        if position > 0 || end != nil { request.range = ByteRange(offset: position, end: end) }
        exchange = try access.connect().client.begin(request, cancel: access.cancel)
        isChecked = false
        gained = 0
    }

    /// Whether all of it is there, so that the line is free.
    var hasArrived: Bool { exchange?.hasEnded ?? true }

    /// What the last answer says of the line; nil: it says nothing.
    var transfer: Adaptation.Transfer? {
        guard let exchange, let first = exchange.timing.firstByte, let last = exchange.timing.lastByte else {
            return nil
        }
        let timing = exchange.timing
        return Adaptation.Transfer(
            bytes: timing.byteCount, latency: first - exchange.began, duration: last - first - timing.paused, end: last)
    }

    /// - Returns: how many bytes were added; 0 at the end.
    func append(to bytes: inout [UInt8]) throws(ByteSourceError) -> Int {
        if case .data(let data) = resource {
            let rest = data.dropFirst(Int(position))
            bytes += rest
            position += Int64(rest.count)
            return rest.count
        }
        var limit = Self.pieceSize
        if let end { limit = Int(min(Int64(limit), end - position)) }
        guard limit > 0 else { return 0 }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
        defer { piece.deallocate() }
        let count = try read(into: piece)
        bytes += piece[..<count]
        position += Int64(count)
        return count
    }

    private func read(into piece: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        switch resource {
        case .file(let path):
            if file == nil { file = try FileByteSource(path: access.path(of: path), cancel: access.cancel) }
            return try file?.read(at: position, into: piece) ?? 0
        case .address: return try readAnswer(into: piece)
        case .data: return 0
        }
    }

    private func readAnswer(into piece: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let retrier = try access.connect().retrier
        while true {
            try prepare()
            guard let exchange else { return 0 }
            do throws(ByteSourceError) {
                if !isChecked { try check(exchange) }
                if let end, position >= end { return 0 }
                while surplus > 0 {
                    let room = UnsafeMutableRawBufferPointer(
                        rebasing: piece.prefix(Int(min(surplus, Int64(piece.count)))))
                    let count = try exchange.read(into: room)
                    guard count > 0 else { throw failure(.truncated) }
                    surplus -= Int64(count)
                }
                let count = try exchange.read(into: piece)
                if count == 0, let end, position < end { throw failure(.truncated) }
                gained += Int64(count)
                retrier.gained(count)
                return count
            } catch {
                // A wait that was ended may go on.
                if error.code == .cancelled { throw error }
                self.exchange = nil
                try retrier.waitForRetry(after: error, began: exchange.began, gained: gained)
            }
        }
    }

    private func check(_ exchange: HTTPExchange) throws(ByteSourceError) {
        let answer = try exchange.head()
        if answer.status == 416, position > 0, answer.contentRange?.total == position {
            // An answer before it promised more than there is.
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
        if let total = head.totalSize { end = min(end ?? total, total) }
        isChecked = true
    }

    private func failure(_ code: ByteSourceError.Code) -> ByteSourceError {
        ByteSourceError(code, operation: "read", context: exchange?.request.address.withoutSecrets ?? "")
    }
}
