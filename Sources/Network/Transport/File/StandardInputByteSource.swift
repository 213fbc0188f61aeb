import CPlatform
package import PlayCore

/// The bytes of standard input. A pipe can only be read forward, except within recently read bytes (``StreamWindow``);
/// a redirected file at any offset from its current one on. Other processes share the descriptor: it remains open and
/// blocking, and its offset in a file does not change. No other code may read from it meanwhile.
package final class StandardInputByteSource: ByteSource, @unchecked Sendable {
    // Sendable: one thread at a time reads (``ByteSource``); `size` and `canSeek` use constants and system calls.
    private let reader: DescriptorReader

    /// - Throws: `.notAFile` for a folder, `.io` if the descriptor is closed (EBADF).
    package init(descriptor: Int32 = 0, cancel: CancelToken) throws(ByteSourceError) {
        let context = "standard input"
        let kind = try OpenDescriptor.kind(descriptor, context: context)
        let start = kind == .positioned ? max(0, Int64(lseek(descriptor, 0, SEEK_CUR))) : 0
        reader = DescriptorReader(
            descriptor, kind: kind, start: start, closesDescriptor: false, cancel: cancel, context: context)
    }

    package var size: Int64? { reader.size }
    package var canSeek: Bool { reader.canSeek }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        try reader.read(at: offset, into: buffer)
    }
}
