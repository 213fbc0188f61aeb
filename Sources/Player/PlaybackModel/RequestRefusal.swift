import PlayCore

/// Why a command cannot be performed for the item. Each caller words it.
package enum RequestRefusal: Error, Sendable, Equatable {
    case order(CallRefusal)
    case cannotSeek
    case noSuchChapter
    case noSuchTrack
    case noSuchDefinition
    /// Without its picture the item would have nothing to play.
    case nothingToPlayAlone
}

extension PlaybackSnapshot {
    /// Returns `nil` if the snapshot does not rule the command out.
    package func refusal(of command: PlaybackCommand) -> RequestRefusal? {
        switch command {
        case .seek(let target, _):
            guard isSeekable else { return .cannotSeek }
            if case .chapter(let index) = target, !chapters.indices.contains(index) { return .noSuchChapter }
            return nil
        case .revertSeek: return isSeekable ? nil : .cannotSeek
        case .step: return command.refusal(in: status, isOpen: !tracks.isEmpty).map(RequestRefusal.order)
        case .selectTrack(.video, nil): return audioTrack == nil ? .nothingToPlayAlone : nil
        case .selectTrack(_, let id?): return tracks.contains { $0.id == id } ? nil : .noSuchTrack
        case .selectDefinition(let index?):
            let count = max(sourceDefinitions.count, stream?.definitions.count ?? 0)
            return (0..<count).contains(index) ? nil : .noSuchDefinition
        default: return nil
        }
    }

    /// Whether the viewer has paused playback, even if it cannot play yet.
    package var isPaused: Bool {
        switch status {
        case .paused, .ready: true
        case .loading, .stalled: !wantsPlay
        case .unload, .playing, .failed, .reachEnd, .stopped: false
        }
    }
}
