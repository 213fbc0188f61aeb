package import Storage

/// Playing comes before downloading, across processes: whoever plays from the network holds this, and while anyone does
/// the daemon downloads slower. Nobody has to speak with anybody, and nothing is left of a player that was killed.
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
