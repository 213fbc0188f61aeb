package enum CallRefusal: Error, Sendable, Equatable {
    case nothingIsSet
    case isNotPrepared
    /// The item has failed. Only playing resumes it, at its position.
    case hasFailed
    case isInClip
    case isInAdvert
}

extension PlaybackCommand {
    /// Returns the refusal of this command, or `nil` if it is in order. The catalogue's order is: a source, settings
    /// and observers, the view, prepare, start; then, once the tracks are known (`isOpen`), commands about the content.
    /// Settings are always allowed. Playing and pausing need a source, and are remembered until the item is prepared.
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
