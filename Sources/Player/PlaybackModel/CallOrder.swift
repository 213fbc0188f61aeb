/// The reason why a call is out of order: its condition is not met yet, or no longer.
package enum CallRefusal: Error, Sendable, Equatable {
    case nothingIsSet
    case isNotPrepared
    /// The item has failed; only playing resumes it, from where it was.
    case hasFailed
    case isInClip
    case isInAdvert
}

extension PlaybackCommand {
    /// Returns the refusal of this command, or `nil` if it is in order: a source, settings and observers, the view,
    /// prepare, start (the catalogue's order); then, once the tracks are known (`isOpen`), commands about the content.
    /// Settings are always in order. Playing and pausing are in order from the source on: they are remembered until the
    /// item is prepared.
    package func refusal(in status: PlayStatus, isOpen: Bool) -> CallRefusal? {
        switch (self, status) {
        case (.play, .unload), (.pause, .unload), (.togglePause, .unload), (.reload, .unload), (.play, .stopped),
            (.pause, .stopped), (.togglePause, .stopped), (.reload, .stopped):
            return .nothingIsSet
        case (.seek, _), (.revertSeek, _), (.step, _), (.selectTrack, _):
            switch status {
            case .unload, .stopped: return .nothingIsSet
            case .failed: return .hasFailed
            case .loading: return isOpen ? nil : .isNotPrepared
            case .stalled, .ready, .playing, .paused, .reachEnd: return nil
            }
        default: return nil
        }
    }
}
