package struct ParsedOptions: Sendable, Equatable {
    package enum Command: Sendable, Equatable {
        /// `items` may be empty; then nothing plays.
        case play
        case demo
        case feed
        /// `tvplay class`: the class of the one of `items`, or of ``ParsedOptions/join``.
        case room
        /// `tvplay class --dump`: its events as lines of JSON.
        case roomEvents
        case probe
        case positions(MemoryCommand)
        case history(MemoryCommand)
        case cache(CacheCommand)
        case prepare(PrepareCommand)
        case remote(RemoteCommand)
        case listen(ListenCommand)
        case secureShell(SecureShellCommand)
        case kiosk(KioskCommand)
        /// `tvplay get`, `tvplay downloads` and related commands.
        case downloads(DownloadCommand)
        case show(Information)

        /// Whether files and variables configure it. A kiosk's viewers could have set the variables.
        package var isConfigured: Bool { if case .kiosk = self { false } else { true } }

        /// Whether it runs despite errors in the configuration.
        var outlivesConfiguration: Bool {
            if case .downloads = self { false } else { !plays }
        }

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
    /// The options outside of `--{ … --}`, at any place.
    package let options: PlayerOptions
    package let items: [PlayItem]
    package var join = JoinWish()
    /// The configuration folders in use, lowest precedence first. They need not exist.
    package var configFolders: [String] = []
    package var profiles: [ConfigProfile] = []
    /// The run's options as typed, each `--name=value`, to pass to another program.
    package var typed: [TypedOption] = []
    /// An error in the configuration, if the command can run without it. Then all of the configuration is ignored.
    /// Exception: if this user may not read a file, the other files still count.
    package var configurationMistake: OptionError?

    package mutating func setUserName(_ name: String?) {
        var named = options
        named.user.name = name
        self = ParsedOptions(command: command, options: named, items: items)
    }

    /// For public viewers (``PlayerOptions/forKiosk``): without items and configuration folders.
    package var forKiosk: ParsedOptions { ParsedOptions(command: command, options: options.forKiosk, items: []) }
}

package struct TypedOption: Sendable, Equatable {
    package let name: String
    package let group: OptionGroup
    package let isPath: Bool
    package let value: String
}

/// `tvplay library prepare`.
package struct PrepareCommand: Sendable, Equatable {
    package enum Action: Sendable { case prepare, list, remove }

    package let action: Action
    /// Paths of folders or films, as the user wrote them.
    package let paths: [String]

    init(_ action: Action, _ paths: [String]) { (self.action, self.paths) = (action, paths) }
}

package enum MemoryCommand: String, Sendable, CaseIterable { case list, clear }

package struct PlayItem: Sendable, Equatable {
    /// Path or address as the user wrote it, `-` for standard input. Unverified text.
    package let path: String
    /// The options from `--{ … --}`.
    package let overrides: OptionOverrides
    /// `--playlist`: whether it is a list regardless of its name.
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

    package var options: PlayerOptions { common.options.overridden(by: overrides) }
}

final class SharedOptions: Sendable, Equatable {
    let options: PlayerOptions

    init(_ options: PlayerOptions) { self.options = options }

    static func == (a: SharedOptions, b: SharedOptions) -> Bool { a === b || a.options == b.options }
}
