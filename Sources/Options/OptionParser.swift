/// Understands mpv's command-line grammar.
///
/// `--name=value`, `--name value` where a value has to follow, `--no-name` for `--name=no`, `--` before files that
/// begin with a dash, `-` for standard input, `--{ options files --}` for options of single files. The last one of
/// several equal options counts, and options count for all files wherever they stand. Pure.
package struct OptionParser {
    private typealias Setting = @Sendable (inout PlayerOptions) -> Void

    private struct Item {
        let path: String
        /// Index into `groups`; nil outside of `--{ … --}`.
        let group: Int?
        let isPlaylist: Bool
    }

    private var rest: ArraySlice<String>
    private var settings: [Setting] = []
    private var groups: [[Setting]] = []
    private var isInGroup = false
    private var items: [Item] = []
    private var command: String?
    private var memoryCommand: MemoryCommand?
    private var hasOnlyFiles = false
    private var information: Information?

    /// - Parameter arguments: without the name of the program.
    package static func parse(_ arguments: [String]) throws(OptionError) -> ParsedOptions {
        var parser = OptionParser(rest: arguments[...])
        return try parser.run()
    }

    private init(rest: ArraySlice<String>) { self.rest = rest }

    /// The first option that prints something ends the reading: what follows it does not matter.
    private mutating func run() throws(OptionError) -> ParsedOptions {
        while information == nil, let argument = rest.popFirst() { try take(argument) }
        if let information { return result(.show(information)) }
        if isInGroup { throw .unbalancedGroup }
        switch command {
        case "demo": return try consistent(result(.demo))
        case "feed": return try consistent(result(.feed))
        case "probe": return result(.probe)
        case "resume": return result(.resume(memoryCommand ?? .list))
        case "history": return result(.history(memoryCommand ?? .list))
        case "help": return result(.show(.help(all: false)))
        default: return try consistent(result(.play))
        }
    }

    private func consistent(_ parsed: ParsedOptions) throws(OptionError) -> ParsedOptions {
        for options in [parsed.options] + parsed.items.map(\.options) {
            if let (one, other) = options.contradiction { throw .contradiction(one, other) }
        }
        return parsed
    }

    private func result(_ command: ParsedOptions.Command) -> ParsedOptions {
        var options = PlayerOptions()
        for setting in settings { setting(&options) }
        let resolved = groups.map { group in
            var own = options
            for setting in group { setting(&own) }
            return own
        }
        let playItems = items.map {
            PlayItem(path: $0.path, options: $0.group.map { resolved[$0] } ?? options, isPlaylist: $0.isPlaylist)
        }
        return ParsedOptions(command: command, options: options, items: playItems)
    }

    private mutating func take(_ argument: String) throws(OptionError) {
        if hasOnlyFiles || !argument.hasPrefix("-") || argument == "-" { return try takeFile(argument) }
        switch argument {
        case "--": hasOnlyFiles = true
        case "--{": try openGroup()
        case "--}": try closeGroup()
        default: argument.hasPrefix("--") ? try takeLong(argument) : try takeLetter(argument)
        }
    }

    private mutating func takeFile(_ argument: String) throws(OptionError) {
        if let command, !["feed", "probe"].contains(command) { return try takeArgument(argument, of: command) }
        let isFirst = command == nil && items.isEmpty && !hasOnlyFiles && !isInGroup
        if isFirst, CommandSpec.all.contains(where: { $0.name == argument }) {
            command = argument
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
            throw .unknownOption(argument, suggestion: Self.suggestion(for: String(letters)))
        }
        try apply(spec, text: spec.form.bare ?? "", typed: argument)
    }

    private mutating func takeLong(_ argument: String) throws(OptionError) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let value = parts.count == 2 ? String(parts[1]) : nil
        let typed = "--" + name
        if let spec = OptionTable.option(named: name) {
            let text = if let given = value ?? spec.form.bare { given } else { try nextValue(of: typed) }
            try apply(spec, text: text, typed: typed)
        } else if let spec = Self.negated(name) {
            if value != nil { throw .unexpectedValue(option: typed) }
            try apply(spec, text: "no", typed: typed)
        } else {
            throw .unknownOption(typed, suggestion: Self.suggestion(for: name))
        }
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
            if isInGroup { groups[groups.count - 1].append(setting) } else { settings.append(setting) }
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
            return "--" + spec.name
        }
        return EditDistance.nearest(to: name, in: OptionTable.all.filter { !$0.isHidden }.flatMap(\.spellings)).map {
            "--" + $0
        }
    }
}
