import Addresses
import ByteCaches
import Manifests
import PlayCore
import PlaybackModel
import Transport

/// Reads a resource, or a range of it, in order, from the cache if possible. `demux` thread.
final class ResourceReader {
    private enum Supply {
        case data([UInt8])
        case file(String)
        case server(CachedByteSource, ServerResource)
        case none(PlaybackModel.Transfer?)
    }

    private var supply: Supply
    private let kind: CacheKey.Kind
    private let access: ResourceAccess
    private let start: Int64
    private(set) var position: Int64
    /// Offset after the last byte, or `nil` for the resource's end.
    private let end: Int64?
    private var file: (any ByteSource)?
    private var hits: Int64 = 0
    private static let pieceSize = 64 << 10

    /// `patience` is how long a server may delay its response, or `nil`.
    init(
        _ resource: ResourceReference, _ range: ByteRange?, kind: CacheKey.Kind = .media, patience: HostTime? = nil,
        access: ResourceAccess
    ) {
        self.access = access
        self.kind = kind
        start = range?.offset ?? 0
        position = start
        end = range?.end
        switch resource {
        case .data(let data): supply = .data(data)
        case .file(let path): supply = .file(path)
        case .address(let address):
            let server = ServerResource(address, range, patience: patience, access: access)
            let cached = CachedByteSource(
                CacheKey(address, kind: kind, rule: access.cacheRule), cache: access.cache(for: kind), upstream: server,
                cancel: access.cancel)
            cached.planRead(of: start..<(end ?? .max), isAllowed: access.isAllowed, isOffline: access.isOffline)
            supply = .server(cached, server)
        }
    }

    /// Requests the bytes that the cache lacks, to arrive while other media is read.
    func prepare() throws(ByteSourceError) {
        guard access.fetchesAhead, case .server(let cached, let server) = supply, position == start, end != position
        else {
            return
        }
        switch cached.need {
        case .nothing: break
        case .revalidation(let known): try server.prepare(at: start, revalidating: known)
        case .bytes(let offset):
            if let ahead = access.ahead, ahead.isFetching(server.address, from: offset) { return }
            try server.prepare(at: offset, revalidating: nil)
        }
    }

    var isPreload: Bool { !access.fetchesAhead }

    /// Whether all bytes have arrived, so that the network is free.
    var hasArrived: Bool {
        guard case .server(_, let server) = supply else { return true }
        return server.hasArrived
    }

    var hasFailed: Bool {
        guard case .server(_, let server) = supply else { return false }
        return server.hasFailed
    }

    var isExhausted: Bool {
        guard case .server(_, let server) = supply else { return true }
        return server.isExhausted
    }

    /// The transfer in progress, or `nil` before its first byte. `total` is `nil` if unknown.
    var progress: (loaded: Int, total: Int?, receiving: HostTime)? {
        guard case .server(_, let server) = supply else { return nil }
        return server.progress
    }

    /// The last finished transfer, or `nil` if there is none to measure.
    var transfer: PlaybackModel.Transfer? {
        switch supply {
        case .data, .file: return nil
        case .server(_, let server): return server.transfer
        case .none(let transfer): return transfer
        }
    }

    /// Returns the number of bytes; 0 at the end, or at the bound.
    func append(to bytes: inout [UInt8], upTo bound: Int64? = nil) throws(ByteSourceError) -> Int {
        if let bound, position >= bound { return 0 }
        if case .data(let data) = supply {
            let rest = data.dropFirst(Int(position))
            bytes += rest
            position += Int64(rest.count)
            return rest.count
        }
        var limit = Self.pieceSize
        for end in [end, bound].compactMap(\.self) { limit = Int(min(Int64(limit), end - position)) }
        guard limit > 0 else { return finish() }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
        defer { piece.deallocate() }
        let count: Int
        do throws(ByteSourceError) {
            count = try read(into: piece)
        } catch {
            throw error.about { kind == .encryptionKey ? .key($0) : .segment($0) }
        }
        bytes += piece[..<count]
        position += Int64(count)
        return count > 0 ? count : finish()
    }

    private func read(into piece: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        switch supply {
        case .data, .none: return 0
        case .file(let path):
            if file == nil { file = try access.open(path) }
            return try file?.read(at: position, into: piece) ?? 0
        case .server(let cached, _):
            let count = try cached.read(at: position, into: piece)
            let hits = cached.use.hits
            access.noteCached(hits - self.hits)
            self.hits = hits
            return count
        }
    }

    /// Releases the source, so that the cache writes its index and other readers stop waiting.
    private func finish() -> Int {
        supply = .none(transfer)
        return 0
    }
}
