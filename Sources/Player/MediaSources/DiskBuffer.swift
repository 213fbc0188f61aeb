package import PlayCore

/// A ``PlayCore/NetworkLink`` whose source can buffer media on the disk. Any thread; returns at once.
package protocol DiskBuffer: AnyObject, Sendable {
    /// Buffers `amount` of media beyond the bytes read; zero stops fetching. `duration` is the item's, if known.
    /// Returns the buffered length, or `nil` if the source cannot be stored (live, or forbidden).
    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime?
}
