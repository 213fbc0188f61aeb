package import Lists
package import PlayCore
package import PlaybackModel

/// What properties are read from: the session's state and what the program knows besides, at one instant.
package struct PropertyContext: Sendable, Equatable {
    package var snapshot: PlaybackSnapshot
    /// That the viewer sees, within the item.
    package var position: MediaTime
    package var playlist: PlaylistContents
    package var subtitles = SubtitleProperties()
    package var isFullScreen = false
    /// What was asked for and the session has not come to yet; nil: nothing.
    package var askedPause: Bool?
    package var keepsOpen = false
    package var idle = IdleMode.no
    /// 0 … 3.
    package var osdLevel = 1
    /// Where relative paths begin; nil: it was removed, or is not known.
    package var workingFolder: String?
    /// Counts the items that have begun; 0: none.
    package var itemNumber = 0
    /// State of the item before this one when it was left.
    package var lastEnding = PlayStatus.unload

    package init(
        snapshot: PlaybackSnapshot = .empty, position: MediaTime = .zero,
        playlist: PlaylistContents = PlaylistContents()
    ) {
        self.snapshot = snapshot
        self.position = position
        self.playlist = playlist
    }

    /// An item is open or being opened.
    var hasItem: Bool { ![.unload, .failed, .stopped].contains(snapshot.status) }

    /// An item is open: what belongs to it is known.
    package var isOpen: Bool { hasItem && snapshot.status != .loading || !snapshot.tracks.isEmpty && hasItem }

    /// Property `pause`.
    package var isPaused: Bool { askedPause ?? snapshot.isPaused }
}

/// What setting a property comes to.
package enum PropertyChange: Sendable, Equatable {
    case session(PlaybackCommand)
    case subtitles(SubtitlePropertyChange)
    case playlistIndex(Int)
    case fullScreen(Bool)
    case keepOpen(Bool)
    case idle(IdleMode)
    case osdLevel(Int)
    /// For whoever has the list.
    case external(PlayerCommand)
}
