package import Encoding
package import Lists
package import PlayCore
package import PlaybackModel

/// What properties are read from: the session's state and what the program knows besides, at one instant.
package struct PropertyContext: Sendable, Equatable {
    package var snapshot: PlaybackSnapshot
    /// That the viewer sees, within the item.
    package var position: MediaTime
    /// How far that is behind the edge of what is live; nil: it is not.
    package var liveDelay: MediaTime?
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
    /// Pixels that the terminal's cells stand for; `nil` without a screen.
    package var screen: ScreenPixels?
    /// Sound devices that were listed, and the one in use.
    package var audioDevices: [(name: String, description: String)] { devices.map { ($0.name, $0.description) } }
    package var devices: [AudioDeviceName] = []
    package var audioDevice = "auto"
    /// Keys of input.conf and of clients.
    package var bindings: [KeyBindingText] = []
    /// What clients have set of options that have no other place (``PropertyTable/noted``).
    package var noted: [String: JSONValue] = [:]
    /// What clients keep here for each other: an object.
    package var userData = JSONValue.object(sorting: [:])
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

    /// Playing stands still while data is awaited, whatever for.
    var status: PlayStatus {
        snapshot.status == .playing && snapshot.isBuffering ? .stalled : snapshot.status
    }

    /// Property `pause`.
    package var isPaused: Bool { askedPause ?? snapshot.isPaused }
}

package struct ScreenPixels: Sendable, Equatable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

package struct AudioDeviceName: Sendable, Equatable {
    package let name: String
    /// The system's text; unverified.
    package let description: String

    package init(name: String, description: String) { (self.name, self.description) = (name, description) }
}

/// A key and its command line, as written.
package struct KeyBindingText: Sendable, Equatable {
    package let key: String
    package let command: String

    package init(key: String, command: String) { (self.key, self.command) = (key, command) }
}

/// What clients have set for files that are loaded next and for the title.
package struct NotedOptions: Sendable, Equatable {
    package var values: [String: JSONValue] = [:]

    package init() {}

    /// Options of the files that a command loads.
    package var ofNextFile: [PlayerCommand.FileOption] {
        ["start", "end", "length", "user-agent", "referrer", "http-header-fields", "force-media-title"].compactMap {
            guard let value = values[$0] else { return nil }
            let text =
                value.items.map { items in
                    items.compactMap { $0.text?.replacing(",", with: "\\,") }.joined(separator: ",")
                } ?? value.propertyText ?? ""
            return text.isEmpty || text == "none" ? nil : PlayerCommand.FileOption($0, text)
        }
    }
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
    case audioDevice(String)
    /// Kept, and read again.
    case note(String, JSONValue)
    /// A value below `user-data`.
    case userData([String], JSONValue)
}
