package import PlayCore

/// A ``PlayCore/NetworkLink`` whose source can hold what is read ahead on the disk. Any thread; returns at once.
package protocol DiskBuffer: AnyObject, Sendable {
    /// Has so much held there beyond what was read.
    ///
    /// - Parameters:
    ///   - amount: of playing; zero: no more is fetched.
    ///   - duration: of the item; nil: unknown.
    /// - Returns: how much of that is there; nil: it cannot be held (live, or nothing may be kept of it).
    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime?
}
