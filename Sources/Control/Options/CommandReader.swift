import PlayCore

struct CommandReader: Sendable {
    private var chain: [CommandSpec]
    private(set) var words: [String] = []
    private(set) var flags: Set<String> = []
    private(set) var wish = DownloadWish()
    private var joinWish = JoinWish()
    private var kiosk = KioskCommand()

    init(_ spec: CommandSpec) { chain = [spec] }

    var spec: CommandSpec { chain[chain.count - 1] }

    /// The full name, such as `downloads pause`.
    var name: String { chain.map(\.name).joined(separator: " ") }

    var takesFiles: Bool { spec.takesFiles }

    /// Returns whether the argument belongs to the command even with a dash: `seek -5` is a command for the player.
    func takesAnything(_ argument: String) -> Bool {
        switch name {
        case "remote": !words.isEmpty || !argument.hasPrefix("-")
        // The options belong to the other player, which may support more or fewer than this one.
        case "ssh": !words.isEmpty || !["-h", "--help"].contains(argument)
        default: false
        }
    }

    // MARK: Reading

    mutating func read(_ word: String) throws(OptionError) {
        guard words.isEmpty, !spec.commands.isEmpty else {
            words.append(word)
            return
        }
        guard let next = spec.command(word) else {
            if let retired = RetiredSpelling(word, of: name) { throw .retired(retired) }
            let nearest = EditDistance.nearest(to: word, in: spec.commands.map(\.name))
            throw .unknownCommand(word, of: name, suggestion: nearest.map { name + " " + $0 })
        }
        chain.append(next)
    }

    /// Reads an option of the command or of one above it, perhaps with its value from `rest`; else returns `false`.
    mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> Bool {
        let argument = chain.flatMap(\.options).lazy.compactMap { $0.spelledOut(argument) }.first ?? argument
        guard argument.hasPrefix("--") else { return false }
        if let retired = RetiredSpelling(argument, of: name) { throw .retired(retired) }
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = chain.flatMap(\.options).last(where: { $0.name == parts[0] }) else { return false }
        guard let form = option.form else {
            if parts.count == 2 { throw .unexpectedValue(option: "--" + option.name) }
            flags.insert(option.name)
            return true
        }
        let value: String
        if parts.count == 2 {
            value = String(parts[1])
        } else {
            guard let next = rest.popFirst() else { throw .missingValue(option: "--" + option.name) }
            value = next
        }
        let isStored =
            switch chain[0].name {
            case "class": joinWish.store(option.name, value)
            case "kiosk": kiosk.store(option.name, value)
            default: wish.store(option.name, value)
            }
        guard isStored else {
            throw .badValue(option: "--" + option.name, value: value, form: form)
        }
        return true
    }

    // MARK: Results

    var join: JoinWish {
        var join = joinWish
        join.startsByItself = flags.contains("auto-start")
        return join
    }

    func command() throws(OptionError) -> ParsedOptions.Command {
        switch chain[0].name {
        case "cache": return .cache(try cache())
        case "class": return flags.contains("dump") ? .roomEvents : .room
        case "demo":
            try expectNoWords()
            return .demo
        case "feed": return .feed
        case "get", "downloads":
            var command = DownloadCommand(try downloads())
            command.isJSON = flags.contains("json")
            command.isSure = flags.contains("yes")
            return .downloads(command)
        case "help": return .show(try help())
        case "history": return .history(try memory())
        case "kiosk": return .kiosk(try kioskCommand())
        case "library": return try library()
        case "listen":
            guard let socket = words.first else { throw missing }
            if words.count > 1 { throw unexpected(words[1]) }
            return .listen(ListenCommand(socket: socket, endsWithInput: flags.contains("until-input-ends")))
        case "positions": return .positions(try memory())
        case "probe": return .probe
        case "remote":
            guard let command = RemoteCommand(words) else { throw missing }
            return .remote(command)
        case "ssh":
            guard let command = try SecureShellCommand(words) else { throw missing }
            return .secureShell(command)
        default: return .play
        }
    }

    var missing: OptionError { .missingArgument(spec.arguments, command: name) }

    func unexpected(_ word: String) -> OptionError { .unexpectedArgument(word, command: name) }

    func expectNoWords() throws(OptionError) {
        if let word = words.first { throw unexpected(word) }
    }

    private func kioskCommand() throws(OptionError) -> KioskCommand {
        try expectNoWords()
        var command = kiosk
        if flags.contains("check") { command.action = .check }
        if flags.contains("print-sshd-config") { command.action = .printConfiguration }
        return command
    }

    private func help() throws(OptionError) -> Information {
        if words.isEmpty { return .help(all: false) }
        if words == ["all"] { return .help(all: true) }
        guard let chain = CommandTable.chain(words) else {
            if words.count == 1, let topic = OptionGroup(rawValue: words[0]) { return .topicHelp(topic) }
            throw unknown(words)
        }
        return .commandHelp(chain.map(\.name).joined(separator: " "))
    }

    /// Recognizes spellings of an earlier version.
    private func unknown(_ words: [String]) -> OptionError {
        guard words.count > 1, let spec = CommandTable.chain([words[0]])?.last else {
            let suggestion =
                RetiredSpelling(words[0], [])?.new ?? CommandTable.suggestion(for: words[0])
                ?? EditDistance.nearest(to: words[0], in: OptionGroup.allCases.map(\.rawValue)).map { "help " + $0 }
            return .unknownCommand(words[0], of: "", suggestion: suggestion)
        }
        let nearest = EditDistance.nearest(to: words[1], in: spec.commands.map(\.name))
        return .unknownCommand(words[1], of: spec.name, suggestion: nearest.map { spec.name + " " + $0 })
    }

    private func library() throws(OptionError) -> ParsedOptions.Command {
        guard spec.name == "prepare" else {
            try expectNoWords()
            return .show(.commandHelp(name))
        }
        guard !words.isEmpty else { throw missing }
        let action: PrepareCommand.Action =
            flags.contains("list") ? .list : flags.contains("remove") ? .remove : .prepare
        return .prepare(PrepareCommand(action, words))
    }

    private func memory() throws(OptionError) -> MemoryCommand {
        try expectNoWords()
        return spec.name == "clear" ? .clear : .list
    }

    private func cacheLoad() throws(OptionError) -> CacheLoad {
        guard !words.isEmpty else { throw missing }
        var load = CacheLoad(words)
        load.length = wish.ahead
        load.allowsMetered = flags.contains("metered")
        load.waits = flags.contains("wait")
        return load
    }

    private func cache() throws(OptionError) -> CacheCommand {
        let isJSON = flags.contains("json")
        switch spec.name {
        case "load": return CacheCommand(.load(try cacheLoad()), isJSON: isJSON)
        case "cancel":
            if flags.contains("all") {
                try expectNoWords()
                return CacheCommand(.cancel(nil), isJSON: isJSON)
            }
            guard !words.isEmpty else { throw missing }
            return CacheCommand(.cancel(words), isJSON: isJSON)
        case "rm": break
        default:
            try expectNoWords()
            return CacheCommand(["list": .list, "queue": .queue][spec.name] ?? .stat, isJSON: isJSON)
        }
        if flags.contains("all") {
            try expectNoWords()
            return CacheCommand(.removeAll, isJSON: isJSON)
        }
        guard let address = words.first else { throw missing }
        if words.count > 1 { throw unexpected(words[1]) }
        return CacheCommand(.remove(address), isJSON: isJSON)
    }
}
