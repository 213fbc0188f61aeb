/// The bytes of one item, with or without random access. One thread at a time reads (`demux`). `read` may block until
/// any thread cancels the source's ``CancelToken``.
package protocol ByteSource: AnyObject, Sendable {
    /// Total bytes, or `nil` if unknown (a pipe, a live stream).
    var size: Int64? { get }

    var canSeek: Bool { get }

    /// Reads bytes from `offset`. Returns their number, at least 1, or 0 only at the end. A source that cannot seek
    /// throws `.cannotSeek` for any offset but the next.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
}
