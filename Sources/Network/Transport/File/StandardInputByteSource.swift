import CPlatform
package import PlayCore

/// What stands on standard input: a pipe goes forward only, except within what was just read (``StreamWindow``); a
/// redirected file may be read anywhere from its current offset on.
///
/// The descriptor is borrowed: it stays open, its offset in a file stays, and it is not made non-blocking, since
/// other processes share it. Nobody else may read from it meanwhile.
package final class StandardInputByteSource: ByteSource, @unchecked Sendable {
    // Sendable: `reader` is used by one thread at a time, as ``ByteSource`` demands; its `size` and `canSeek` touch
    // only constants and the system.
    private let reader: DescriptorReader

    /// - Throws: `.notAFile` for a folder, `.io` when the descriptor is closed (EBADF).
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
