package import Storage

/// Playing comes before downloading, across processes: a player holds this while it streams from the network, and the
/// daemon downloads slower meanwhile. No process has to speak with another, and nothing is left of a player that was
/// killed.
package enum PlayingFlag {
    /// Keep it while playing; nil: there is nowhere to hold one, and downloads go on as they are.
    package static func hold(_ places: DownloadPlaces) -> FileLock? {
        // The folder is there as soon as there was a download.
        guard case .acquired(let lock) = FileLock.acquire(places.playing, .shared) else { return nil }
        return lock
    }

    /// Whether anyone plays now.
    package static func isHeld(_ places: DownloadPlaces) -> Bool {
        if case .held = FileLock.acquire(places.playing, .exclusive) { return true }
        return false
    }
}
