package import Storage

/// Lock held by every player that streams from the network, so that the daemon downloads more slowly. Works without
/// messages, and the kernel releases it if a player is killed.
package enum PlayingFlag {
    /// Returns `nil` if the file cannot be locked. Downloads then run at full speed.
    package static func hold(_ places: DownloadPlaces) -> FileLock? {
        // The folder exists only after a first download.
        guard case .acquired(let lock) = FileLock.acquire(places.playing, .shared) else { return nil }
        return lock
    }

    package static func isHeld(_ places: DownloadPlaces) -> Bool {
        if case .held = FileLock.acquire(places.playing, .exclusive) { return true }
        return false
    }
}
