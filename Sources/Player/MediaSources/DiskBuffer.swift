package import PlayCore

/// A ``PlayCore/NetworkLink`` whose source can buffer media on the disk. Callable on any thread; returns at once.
package protocol DiskBuffer: AnyObject, Sendable {
    /// Buffers media on the disk, beyond what was read.
    ///
    /// - Parameters:
    ///   - amount: The length of media to hold; zero stops fetching.
    ///   - duration: The duration of the item, or `nil` if unknown.
    /// - Returns: The length that is buffered, or `nil` if the source cannot be held (live, or not to be stored).
    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime?
}
