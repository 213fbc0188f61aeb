package import Encoding
package import PlayCore
package import PlaybackModel
package import Playlists

package enum PlayerCommand: Sendable, Equatable {
    case ignore
    case seek(SeekAmount, SeekMode)
    case revertSeek
    case frameStep(Int)
    case set(String, JSONValue)
    /// The amount is `nil` for the property's own step.
    case add(String, Double?)
    case multiply(String, Double)
    case cycle(String, isUp: Bool)
    case cycleValues(String, [String])
    case quit(code: Int32?)
    case stop(keepsPlaylist: Bool)
    /// `isForced`: ends playback if there is no such item.
    case playlistMove(by: Int, isForced: Bool = false)
    /// The index from 0, or `nil` to restart the current item.
    case playlistPlay(index: Int?)
    case loadFile(path: String, mode: LoadMode, options: [FileOption] = [])
    case playlist(PlaylistChange)
    case subtitle(SubtitleChange)
    case addSound(TrackFile)
    /// The number from 1, or `nil` for the current track.
    case removeSound(Int?)
    /// As in ``removeSound(_:)``.
    case reloadSound(Int?)
    case screenshot(String)
    /// Writes the picture to this path, in the format of its extension.
    case screenshotFile(path: String, words: String)
    /// Milliseconds, or `nil` for the default.
    case showText(String, Int?)
    case showProgress
    case abLoop
    case keyPress(String)
    /// Like ``keyPress(_:)``, but commands that mpv repeats are repeated until ``keyUp(_:)``.
    case keyDown(String)
    /// `nil` releases all held keys.
    case keyUp(String?)
    case keys(KeyBindingChange)
    case print(String)
    /// A click at a place in the pixels of `osd-dimensions`. Without a button, only the pointer moves.
    case mouse(x: Int, y: Int, button: Int?)
    case changeList(String, ListOperation, String)
    case message(ClientMessage)
    /// A press of a key that a client has bound: `client/name`.
    case scriptBinding(String, argument: String)
    case soundFilters(SoundFilterChange)
    case control(ControlCommand)
    case downloads(DownloadsVerb)

    package enum SeekAmount: Sendable, Equatable {
        case relative(MediaTime)
        /// Negative values count from the end.
        case absolute(MediaTime)
        /// 0 … 100.
        case percent(Double)
        case relativePercent(Double)
    }

    /// `name=value` for one item, as on the command line without dashes.
    package struct FileOption: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package enum ListOperation: String, Sendable {
        case set, append, add, pre, clr, remove, toggle
    }

    /// A change by the command `af`.
    package enum SoundFilterChange: Sendable, Equatable {
        case set(String)
        case add(String)
        case toggle(String)
        case remove(String)
        case clear
    }

    package enum AddMode: String, Sendable {
        case select, auto
        /// Does not add a file again.
        case cached
    }

    package struct TrackFile: Sendable, Equatable {
        package let path: String
        package var mode = AddMode.select
        package var title: String?
        package var language: String?

        package init(path: String, mode: AddMode = .select, title: String? = nil, language: String? = nil) {
            (self.path, self.mode, self.title, self.language) = (path, mode, title, language)
        }
    }

    package enum SubtitleChange: Sendable, Equatable {
        case add(TrackFile)
        /// From 1, or `nil` for the first visible track.
        case remove(Int?)
        case reload(Int?)
        /// Seeks by this number of lines; 0 for the current line.
        case seek(Int, isSecond: Bool = false)
        /// Shifts the lines so that the line this many lines further appears now.
        case step(Int, isSecond: Bool = false)
    }
}

/// Actions of tvplay beyond mpv, each with its own command.
package enum ControlCommand: String, Sendable, CaseIterable {
    case jumpBack = "jump-back"
    case skipPart = "skip-part"
    case learnMore = "learn-more"
    case pictureOnly = "toggle-picture-only"
    case controlBar = "cycle-control-bar"
    case statistics = "toggle-statistics"
    case help = "toggle-help"
    case scaling = "cycle-scaling"
    case channels = "cycle-channels"
    case goTo = "go-to"
    case focusNext = "focus-next"
    case focusPrevious = "focus-prev"
    case activate
    case back
    case retry
    case redraw
    case home = "toggle-home"
    case openLocation = "open-location"
    case roomReload = "room-reload"
    case roomNextPart = "room-next-part"
    case roomPreviousPart = "room-prev-part"
}

package struct BoundCommand: Sendable, Equatable {
    package var command: PlayerCommand
    /// `no-osd`: shows no message.
    package var isQuiet = false
    /// `raw`: does not expand `${…}` in texts.
    package var isRaw = false

    package init(_ command: PlayerCommand, isQuiet: Bool = false) {
        self.command = command
        self.isQuiet = isQuiet
    }

    package static func parse(line: String) throws(CommandError) -> [BoundCommand] {
        var result: [BoundCommand] = []
        for words in try CommandWords.split(line) { result.append(try parse(words: words.map(JSONValue.string))) }
        return result
    }

    /// Parses one command; its words may be typed values of JSON.
    package static func parse(words: [JSONValue]) throws(CommandError) -> BoundCommand {
        var rest = words[...]
        var bound = BoundCommand(.ignore)
        while let word = rest.first?.text, prefixes.contains(word) {
            if word == "no-osd" { bound.isQuiet = true }
            if word == "raw" { bound.isRaw = true }
            if word == "expand-properties" { bound.isRaw = false }
            rest.removeFirst()
        }
        guard let name = rest.popFirst()?.text else { throw .badSyntax }
        var arguments = CommandArguments(name.replacing("_", with: "-"), Array(rest))
        bound.command = try CommandTable.command(&arguments)
        try arguments.end()
        return bound
    }

    /// All prefixes except `no-osd` and `raw` describe this program's usual behaviour.
    private static let prefixes: Set<String> = [
        "no-osd", "osd-auto", "osd-bar", "osd-msg", "osd-msg-bar", "raw", "expand-properties", "repeatable",
        "nonrepeatable", "nonscalable", "async", "sync",
    ]
}
