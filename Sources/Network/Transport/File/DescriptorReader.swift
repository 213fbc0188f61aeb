import CPlatform
import Glibc
import PlayCore

/// Reads a descriptor at any offset, or only forward, by its kind. One thread at a time.
final class DescriptorReader {
    private let descriptor: Int32
    private let closesDescriptor: Bool
    private let cancel: CancelToken
    private let context: String
    /// Offset of the source's first byte in the file, or `nil` for a stream.
    private let start: Int64?
    private var window = StreamWindow()

    /// - Parameter start: for a positioned descriptor, the file offset that counts as 0.
    init(
        _ descriptor: Int32, kind: DescriptorKind, start: Int64, closesDescriptor: Bool, cancel: CancelToken,
        context: String
    ) {
        self.descriptor = descriptor
        self.closesDescriptor = closesDescriptor
        self.cancel = cancel
        self.context = context
        self.start = kind == .positioned ? start : nil
    }

    deinit { if closesDescriptor { close(descriptor) } }

    var canSeek: Bool { start != nil }

    /// A file that is still being written grows.
    var size: Int64? {
        guard let start else { return nil }
        return OpenDescriptor.size(descriptor, context: context).map { max(0, $0 - start) }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard !cancel.isCancelled else { throw ByteSourceError(.cancelled, operation: "read", context: context) }
        guard offset >= 0 else { throw OpenDescriptor.failure("read", EINVAL, context) }
        guard !buffer.isEmpty else { return 0 }
        if let start { return try readPositioned(at: offset, start: start, into: buffer) }
        return try readStream(at: offset, into: buffer)
    }

    private func readPositioned(
        at offset: Int64, start: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        let (place, isBeyond) = start.addingReportingOverflow(offset)
        // The system refuses offsets beyond 2⁶³, where no file has bytes.
        guard !isBeyond, place <= Int64.max - Int64(buffer.count) else { return 0 }
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(place))
            if count >= 0 { return count }
            if errno != EINTR { throw OpenDescriptor.failure("read", errno, context) }
        }
    }

    private func readStream(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        let failure = ByteSourceError(.cannotSeek, operation: "read", context: context)
        if let count = try window.read(at: offset, into: buffer, else: failure) { return count }
        let count = try readNext(into: buffer)
        window.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }

    private func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        while true {
            var entries = (
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
            )
            let ready = withUnsafeMutableBytes(of: &entries) {
                poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 2, -1)
            }
            if cancel.isCancelled { throw ByteSourceError(.cancelled, operation: "read", context: context) }
            if ready < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw OpenDescriptor.failure("poll", errno, context)
            }
            guard entries.0.revents != 0 else { continue }
            let count = CPlatform.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR && errno != EAGAIN { throw OpenDescriptor.failure("read", errno, context) }
        }
    }
}
