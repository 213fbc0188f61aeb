internal import CFFmpeg
package import PlayCore

/// Reads one of FFmpeg's own protocols (RTMP, SRT), forward only. One thread reads; the token ends waits.
package final class ProtocolByteSource: ByteSource, @unchecked Sendable {
    // Sendable: opened and read by one thread, `demux`.

    package let size: Int64? = nil
    package let canSeek = false
    private var io: UnsafeMutablePointer<AVIOContext>?
    private let cancel: CancelToken
    private let name: String
    private let connection: AnyObject?
    private var position: Int64 = 0

    /// - Parameters:
    ///   - address: passed to FFmpeg unchanged.
    ///   - protocols: those that FFmpeg may use; the server cannot redirect to another.
    ///   - settings: FFmpeg's options.
    ///   - timeout: of one wait for bytes.
    ///   - connection: the connection behind the address, kept as long as this source.
    ///   - name: the address without secrets, for errors.
    /// - Throws: `.unreachable` with the library's words.
    package init(
        address: String, protocols: [String], settings: [String: String] = [:], timeout: MediaTime,
        connection: AnyObject? = nil, name: String, cancel: CancelToken
    ) throws(ByteSourceError) {
        self.cancel = cancel
        self.name = name
        self.connection = connection
        var options: OpaquePointer?
        for (name, value) in settings { av_dict_set(&options, name, value, 0) }
        av_dict_set(&options, "protocol_whitelist", protocols.joined(separator: ","), 0)
        av_dict_set(&options, "rw_timeout", String(timeout.nanoseconds / 1000), 0)
        defer { av_dict_free(&options) }
        var interrupt = AVIOInterruptCB(
            callback: protocolInterrupt, opaque: Unmanaged.passUnretained(cancel).toOpaque())
        let result = avio_open2(&io, address, AVIO_FLAG_READ, &interrupt, &options)
        if result < 0 { throw failure(result, "open") }
    }

    deinit { avio_closep(&io) }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard offset == position else { throw ByteSourceError(.cannotSeek, operation: "read", context: name) }
        guard let io, let base = buffer.baseAddress else { return 0 }
        let count = avio_read_partial(
            io, base.assumingMemoryBound(to: UInt8.self), Int32(min(buffer.count, 1 << 20)))
        if count == tv_averror_eof { return 0 }
        guard count >= 0 else { throw failure(count, "read") }
        position += Int64(count)
        return Int(count)
    }

    private func failure(_ code: Int32, _ operation: String) -> ByteSourceError {
        let reason: ByteSourceError.Code =
            cancel.isCancelled ? .cancelled : code == tv_averror(ETIMEDOUT) ? .timedOut : .unreachable
        let refusal = code == tv_averror(ECONNREFUSED) ? ECONNREFUSED : 0
        var error = ByteSourceError(reason, operation: operation, systemError: refusal, context: name)
        error.detail = describe(code)
        return error
    }
}

private func protocolInterrupt(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
    guard let opaque else { return 0 }
    return Unmanaged<CancelToken>.fromOpaque(opaque).takeUnretainedValue().isCancelled ? 1 : 0
}
