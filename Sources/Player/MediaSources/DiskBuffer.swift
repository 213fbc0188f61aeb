package import PlayCore

/// A ``PlayCore/NetworkLink`` whose source can buffer media on the disk. Callable on any thread; returns at once.
package protocol DiskBuffer: AnyObject, Sendable {
    /// Buffers `amount` of media beyond what was read; zero stops fetching. `duration` is the item's, if known. Returns
    /// the buffered length, or `nil` if the source cannot be held (live, or not to be stored).
    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime?
}
