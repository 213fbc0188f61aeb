package import PlayCore

/// The source of bytes that are not in the cache: a server. One thread at a time, as with ``PlayCore/ByteSource``.
package protocol CacheUpstream: AnyObject, Sendable {
    /// Waits for the server's first response. Sends no request before the first call.
    func resourceInfo() throws(ByteSourceError) -> ResourceInfo

    /// Like ``resourceInfo()``, if the cache has all needed bytes of a version: a conditional request (RFC 9110, 13),
    /// so the server need not send them again to confirm the version.
    func resourceInfo(revalidating known: ResourceInfo?) throws(ByteSourceError) -> ResourceInfo

    /// Like ``PlayCore/ByteSource/read(at:into:)``. A necessary request asks up to `end`, the likely end of the read.
    func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int
}

extension CacheUpstream {
    package func resourceInfo(revalidating known: ResourceInfo?) throws(ByteSourceError) -> ResourceInfo {
        try resourceInfo()
    }
}
