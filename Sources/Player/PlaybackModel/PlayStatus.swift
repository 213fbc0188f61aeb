/// Numbers and names are part of the interface for scripts.
package enum PlayStatus: Int, Sendable, CaseIterable {
    case unload = 0
    /// The item is being opened, until its first picture or sound is available.
    case loading = 1
    case stalled = 2
    /// The item is set up, but not started.
    case ready = 3
    case playing = 4
    case paused = 5
    case failed = 6
    case reachEnd = 7
    /// The item was closed, and none follows automatically.
    case stopped = 8
}
