package import PlayCore

/// A byte source in memory with faults that a test requests: short reads, stalls, and errors at an offset.
package final class ScriptedByteSource: ByteSource {
    package struct Script: Sendable {
        /// Per read; at least 1.
        package var chunk = Int.max
        /// Reads throw the error from this offset on. A read that starts before it ends there.
        package var failure: (offset: Int64, error: ByteSourceError)?
        /// Reads wait for ``ScriptedByteSource/release()`` from this offset on. A read that starts before it ends
        /// there.
        package var stall: Int64?
        package var canSeek = true
        package var knowsSize = true

        package init() {}
    }

    private struct State {
        var isReleased = false
        var isCancelled = false
        var isStalled = false
        var reads: [Int64] = []
        var next: Int64 = 0
    }

    private let bytes: [UInt8]
    private let script: Script
    private let cancelToken: CancelToken
    private let state = Monitor(State())

    package init(_ bytes: [UInt8], script: Script = Script(), cancel: CancelToken = CancelToken()) {
        self.bytes = bytes
        self.script = script
        cancelToken = cancel
    }

    package var size: Int64? { script.knowsSize ? Int64(bytes.count) : nil }
    package var canSeek: Bool { script.canSeek }

    /// Offsets.
    package var reads: [Int64] { state.withLock { $0.reads } }

    package func release() { state.update { $0.isReleased = true } }

    /// Ends a stalled read, too.
    package func cancel() {
        cancelToken.cancel()
        state.update { $0.isCancelled = true }
    }

    /// Blocks until a read waits in the stall.
    package func waitUntilStalled() { _ = state.wait { $0.isStalled ? true : nil } }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let next = state.withLock { state in
            state.reads.append(offset)
            return state.next
        }
        guard script.canSeek || offset == next else {
            throw ByteSourceError(.cannotSeek, operation: "read", context: "script")
        }
        try waitInStall(at: offset)
        if let failure = script.failure, offset >= failure.offset { throw failure.error }
        guard offset >= 0 else { throw ByteSourceError(.io, operation: "read", context: "script") }
        let end = min(Int64(bytes.count), barrier(after: offset))
        guard offset < end else { return 0 }
        let count = min(buffer.count, max(1, script.chunk), Int(end - offset))
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + count]))
        }
        state.withLock { $0.next = offset + Int64(count) }
        return count
    }

    private func barrier(after offset: Int64) -> Int64 {
        [script.failure?.offset, script.stall].compactMap { $0 }.filter { $0 > offset }.min() ?? .max
    }

    private func waitInStall(at offset: Int64) throws(ByteSourceError) {
        if let stall = script.stall, offset >= stall {
            state.update { $0.isStalled = true }
            _ = state.wait { $0.isReleased || $0.isCancelled ? true : nil }
        }
        guard !cancelToken.isCancelled else { throw ByteSourceError(.cancelled, operation: "read", context: "script") }
    }
}
