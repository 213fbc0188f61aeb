/// Why a call comes out of order: what it needs is not there yet, or no more.
package enum CallRefusal: Error, Sendable, Equatable {
    /// No source is set, or the last one was left.
    case nothingIsSet
    /// It is not prepared: what it consists of is not known yet.
    case isNotPrepared
    /// It has failed; only playing goes on, from where it was.
    case hasFailed
    /// A clip before or after the content plays.
    case isInClip
    /// An advert plays.
    case isInAdvert
}

extension PlaybackCommand {
    /// The catalogue's order: a source, settings and observers, the view, prepare, start; then what concerns the content.
    ///
    /// Settings have their time always. Playing and pausing have it from the source on: it is remembered until the item is
    /// prepared.
    ///
    /// - Parameter isOpen: it is known what the item consists of.
    /// - Returns: nil: it is in order.
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
