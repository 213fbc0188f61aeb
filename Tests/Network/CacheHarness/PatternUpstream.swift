import Addresses
import ByteCaches
import PlayCore

/// A resource whose every byte follows from its number, its version and its offset. Any process can check what it
/// reads.
final class PatternUpstream: CacheUpstream {
    struct Log: Sendable {
        var requests: [Range<Int64>] = []
        var bytes: Int64 = 0
    }

    private struct State {
        var log = Log()
        var info: ResourceInfo
        var version: Int
        var failure: ByteSourceError?
        /// The offset from which on reads wait, or `nil` for none.
        var stall: Int64?
        var isStalled = false
    }

    let resource: Int
    /// The maximum number of bytes of a read.
    private let chunk: Int
    private let state: Monitor<State>

    init(
        _ resource: Int, size: Int64, version: Int = 1, canSeek: Bool = true, knowsSize: Bool = true,
        chunk: Int = 32 << 10
    ) {
        self.resource = resource
        self.chunk = chunk
        trueSize = size
        let validator = CacheValidator(entityTag: "\"\(resource)-\(version)\"", length: knowsSize ? size : nil)
        state = Monitor(
            State(
                info: ResourceInfo(validator: validator, canSeek: canSeek, contentType: "video/mp4"), version: version
            ))
    }

    private let trueSize: Int64

    static func key(_ resource: Int) -> CacheKey {
        guard let address = Address("https://example.org/\(resource).mp4?token=secret") else {
            preconditionFailure("libcurl is missing")
        }
        return CacheKey(address)
    }

    static func byte(_ resource: Int, _ version: Int, _ offset: Int64) -> UInt8 {
        let word = UInt64(bitPattern: offset >> 3) &+ UInt64(resource) &* 0x9E37_79B9 &+ UInt64(version) &* 0x517C_C1B7
        let mixed = (word ^ word >> 15) &* 0xBF58_476D_1CE4_E5B9
        return UInt8(truncatingIfNeeded: mixed >> UInt64(8 + (offset & 7) * 4))
    }

    static func bytes(_ resource: Int, version: Int = 1, _ span: Range<Int64>) -> [UInt8] {
        span.map { byte(resource, version, $0) }
    }

    var log: Log { state.withLock { $0.log } }
    func setFailure(_ error: ByteSourceError?) { state.withLock { $0.failure = error } }
    func setInfo(_ change: (inout ResourceInfo) -> Void) { state.withLock { change(&$0.info) } }
    func setStall(_ offset: Int64?) { state.update { $0.stall = offset } }
    func waitUntilStalled() { _ = state.wait { $0.isStalled ? true : nil } }

    func resourceInfo() throws(ByteSourceError) -> ResourceInfo {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return state.withLock { $0.info }
    }

    func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        waitInStall(at: offset)
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let count = max(0, Int(min(Int64(min(buffer.count, chunk)), (end ?? trueSize) - offset, trueSize - offset)))
        let version = state.withLock { state in
            state.log.requests.append(offset..<offset + Int64(count))
            state.log.bytes += Int64(count)
            return state.version
        }
        for index in 0..<count { buffer[index] = Self.byte(resource, version, offset + Int64(index)) }
        return count
    }

    private func waitInStall(at offset: Int64) {
        state.update { $0.isStalled = $0.stall.map { offset >= $0 } ?? false }
        _ = state.wait { state -> Bool? in
            guard let stall = state.stall, offset >= stall else { return true }
            return nil
        }
    }
}
