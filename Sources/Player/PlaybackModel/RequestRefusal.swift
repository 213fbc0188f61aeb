import PlayCore

/// Why nothing can come of a command to the item as it is. Judged here alone: who asks says it in words of their own.
package enum RequestRefusal: Error, Sendable, Equatable {
    /// It comes out of order.
    case order(CallRefusal)
    case cannotSeek
    case noSuchChapter
    case noSuchTrack
    case noSuchDefinition
    /// Without its picture nothing of the item would be left.
    case nothingToPlayAlone
}

extension PlaybackSnapshot {
    /// Nil: it can be granted, as far as the snapshot tells.
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

    /// It stands still at the viewer's wish, or will once it can play.
    package var isPaused: Bool {
        switch status {
        case .paused, .ready: true
        case .loading, .stalled: !wantsPlay
        case .unload, .playing, .failed, .reachEnd, .stopped: false
        }
    }
}
