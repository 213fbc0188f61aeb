/// Random or sequential bytes of one item. One thread at a time reads (`demux`). `read` may block; cancelling the
/// source's ``CancelToken`` from any thread ends the wait.
package protocol ByteSource: AnyObject, Sendable {
    /// Total number of bytes, or `nil` if it is unknown (a pipe, a live stream).
    var size: Int64? { get }

    /// Whether `read(at:)` may go backwards.
    var canSeek: Bool { get }

    /// Reads bytes from `offset`, counted from the start of the source. Returns their number, at least 1, or 0 only at
    /// the end. A source that cannot seek throws `.cannotSeek` for any offset but the next.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
}
