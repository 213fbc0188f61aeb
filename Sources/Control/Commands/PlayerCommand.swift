package import Encoding
package import Lists
package import PlayCore
package import PlaybackModel

/// A command of mpv's, understood. What it does is the business of whoever runs it.
package enum PlayerCommand: Sendable, Equatable {
    /// Nothing; what a key is bound to that shall do nothing.
    case ignore
    case seek(SeekAmount, SeekMode)
    case revertSeek
    case frameStep(Int)
    case set(String, JSONValue)
    /// Nil: by the property's own step.
    case add(String, Double?)
    case multiply(String, Double)
    case cycle(String, isUp: Bool)
    case cycleValues(String, [String])
    case quit(code: Int32?)
    case stop(keepsPlaylist: Bool)
    /// `isForced`: ends playing where there is no such item.
    case playlistMove(by: Int, isForced: Bool = false)
    /// From 0; nil: the one that plays, anew.
    case playlistPlay(index: Int?)
    /// Puts what a path or an address stands for into the list.
    case loadFile(path: String, mode: LoadMode, options: [FileOption] = [])
    case playlist(PlaylistChange)
    case subtitle(SubtitleChange)
    case addSound(TrackFile)
    /// Number from 1; nil: the one that plays.
    case removeSound(Int?)
    case screenshot(String)
    /// Writes the picture to this path, in the format that its extension names.
    case screenshotFile(path: String, words: String)
    /// Milliseconds; nil: as long as other messages.
    case showText(String, Int?)
    case showProgress
    case abLoop
    /// Pretends that the key was pressed, by its name.
    case keyPress(String)
    /// As ``keyPress(_:)``; commands that mpv repeats are repeated until ``keyUp(_:)``.
    case keyDown(String)
    /// `nil` releases every key that is held.
    case keyUp(String?)
    case keys(KeyBindingChange)
    /// A line for the log.
    case print(String)
    /// A click at a place of the screen, in the pixels of `osd-dimensions`; no button only moves the pointer.
    case mouse(x: Int, y: Int, button: Int?)
    /// Changes a property that is a list of texts.
    case changeList(String, ListOperation, String)
    /// Words for the clients of sockets and the scripts.
    case message(ClientMessage)
    /// Tells the client that bound a key that it was pressed: `client/name`.
    case scriptBinding(String, argument: String)
    case soundFilters(SoundFilterChange)
    case control(ControlCommand)
    case downloads(DownloadsVerb)

    /// How far, and from where.
    package enum SeekAmount: Sendable, Equatable {
        case relative(MediaTime)
        /// Negative: from the end.
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

    /// `af`.
    package enum SoundFilterChange: Sendable, Equatable {
        case set(String)
        case add(String)
        case toggle(String)
        case remove(String)
        case clear
    }

    package enum AddMode: String, Sendable {
        case select, auto
        /// Takes a file that was added before instead of adding it again.
        case cached
    }

    /// A file of subtitles or of sound, by path or address.
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
        /// Number from 1; nil: the one that is shown first.
        case remove(Int?)
        case reload(Int?)
        /// To the picture of the line so many further; 0: of this line.
        case seek(Int, isSecond: Bool = false)
        /// Moves the lines so that the one so many further is shown now.
        case step(Int, isSecond: Bool = false)
    }
}

/// What tvplay does beyond mpv, each with a command of its own name.
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
    /// Asks for a path or an address.
    case openLocation = "open-location"
    /// The class that is attended.
    case roomReload = "room-reload"
    case roomNextPart = "room-next-part"
    case roomPreviousPart = "room-prev-part"
}

/// Commands on one key, and how they are to be run.
package struct BoundCommand: Sendable, Equatable {
    package var command: PlayerCommand
    /// `no-osd`: says nothing.
    package var isQuiet = false
    /// `raw`: `${…}` in texts stays as it is.
    package var isRaw = false

    package init(_ command: PlayerCommand, isQuiet: Bool = false) {
        self.command = command
        self.isQuiet = isQuiet
    }

    /// All commands of a line; empty for one without.
    package static func parse(line: String) throws(CommandError) -> [BoundCommand] {
        var result: [BoundCommand] = []
        for words in try CommandWords.split(line) { result.append(try parse(words: words.map(JSONValue.string))) }
        return result
    }

    /// One command; its words may come typed, from JSON.
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

    /// The others than `no-osd` and `raw` are about what this program does anyway.
    private static let prefixes: Set<String> = [
        "no-osd", "osd-auto", "osd-bar", "osd-msg", "osd-msg-bar", "raw", "expand-properties", "repeatable",
        "nonrepeatable", "nonscalable", "async", "sync",
    ]
}
