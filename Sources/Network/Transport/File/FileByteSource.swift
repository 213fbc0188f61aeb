package import PlayCore

/// Reads a file: a regular file or a block device at any offset written so far, a FIFO or a character device only
/// forward, except within recently read bytes (``StreamWindow``).
package final class FileByteSource: ByteSource, @unchecked Sendable {
    // Sendable: one thread at a time reads (``ByteSource``); `size` and `canSeek` use constants and system calls.
    private let reader: DescriptorReader

    /// Opens without waiting. Throws `.notFound`, `.notPermitted`, `.notAFile` (EISDIR, or ENXIO for a socket), `.io`.
    package init(path: String, cancel: CancelToken = CancelToken()) throws(ByteSourceError) {
        let descriptor = try OpenDescriptor.open(path)
        do throws(ByteSourceError) {
            reader = DescriptorReader(
                descriptor, kind: try OpenDescriptor.kind(descriptor, context: path), start: 0,
                closesDescriptor: true, cancel: cancel, context: path)
        } catch {
            OpenDescriptor.close(descriptor)
            throw error
        }
    }

    package var size: Int64? { reader.size }
    package var canSeek: Bool { reader.canSeek }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        try reader.read(at: offset, into: buffer)
    }
}
