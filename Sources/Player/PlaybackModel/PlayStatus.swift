/// `playStatus`. Numbers and names of the catalogue's section 15.
package enum PlayStatus: Int, Sendable, CaseIterable {
    /// Nothing is set up.
    case unload = 0
    /// Opening, until the first picture or sound is there.
    case loading = 1
    /// Wants to play and has not enough data.
    case stalled = 2
    /// Set up, not started.
    case ready = 3
    case playing = 4
    case paused = 5
    case failed = 6
    case reachEnd = 7
    /// What played was left, and nothing follows by itself.
    case stopped = 8
}
