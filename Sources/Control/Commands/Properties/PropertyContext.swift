package import Encoding
package import PlayCore
package import PlaybackModel
package import Playlists

/// The source of properties: the state of session and program at one instant.
package struct PropertyContext: Sendable, Equatable {
    package var snapshot: PlaybackSnapshot
    package var position: MediaTime
    package var liveDelay: MediaTime?
    package var playlist: PlaylistContents
    package var subtitles = SubtitleProperties()
    package var isFullScreen = false
    /// A requested pause that the session has not applied yet, or `nil`.
    package var askedPause: Bool?
    package var keepsOpen = false
    package var idle = IdleMode.no
    /// 0 … 3.
    package var osdLevel = 1
    /// The base of relative paths, or `nil` if it was removed or is unknown.
    package var workingFolder: String?
    /// The size in pixels, or `nil` without a screen.
    package var screen: ScreenPixels?
    package var audioDevices: [(name: String, description: String)] { devices.map { ($0.name, $0.description) } }
    package var devices: [AudioDeviceName] = []
    package var audioDevice = "auto"
    package var bindings: [KeyBindingText] = []
    /// Values of options that clients have set, where no other place stores them (``PropertyTable/noted``).
    package var noted: [String: JSONValue] = [:]
    /// An object in which clients store data for one another.
    package var userData = JSONValue.object(sorting: [:])
    /// The number of items so far; 0 before the first.
    package var itemNumber = 0
    /// The state of the previous item when it was left.
    package var lastEnding = PlayStatus.unload

    package init(
        snapshot: PlaybackSnapshot = .empty, position: MediaTime = .zero,
        playlist: PlaylistContents = PlaylistContents()
    ) {
        self.snapshot = snapshot
        self.position = position
        self.playlist = playlist
    }

    var hasItem: Bool { ![.unload, .failed, .stopped].contains(snapshot.status) }

    package var isOpen: Bool { hasItem && snapshot.status != .loading || !snapshot.tracks.isEmpty && hasItem }

    /// Playback that waits for data counts as stalled.
    var status: PlayStatus {
        snapshot.status == .playing && snapshot.isBuffering ? .stalled : snapshot.status
    }

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

package struct KeyBindingText: Sendable, Equatable {
    package let key: String
    package let command: String

    package init(key: String, command: String) { (self.key, self.command) = (key, command) }
}

package struct NotedOptions: Sendable, Equatable {
    package var values: [String: JSONValue] = [:]

    package init() {}

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

package enum PropertyChange: Sendable, Equatable {
    case session(PlaybackCommand)
    case subtitles(SubtitlePropertyChange)
    case playlistIndex(Int)
    case fullScreen(Bool)
    case keepOpen(Bool)
    case idle(IdleMode)
    case osdLevel(Int)
    /// A command for the owner of the list.
    case external(PlayerCommand)
    case audioDevice(String)
    /// A value that is stored, and returned on request.
    case note(String, JSONValue)
    case userData([String], JSONValue)
}
