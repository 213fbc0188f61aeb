/// Understands mpv's command-line grammar.
///
/// `--name=value`, `--name value` where a value has to follow, `--no-name` for `--name=no`, `--` before files that
/// begin with a dash, `-` for standard input, `--{ options files --}` for options of single files. The last one of
/// several equal options counts, and options count for all files wherever they stand. Configuration files count before
/// all of that. Pure but for reading them through ``ConfigPlaces``.
package struct OptionParser {
    private struct Item {
        let path: String
        /// Index into `groups`; nil outside of `--{ … --}`.
        let group: Int?
        let isPlaylist: Bool
    }

    private var rest: ArraySlice<String>
    private var settings: [OptionSetting] = []
    private var groups: [[OptionSetting]] = []
    private var isInGroup = false
    private var items: [Item] = []
    private var command: String?
    private var memoryCommand: MemoryCommand?
    private var cacheCommand = CacheCommandReader()
    private var downloadCommand: DownloadCommandReader?
    private var typed: [TypedOption] = []
    /// What follows `remote`, dashes or not.
    private var remoteWords: [String] = []
    /// `--dump` after `room`.
    private var dumpsRoom = false
    private var hasOnlyFiles = false
    private var information: Information?
    private let places: ConfigPlaces

    /// - Parameter arguments: without the name of the program.
    package static func parse(_ arguments: [String], places: ConfigPlaces = .none) throws(OptionError)
        -> ParsedOptions
    {
        var parser = OptionParser(rest: arguments[...], places: places)
        return try parser.run()
    }

    private init(rest: ArraySlice<String>, places: ConfigPlaces) {
        self.rest = rest
        self.places = places
    }

    /// The first option that prints something ends the reading: what follows it does not matter, unless what is
    /// printed comes from the configuration.
    private mutating func run() throws(OptionError) -> ParsedOptions {
        while information?.dependsOnConfiguration != false, let argument = rest.popFirst() { try take(argument) }
        if information == nil, command == "help" { information = .help(all: false) }
        if information == .help(all: false), let command, command != "help" { information = .commandHelp(command) }
        if let information, !information.dependsOnConfiguration {
            return result(.show(information), [], ConfigLoader(.none))
        }
        if isInGroup { throw .unbalancedGroup }
        if command == "cache", information == nil, cacheCommand.command == nil { throw .nothingToRemove }
        if command == "remote", information == nil, remoteWords.isEmpty { throw .nothingToSay }
        let downloads = information == nil ? try downloadAction() : nil
        var loader = ConfigLoader(places)
        do {
            let base = try loader.load(choice) + environment()
            if let information { return result(.show(information), base, loader) }
            return try consistent(result(downloads.map { .downloads($0) } ?? wanted, base, loader))
        } catch {
            // A download would go where nobody wanted it.
            guard !wanted.plays, information == nil, downloads == nil else { throw error }
            var parsed = result(wanted, [], loader)
            parsed.configurationMistake = error
            return parsed
        }
    }

    /// What the variables of the environment say (``OptionSpec/environmentName``); empty ones say nothing.
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

    /// What there is to do, where nothing is printed.
    private var wanted: ParsedOptions.Command {
        switch command {
        case "demo": .demo
        case "feed": .feed
        case "room": dumpsRoom ? .roomEvents : .room
        case "probe": .probe
        case "remote": RemoteCommand(remoteWords).map { .remote($0) } ?? .play
        case "preload": .preload
        case "resume": .resume(memoryCommand ?? .list)
        case "history": .history(memoryCommand ?? .list)
        case "cache": .cache(cacheCommand.command ?? CacheCommand(.stat))
        default: .play
        }
    }

    /// `resume` alone is about remembered positions.
    private func downloadAction() throws(OptionError) -> DownloadCommand? {
        guard let reader = downloadCommand, command != "resume" || (memoryCommand == nil && reader.isUsed) else {
            return nil
        }
        return try reader.command()
    }

    /// What the command line says about configuration.
    private var choice: ConfigChoice {
        var options = PlayerOptions()
        for setting in settings { setting(&options) }
        return options.configuration
    }

    /// Options that contradict each other matter to whatever plays only.
    private func consistent(_ parsed: ParsedOptions) throws(OptionError) -> ParsedOptions {
        guard parsed.command.plays else { return parsed }
        for options in [parsed.options] + parsed.items.map(\.options) {
            if let (one, other) = options.contradiction { throw .contradiction(one, other) }
        }
        return parsed
    }

    private func result(
        _ command: ParsedOptions.Command, _ base: [OptionSetting], _ loader: ConfigLoader
    ) -> ParsedOptions {
        var options = PlayerOptions()
        for setting in base + settings { setting(&options) }
        let resolved = groups.map { group in
            var own = options
            for setting in group { setting(&own) }
            return own
        }
        let playItems = items.map {
            PlayItem(path: $0.path, options: $0.group.map { resolved[$0] } ?? options, isPlaylist: $0.isPlaylist)
        }
        return ParsedOptions(
            command: command, options: options, items: playItems,
            configFolders: places.folders(options.configuration), profiles: loader.profiles, typed: typed)
    }

    private mutating func take(_ argument: String) throws(OptionError) {
        // Its own words, which would be nothing among the options.
        if command == "cache", ["--all", "--json"].contains(argument) {
            return try takeArgument(argument, of: "cache")
        }
        if !hasOnlyFiles, try downloadCommand?.takeOption(argument, &rest) == true { return }
        if command == "room", argument == "--dump" {
            dumpsRoom = true
            return
        }
        // `seek -5`: a command's words are no options of ours.
        if command == "remote", !remoteWords.isEmpty || !argument.hasPrefix("-") {
            remoteWords.append(argument)
            return
        }
        if hasOnlyFiles || !argument.hasPrefix("-") || argument == "-" { return try takeFile(argument) }
        switch argument {
        case "--": hasOnlyFiles = true
        case "--{": try openGroup()
        case "--}": try closeGroup()
        default: argument.hasPrefix("--") ? try takeLong(argument) : try takeLetter(argument)
        }
    }

    private mutating func takeFile(_ argument: String) throws(OptionError) {
        if command == "room", !items.isEmpty { throw .unexpectedArgument(argument, command: "room") }
        if let command, !["feed", "room", "probe", "preload"].contains(command) {
            return try takeArgument(argument, of: command)
        }
        let isFirst = command == nil && items.isEmpty && !hasOnlyFiles && !isInGroup
        if isFirst, CommandSpec.all.contains(where: { $0.name == argument }) {
            command = argument
            if DownloadCommandReader.commands.contains(argument) { downloadCommand = DownloadCommandReader(argument) }
        } else {
            addItem(argument, isPlaylist: false)
        }
    }

    private mutating func addItem(_ path: String, isPlaylist: Bool) {
        items.append(Item(path: path, group: isInGroup ? groups.count - 1 : nil, isPlaylist: isPlaylist))
    }

    private mutating func takeArgument(_ argument: String, of command: String) throws(OptionError) {
        if command == "help", argument == "all" {
            information = .help(all: true)
        } else if command == "help", CommandSpec.named(argument) != nil {
            information = .commandHelp(argument)
        } else if command != "resume" || (memoryCommand == nil && MemoryCommand(rawValue: argument) == nil),
            downloadCommand != nil
        {
            downloadCommand?.takeWord(argument)
        } else if command == "cache" {
            guard cacheCommand.take(argument) else { throw .unexpectedArgument(argument, command: command) }
        } else if ["resume", "history"].contains(command), memoryCommand == nil,
            let wanted = MemoryCommand(rawValue: argument)
        {
            memoryCommand = wanted
        } else {
            throw .unexpectedArgument(argument, command: command)
        }
    }

    private mutating func openGroup() throws(OptionError) {
        if isInGroup { throw .nestedGroup }
        isInGroup = true
        groups.append([])
    }

    private mutating func closeGroup() throws(OptionError) {
        guard isInGroup else { throw .unbalancedGroup }
        guard items.last?.group == groups.count - 1 else { throw .emptyGroup }
        isInGroup = false
    }

    private mutating func takeLetter(_ argument: String) throws(OptionError) {
        let letters = argument.dropFirst()
        guard letters.count == 1, let letter = letters.first, let spec = OptionTable.option(letter: letter) else {
            throw .unknownOption(argument, suggestion: Self.suggestion(for: String(letters)).map { "--" + $0 })
        }
        try apply(spec, text: spec.form.bare ?? "", typed: argument)
    }

    private mutating func takeLong(_ argument: String) throws(OptionError) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let value = parts.count == 2 ? String(parts[1]) : nil
        let typed = "--" + name
        let found = try Self.resolve(name, value: value, typed: typed)
        let text = if let given = found.text { given } else { try nextValue(of: typed) }
        try apply(found.spec, text: text, typed: typed)
    }

    /// The option that a name without dashes stands for, and the text of its value; nil: a value has to follow.
    static func resolve(
        _ name: String, value: String?, typed: String
    ) throws(OptionError) -> (spec: OptionSpec, text: String?) {
        if let spec = OptionTable.option(named: name) { return (spec, value ?? spec.form.bare) }
        if let spec = negated(name) {
            if value != nil { throw .unexpectedValue(option: typed) }
            return (spec, "no")
        }
        let dashes = typed.hasPrefix("-") ? "--" : ""
        throw .unknownOption(typed, suggestion: suggestion(for: name).map { dashes + $0 })
    }

    /// The next argument, unless it is an option itself.
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
                groups[groups.count - 1].append(setting)
            } else {
                settings.append(setting)
                self.typed.append(
                    TypedOption(name: spec.name, group: spec.group, isPath: spec.form.shape == .path, value: text))
            }
        }
    }

    /// The option that `no-…` switches off.
    private static func negated(_ name: String) -> OptionSpec? {
        guard name.hasPrefix("no-"), let spec = OptionTable.option(named: String(name.dropFirst(3))) else { return nil }
        return spec.effect("no") == nil ? nil : spec
    }

    private static func suggestion(for name: String) -> String? {
        // There is such an option, but no other way round.
        if name.hasPrefix("no-"), let spec = OptionTable.option(named: String(name.dropFirst(3))), !spec.isHidden {
            return spec.name
        }
        return EditDistance.nearest(to: name, in: OptionTable.all.filter { !$0.isHidden }.flatMap(\.spellings))
    }
}
