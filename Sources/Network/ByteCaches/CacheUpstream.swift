package import PlayCore

/// Where bytes come from that are not in the cache: a server. One thread at a time, as with ``PlayCore/ByteSource``.
package protocol CacheUpstream: AnyObject, Sendable {
    /// What the server says of the resource; waits for its first words. Asks nothing before the first call.
    func resourceInfo() throws(ByteSourceError) -> ResourceInfo

    /// As ``resourceInfo()``, where all that is wanted of a version is there: a conditional request (RFC 9110, 13), so
    /// that the server need not send it again to say that it still has it.
    func resourceInfo(revalidating known: ResourceInfo?) throws(ByteSourceError) -> ResourceInfo

    /// As ``PlayCore/ByteSource/read(at:into:)``.
    ///
    /// - Parameter end: how far is read on from here, in all likelihood: a request that has to be made anyway asks for
    ///   no more; nil: to the end.
    func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int
}

extension CacheUpstream {
    package func resourceInfo(revalidating known: ResourceInfo?) throws(ByteSourceError) -> ResourceInfo {
        try resourceInfo()
    }
}
