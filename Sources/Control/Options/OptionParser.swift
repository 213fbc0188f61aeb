/// Parses `--name=value`, `--name value` if a value is required, `--no-name` for `--name=no`, `--` before files that
/// begin with a dash, `-` for standard input, and `--{ options files --}` for options of single files. Of several equal
/// options the last one counts, and options apply to all files regardless of their place. Configuration files, which
/// have lower precedence, are the only files that it reads (``ConfigPlaces``).
package struct OptionParser {
    private struct Item {
        let path: String
        /// Index into `groups`, or `nil` outside of `--{ … --}`.
        let group: Int?
        let isPlaylist: Bool
    }

    private var rest: ArraySlice<String>
    private var settings: [OptionSetting] = []
    private var groups: [OptionOverrides] = []
    private var isInGroup = false
    private var items: [Item] = []
    /// `nil` if the following words are files to play.
    private var command: CommandReader?
    private var typed: [TypedOption] = []
    private var hasOnlyFiles = false
    private var information: Information?
    private let places: ConfigPlaces
    /// Whether the program was started under mpv's name. Then it has no commands, and no option ends it.
    private let isMPV: Bool

    /// `arguments` exclude the program's name. `program` may contain a path.
    package static func parse(
        _ arguments: [String], as program: String = "tvplay", places: ConfigPlaces = .none
    ) throws(OptionError) -> ParsedOptions {
        var parser = OptionParser(
            rest: arguments[...], places: places, isMPV: program.split(separator: "/").last == "mpv")
        return try parser.run()
    }

    private init(rest: ArraySlice<String>, places: ConfigPlaces, isMPV: Bool) {
        self.rest = rest
        self.places = places
        self.isMPV = isMPV
    }

    /// Reads the arguments. An option that prints ends the reading, unless it prints the configuration's text.
    private mutating func run() throws(OptionError) -> ParsedOptions {
        while information?.dependsOnConfiguration != false, let argument = rest.popFirst() { try read(argument) }
        if information == .help(all: false), let command { information = .commandHelp(command.name) }
        var wanted = ParsedOptions.Command.play
        if let information {
            wanted = .show(information)
        } else if let command {
            wanted = try command.command()
        }
        if case .show(let shown) = wanted, !shown.dependsOnConfiguration {
            return result(wanted, [], ConfigLoader(.none))
        }
        if isInGroup { throw .unbalancedGroup }
        return try configured(wanted)
    }

    private func configured(_ wanted: ParsedOptions.Command) throws(OptionError) -> ParsedOptions {
        // A live class is named by options, or by the user's answer.
        let needsFile =
            command?.takesFiles == true && items.isEmpty && information == nil && wanted != .room
        if needsFile, !wanted.plays, let command { throw command.missing }
        if !wanted.isConfigured { return result(wanted, [], ConfigLoader(.none)) }
        var loader = ConfigLoader(places)
        do throws(OptionError) {
            let base = try loader.load(choice) + environment()
            if information != nil { return result(wanted, base, loader) }
            var parsed = result(wanted, base, loader)
            parsed.configurationMistake = loader.unread
            let waits = parsed.options.idle != .no || parsed.options.audioDevice == .list
            if needsFile, !waits, let command { throw command.missing }
            return try checked(parsed)
        } catch {
            // With a wrong configuration, downloads could be saved elsewhere, and playback could differ from it.
            guard wanted.outlivesConfiguration, information == nil else { throw error }
            var parsed = result(wanted, [], loader)
            parsed.configurationMistake = error
            return parsed
        }
    }

    /// Returns the settings of environment variables (``OptionSpec/environmentName``). Ignores empty ones.
    private func environment() throws(OptionError) -> [OptionSetting] {
        var found: [OptionSetting] = []
        for spec in OptionTable.all {
            guard let name = spec.environmentName, let text = places.variable(name), !text.isEmpty else { continue }
            guard case .set(let setting)? = spec.effect(text) else {
                throw .badValue(option: name, value: text, form: spec.form)
            }
            found.append(setting)
        }
        return found
    }

    private var choice: ConfigChoice {
        var options = PlayerOptions()
        for setting in settings { setting(&options) }
        return options.configuration
    }

    /// Checks for contradicting options, which matter only to commands that play.
    private func checked(_ parsed: ParsedOptions) throws(OptionError) -> ParsedOptions {
        guard parsed.command.plays else { return parsed }
        for options in [parsed.options] + groups.map(parsed.options.overridden) {
            if let (one, other) = options.contradiction { throw .contradiction(one, other) }
        }
        return parsed
    }

    private func result(
        _ command: ParsedOptions.Command, _ base: [OptionSetting], _ loader: ConfigLoader
    ) -> ParsedOptions {
        var options = PlayerOptions()
        for setting in base + settings { setting(&options) }
        let common = SharedOptions(options)
        let playItems = items.map {
            PlayItem(
                path: $0.path, over: common, $0.group.map { groups[$0] } ?? OptionOverrides(),
                isPlaylist: $0.isPlaylist)
        }
        return ParsedOptions(
            command: command, options: options, items: playItems, join: self.command?.join ?? JoinWish(),
            configFolders: places.folders(options.configuration), profiles: loader.profiles, typed: typed)
    }

    private mutating func read(_ argument: String) throws(OptionError) {
        if command?.takesAnything(argument) == true {
            try command?.read(argument)
            return
        }
        if !hasOnlyFiles, try command?.readOption(argument, &rest) == true { return }
        if hasOnlyFiles || !argument.hasPrefix("-") || argument == "-" { return try readWord(argument) }
        switch argument {
        case "--": hasOnlyFiles = true
        case "--{": try openGroup()
        case "--}": try closeGroup()
        default:
            do throws(OptionError) {
                argument.hasPrefix("--") ? try readLong(argument) : try readLetter(argument)
            } catch {
                guard isMPV else { throw error }
                try apply(MPVOptions.ignored(argument, .isWrong(error.message)), text: "yes", typed: argument)
            }
        }
    }

    private mutating func readWord(_ argument: String) throws(OptionError) {
        if let command {
            if !command.takesFiles {
                try self.command?.read(argument)
                return
            }
            if command.name == "class", !items.isEmpty { throw .unexpectedArgument(argument, command: command.name) }
        } else if items.isEmpty, !hasOnlyFiles, !isInGroup, !isMPV {
            if let retired = RetiredSpelling(argument, rest) { throw .retired(retired) }
            if let spec = CommandTable.all.first(where: { $0.isCalled(argument) }) {
                command = CommandReader(spec)
                return
            }
        }
        addItem(argument, isPlaylist: false)
    }

    private mutating func addItem(_ path: String, isPlaylist: Bool) {
        items.append(Item(path: path, group: isInGroup ? groups.count - 1 : nil, isPlaylist: isPlaylist))
    }

    private mutating func openGroup() throws(OptionError) {
        if isInGroup { throw .nestedGroup }
        isInGroup = true
        groups.append(OptionOverrides())
    }

    private mutating func closeGroup() throws(OptionError) {
        guard isInGroup else { throw .unbalancedGroup }
        guard items.last?.group == groups.count - 1 else { throw .emptyGroup }
        isInGroup = false
    }

    private mutating func readLetter(_ argument: String) throws(OptionError) {
        let letters = argument.dropFirst()
        guard letters.count == 1, let letter = letters.first, let spec = OptionTable.option(letter: letter) else {
            // mpv also accepts long options after a single dash.
            if isMPV { return try readLong("-" + argument) }
            throw .unknownOption(argument, suggestion: Self.suggestion(for: String(letters)).map { "--" + $0 })
        }
        try apply(spec, text: spec.form.bare ?? "", typed: argument)
    }

    private mutating func readLong(_ argument: String) throws(OptionError) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let value = parts.count == 2 ? String(parts[1]) : nil
        let typed = "--" + name
        if value == nil, isMPV, name == "v" { return }
        let found = try Self.resolve(name, value: value, typed: typed)
        let text = if let given = found.text { given } else { try nextValue(of: typed) }
        try apply(found.spec, text: text, typed: typed)
    }

    /// Returns an option by its name without dashes. The text is `nil` if a value must follow.
    static func resolve(
        _ name: String, value: String?, typed: String
    ) throws(OptionError) -> (spec: OptionSpec, text: String?) {
        if let spec = OptionTable.option(named: name) { return (spec, value ?? spec.form.bare) }
        if let spec = negated(name) {
            if value != nil { throw .unexpectedValue(option: typed) }
            return (spec, "no")
        }
        if let found = try MPVOptions.resolve(name, value: value, typed: typed) { return found }
        let dashes = typed.hasPrefix("-") ? "--" : ""
        throw .unknownOption(typed, suggestion: suggestion(for: name).map { dashes + $0 })
    }

    private mutating func nextValue(of option: String) throws(OptionError) -> String {
        guard let next = rest.first, !next.hasPrefix("--") else { throw .missingValue(option: option) }
        rest.removeFirst()
        return next
    }

    private mutating func apply(_ spec: OptionSpec, text: String, typed: String) throws(OptionError) {
        guard let effect = spec.effect(text) else { throw .badValue(option: typed, value: text, form: spec.form) }
        if isInGroup, spec.traits.contains(.wholeRun) { throw .notForOneFile(option: typed) }
        switch effect {
        case .show(let wanted): information = wanted
        case .playlist(let path): addItem(path, isPlaylist: true)
        case .set(let setting):
            if isInGroup {
                groups[groups.count - 1].append(spec.name, text, setting)
            } else {
                settings.append(setting)
                self.typed.append(
                    TypedOption(name: spec.name, group: spec.group, isPath: spec.form.isPath, value: text))
            }
        }
    }

    private static func negated(_ name: String) -> OptionSpec? {
        guard name.hasPrefix("no-"), let spec = OptionTable.option(named: String(name.dropFirst(3))) else { return nil }
        return spec.effect("no") == nil ? nil : spec
    }

    private static func suggestion(for name: String) -> String? {
        // The option exists, but has no negative form.
        if name.hasPrefix("no-"), let spec = OptionTable.option(named: String(name.dropFirst(3))), !spec.isHidden {
            return spec.name
        }
        return EditDistance.nearest(to: name, in: OptionTable.all.filter { !$0.isHidden }.flatMap(\.spellings))
    }
}
