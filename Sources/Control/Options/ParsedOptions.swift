/// A command line, understood.
package struct ParsedOptions: Sendable, Equatable {
    package enum Command: Sendable, Equatable {
        /// `items` may be empty: then there is nothing to play.
        case play
        /// `tvplay demo`.
        case demo
        /// `tvplay feed`: page through `items`.
        case feed
        /// `tvplay class`: the class that the one of `items` names, or ``ParsedOptions/join``.
        case room
        /// `tvplay class --dump`: its events as lines of JSON.
        case roomEvents
        /// `tvplay probe`: say what `items` are made of.
        case probe
        /// `tvplay positions`.
        case positions(MemoryCommand)
        /// `tvplay history`.
        case history(MemoryCommand)
        /// `tvplay cache`.
        case cache(CacheCommand)
        /// `tvplay library prepare`.
        case prepare(PrepareCommand)
        /// `tvplay remote`.
        case remote(RemoteCommand)
        /// `tvplay listen`.
        case listen(ListenCommand)
        /// `tvplay ssh`.
        case secureShell(SecureShellCommand)
        /// `tvplay kiosk`.
        case kiosk(KioskCommand)
        /// `tvplay get`, `tvplay downloads` and what goes with them.
        case downloads(DownloadCommand)
        /// Print something and leave.
        case show(Information)

        /// Files and variables say how it is done, beside the command line; the viewers of a kiosk could have set the
        /// variables.
        package var isConfigured: Bool { if case .kiosk = self { false } else { true } }

        /// Is done also where the configuration is wrong.
        var outlivesConfiguration: Bool {
            if case .downloads = self { false } else { !plays }
        }

        /// Needs what the configuration says of playing; the others need nothing of it.
        package var plays: Bool {
            switch self {
            case .play, .demo, .feed, .room: true
            case .downloads(let command): command.action == .browse
            case .roomEvents, .probe, .positions, .history, .cache, .prepare, .remote, .listen, .secureShell, .kiosk,
                .show:
                false
            }
        }
    }

    package let command: Command
    /// Of the whole run: what stands outside of `--{ … --}`, wherever it stands.
    package let options: PlayerOptions
    package let items: [PlayItem]
    /// How a live class is entered.
    package var join = JoinWish()
    /// The configuration folders that count, the one of the lowest rank first; they need not exist.
    package var configFolders: [String] = []
    /// What `--profile` can name, in the order of the files.
    package var profiles: [ConfigProfile] = []
    /// The options of the run as they were typed, each `--name=value`, for a program that is to have the same.
    package var typed: [TypedOption] = []
    /// What is wrong in the configuration, where it does not matter to the command: then nothing of it counts, but for a
    /// file that must not be read, beside which the others count.
    package var configurationMistake: OptionError?

    /// What the viewer is called, where that was asked for.
    package mutating func setUserName(_ name: String?) {
        var named = options
        named.user.name = name
        self = ParsedOptions(command: command, options: named, items: items)
    }

    /// For strangers (``PlayerOptions/forKiosk``): nothing to play, and no folder that says how.
    package var forKiosk: ParsedOptions { ParsedOptions(command: command, options: options.forKiosk, items: []) }
}

/// An option of the command line. A value.
package struct TypedOption: Sendable, Equatable {
    package let name: String
    package let group: OptionGroup
    /// Its value is a path as the user wrote it.
    package let isPath: Bool
    package let value: String
}

/// `tvplay library prepare`. A value.
package struct PrepareCommand: Sendable, Equatable {
    package enum Action: Sendable { case prepare, list, remove }

    package let action: Action
    /// Of folders or films, as the user wrote them.
    package let paths: [String]

    init(_ action: Action, _ paths: [String]) { (self.action, self.paths) = (action, paths) }
}

/// What to do with what is remembered.
package enum MemoryCommand: String, Sendable, CaseIterable { case list, clear }

/// Something to play. A value.
package struct PlayItem: Sendable, Equatable {
    /// Path or address as the user gave it, `-` for standard input; text from outside.
    package let path: String
    /// From `--{ … --}`.
    package let overrides: OptionOverrides
    /// `--playlist`: a list, whatever its name.
    package let isPlaylist: Bool
    private let common: SharedOptions

    package init(path: String, options: PlayerOptions, isPlaylist: Bool = false) {
        self.init(path: path, over: SharedOptions(options), OptionOverrides(), isPlaylist: isPlaylist)
    }

    init(path: String, over common: SharedOptions, _ overrides: OptionOverrides, isPlaylist: Bool) {
        self.path = path
        self.overrides = overrides
        self.isPlaylist = isPlaylist
        self.common = common
    }

    /// The options of the run with the item's own over them.
    package var options: PlayerOptions { common.options.overridden(by: overrides) }
}

/// The options of a run, of which all its items have one copy together.
final class SharedOptions: Sendable, Equatable {
    let options: PlayerOptions

    init(_ options: PlayerOptions) { self.options = options }

    static func == (a: SharedOptions, b: SharedOptions) -> Bool { a === b || a.options == b.options }
}
