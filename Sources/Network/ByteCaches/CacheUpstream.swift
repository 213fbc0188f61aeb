package import PlayCore

/// Supplies bytes that are not in the cache: a server. One thread at a time, as with ``PlayCore/ByteSource``.
package protocol CacheUpstream: AnyObject, Sendable {
    /// Waits for the server's first response. Sends no request before the first call.
    func resourceInfo() throws(ByteSourceError) -> ResourceInfo

    /// Like ``resourceInfo()``, for a version of which the cache has all needed bytes: a conditional request (RFC 9110,
    /// 13), by which the server confirms the version without sending the bytes again.
    func resourceInfo(revalidating known: ResourceInfo?) throws(ByteSourceError) -> ResourceInfo

    /// Like ``PlayCore/ByteSource/read(at:into:)``. A new request extends to `end`, the likely end of the read.
    func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int
}

extension CacheUpstream {
    package func resourceInfo(revalidating known: ResourceInfo?) throws(ByteSourceError) -> ResourceInfo {
        try resourceInfo()
    }
}
