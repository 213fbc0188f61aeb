import PlayCore

/// Reads the words after `get`, `downloads`, `pause`, `resume`, `remove` and `retry`. Pure.
struct DownloadCommandReader: Sendable {
    static let commands = ["get", "downloads", "pause", "resume", "remove", "retry"]

    private let name: String
    private(set) var words: [String] = []
    private var wish = DownloadWish()
    private var flags: Set<String> = []

    init(_ name: String) { self.name = name }

    /// Whether anything stood behind the command.
    var isUsed: Bool { !words.isEmpty || !flags.isEmpty }

    /// An option of the command itself.
    ///
    /// - Parameter rest: what follows; the value is taken from it where it is not in the argument.
    /// - Returns: false: it is none of this command's.
    mutating func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> Bool {
        guard argument.hasPrefix("--") else { return false }
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let spec = CommandSpec.named(name)?.options.first(where: { $0.name == parts[0] }) else { return false }
        guard let form = spec.form else {
            if parts.count == 2 { throw .unexpectedValue(option: "--" + spec.name) }
            flags.insert(spec.name)
            return true
        }
        let value: String
        if parts.count == 2 {
            value = String(parts[1])
        } else {
            guard let next = rest.popFirst() else { throw .missingValue(option: "--" + spec.name) }
            value = next
        }
        guard store(spec.name, value) else { throw .badValue(option: "--" + spec.name, value: value, form: form) }
        return true
    }

    mutating func takeWord(_ word: String) { words.append(word) }

    private mutating func store(_ name: String, _ value: String) -> Bool {
        guard !value.isEmpty else { return false }
        switch name {
        case "dir": wish.folder = value
        case "class": wish.classID = value
        case "session": wish.sessionID = value
        case "title": wish.title = value
        case "definition":
            guard let keys = ValueParser<[DefinitionInfo.Key]>.definitions.read(value) else { return false }
            wish.definitions = keys
        case "priority":
            guard let number = Self.priority(value) else { return false }
            wish.priority = number
        case "limit":
            guard let bytes = ValueParser<Int64>.byteCount.read(value) else { return false }
            wish.limit = bytes
        case "note":
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { return false }
            wish.notes.append((parts[0], parts[1]))
        default: return false
        }
        return true
    }

    private static func priority(_ text: String) -> Double? { ValueParser<Double>.number(0...1).read(text) }

    // MARK: what it comes to

    /// - Throws: `.unexpectedArgument`, `.noDownload`.
    func command() throws(OptionError) -> DownloadCommand {
        var command = DownloadCommand(try action())
        command.isJSON = flags.contains("json")
        command.isSure = flags.contains("yes")
        return command
    }

    private func action() throws(OptionError) -> DownloadCommand.Action {
        switch name {
        case "get": .get(try fullWish(words))
        case "pause": .pause(try selection(words))
        case "resume": .resume(try selection(words))
        case "remove": .remove(try selection(words))
        case "retry": .retry(try selection(words))
        default: try subcommand()
        }
    }

    private func fullWish(_ references: [String]) throws(OptionError) -> DownloadWish {
        var wish = wish
        wish.references = references
        wish.isSecure = flags.contains("secure")
        wish.isPaused = flags.contains("paused")
        wish.isInCache = flags.contains("in-cache")
        wish.waits = flags.contains("wait")
        wish.listsFormats = flags.contains("list-formats")
        guard !references.isEmpty || wish.classID != nil else { throw .noDownload(command: name) }
        return wish
    }

    private func subcommand() throws(OptionError) -> DownloadCommand.Action {
        guard let verb = words.first else {
            if flags.contains("watch") { return .watch }
            return flags.isDisjoint(with: ["list", "json"]) ? .browse : .list
        }
        let rest = Array(words.dropFirst())
        switch verb {
        case "add": return .get(try fullWish(rest))
        case "pause": return .pause(try selection(rest))
        case "resume": return .resume(try selection(rest))
        case "retry": return .retry(try selection(rest))
        case "remove", "rm": return .remove(try selection(rest))
        case "info": return .info(try selection(rest))
        case "path": return .path(try selection(rest))
        case "priority":
            guard let number = rest.first.flatMap(Self.priority) else { throw wrong(rest.first ?? verb) }
            return .priority(number, try selection(Array(rest.dropFirst())))
        case "limit":
            guard let bytes = rest.first.flatMap({ ValueParser<Int64>.byteCount.read($0) }) else {
                throw wrong(rest.first ?? verb)
            }
            return .limit(bytes, rest.count > 1 ? try selection(Array(rest.dropFirst())) : nil)
        case "move":
            guard rest.count == 2, let place = Int(rest[1]), place >= 1 else { throw wrong(rest.last ?? verb) }
            _ = try selection([rest[0]])
            return .move(rest[0], place)
        default: return try plain(verb, rest)
        }
    }

    private func plain(_ verb: String, _ rest: [String]) throws(OptionError) -> DownloadCommand.Action {
        let actions: [String: DownloadCommand.Action] = [
            "list": .list, "watch": .watch, "clear": .clear, "refresh": .refresh, "stop": .stop, "unit": .unit,
            "key": .key,
        ]
        guard let action = actions[verb] else { throw wrong(verb) }
        if let extra = rest.first { throw wrong(extra) }
        return action
    }

    private func selection(_ words: [String]) throws(OptionError) -> DownloadCommand.Selection {
        if let word = words.first(where: { !Self.isID($0) }) { throw wrong(word) }
        if flags.contains("all") {
            if let word = words.first { throw wrong(word) }
            return .all
        }
        guard !words.isEmpty else { throw .noDownload(command: name) }
        return .some(words)
    }

    /// Sixteen hexadecimal digits, or the first of them.
    private static func isID(_ word: String) -> Bool {
        (1...16).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    private func wrong(_ word: String) -> OptionError { .unexpectedArgument(word, command: name) }
}
