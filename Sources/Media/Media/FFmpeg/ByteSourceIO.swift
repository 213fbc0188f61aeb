internal import CFFmpeg
internal import PlayCore

/// An AVIOContext through which FFmpeg reads a ``ByteSource``. Used on the `demux` thread only.
final class ByteSourceIO {
    /// The buffer's bytes: 64 KiB keep system calls rare and a seek cheap.
    private static let bufferSize: Int32 = 64 * 1024

    let source: any ByteSource
    private let cancel: CancelToken
    private var offset: Int64 = 0
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    /// The source's first failure since the last query. FFmpeg passes on only a number.
    private var failure: ByteSourceError?

    init(source: any ByteSource, cancel: CancelToken) {
        self.source = source
        self.cancel = cancel
        let buffer = allocated(av_malloc(Int(Self.bufferSize)), "I/O buffer")
        // Unretained: `deinit` frees the context before this object is released.
        context = allocated(
            avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0,
                Unmanaged.passUnretained(self).toOpaque(), readCallback, nil, seekCallback), "I/O context")
        context?.pointee.seekable = source.canSeek ? AVIO_SEEKABLE_NORMAL : 0
    }

    deinit {
        if let context {
            av_freep(UnsafeMutableRawPointer(context).advanced(by: MemoryLayout<AVIOContext>.offset(of: \.buffer) ?? 0))
        }
        avio_context_free(&context)
    }

    func takeFailure() -> ByteSourceError? {
        defer { failure = nil }
        return failure
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        if cancel.isCancelled { return tv_averror_exit }
        do {
            let count = try source.read(at: offset, into: buffer)
            guard count > 0 else { return tv_averror_eof }
            offset += Int64(count)
            return Int32(count)
        } catch {
            if error.code == .cancelled { return tv_averror_exit }
            if failure == nil { failure = error }
            return tv_averror_io
        }
    }

    fileprivate func seek(_ target: Int64, _ whence: Int32) -> Int64 {
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return source.size ?? Int64(tv_averror_nosys)
        case SEEK_SET: offset = target
        case SEEK_CUR: offset += target
        case SEEK_END:
            guard let size = source.size else { return Int64(tv_averror_nosys) }
            offset = size + target
        default: return Int64(tv_averror_nosys)
        }
        if offset < 0 {
            offset = 0
            return Int64(tv_averror_io)
        }
        return offset
    }
}

private func readCallback(
    _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
) -> Int32 {
    guard let opaque, let buffer, size > 0 else { return tv_averror_io }
    return Unmanaged<ByteSourceIO>.fromOpaque(opaque).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
}

private func seekCallback(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return Int64(tv_averror_io) }
    return Unmanaged<ByteSourceIO>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
}
