/// A command line, understood.
package struct ParsedOptions: Sendable, Equatable {
    package enum Command: Sendable, Equatable {
        /// `items` may be empty: then there is nothing to play.
        case play
        /// `tvplay demo`.
        case demo
        /// Print something and leave.
        case show(Information)
    }

    package let command: Command
    /// Of the whole run: what stands outside of `--{ … --}`, wherever it stands.
    package let options: PlayerOptions
    package let items: [PlayItem]
    /// The configuration folders that count, the one of the lowest rank first; they need not exist.
    package var configFolders: [String] = []
    /// What `--profile` can name, in the order of the files.
    package var profiles: [ConfigProfile] = []
}

/// Something to play.
package struct PlayItem: Sendable, Equatable {
    /// Path or address as the user gave it, `-` for standard input; text from outside.
    package let path: String
    /// The options of the run with the item's own from `--{ … --}` over them.
    package let options: PlayerOptions

    package init(path: String, options: PlayerOptions) {
        self.path = path
        self.options = options
    }
}
