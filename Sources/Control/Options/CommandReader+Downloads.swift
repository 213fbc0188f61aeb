import PlayCore

extension CommandReader {
    func downloads() throws(OptionError) -> DownloadCommand.Action {
        switch spec.name {
        case "get": return .get(try fullWish())
        case "info": return .info(try selection(words))
        case "path": return .path(try selection(words))
        case "pause": return .pause(try selection(words))
        case "resume": return .resume(try selection(words))
        case "retry": return .retry(try selection(words))
        case "remove": return .remove(try selection(words))
        case "priority":
            let (number, rest) = try first(.number(0...1))
            return .priority(number, try selection(rest))
        case "limit":
            let (bytes, rest) = try first(.byteRate)
            return .limit(bytes, rest.isEmpty && !flags.contains("all") ? nil : try selection(rest))
        case "move": return try move()
        case "clear": return .clear(words.isEmpty ? nil : try selection(words))
        default:
            try expectNoWords()
            return plain
        }
    }

    private var plain: DownloadCommand.Action {
        switch spec.name {
        case "list": .list
        case "watch": .watch
        case "refresh": .refresh
        case "stop": .stop
        case "unit": .unit
        case "key": .key
        default: flags.contains("json") ? .list : .browse
        }
    }

    private func move() throws(OptionError) -> DownloadCommand.Action {
        guard let id = words.first, words.count > 1 else { throw missing }
        if words.count > 2 { throw unexpected(words[2]) }
        let places = ValueParser<Int>.integer(1...99_999)
        guard let place = places.read(words[1]) else { throw bad(words[1], places.form) }
        _ = try selection([id])
        return .move(id, place)
    }

    private func first<Value>(_ parser: ValueParser<Value>) throws(OptionError) -> (Value, [String]) {
        guard let word = words.first else { throw missing }
        guard let value = parser.read(word) else { throw bad(word, parser.form) }
        return (value, Array(words.dropFirst()))
    }

    private func fullWish() throws(OptionError) -> DownloadWish {
        guard !words.isEmpty || wish.classID != nil || !wish.inputFiles.isEmpty else { throw missing }
        var wish = wish
        wish.references = words
        wish.isSecure = flags.contains("secure")
        wish.isPaused = flags.contains("paused")
        wish.isInCache = flags.contains("in-cache")
        wish.keepsSegments = flags.contains("keep-segments")
        wish.waits = flags.contains("wait") || wish.onComplete != nil
        wish.keepsServerTime = flags.contains("remote-time")
        wish.listsFormats = flags.contains("list-formats")
        return wish
    }

    private func selection(_ words: [String]) throws(OptionError) -> DownloadCommand.Selection {
        if let word = words.first(where: { !Self.isID($0) }) {
            throw bad(word, ValueForm(shape: .downloadID, words: []))
        }
        if flags.contains("all") {
            if let word = words.first { throw unexpected(word) }
            return .all
        }
        guard !words.isEmpty else { throw missing }
        return .some(words)
    }

    private func bad(_ word: String, _ form: ValueForm) -> OptionError {
        .badArgument(word, command: name, form: form)
    }

    /// Accepts sixteen hexadecimal digits, or the first of them.
    private static func isID(_ word: String) -> Bool {
        (1...16).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

extension DownloadWish {
    /// Stores a value of an option of `get`. Returns `false` if it is invalid.
    mutating func store(_ name: String, _ value: String) -> Bool {
        guard !value.isEmpty else { return false }
        switch name {
        case "dir": folder = value
        case "out":
            guard !value.contains("/") else { return false }
            self.name = value
        case "checksum": checksum = value
        case "on-complete": onComplete = value
        case "input-file": inputFiles.append(value)
        case "class": classID = value
        case "session": sessionID = value
        case "title": title = value
        case "definition":
            guard let keys = ValueParser<[DefinitionInfo.Key]>.definitions.read(value) else { return false }
            definitions = keys
        case "length":
            let number = value.hasSuffix("s") ? String(value.dropLast()) : value
            guard let time = ValueParser<MediaTime>.time(.milliseconds(1)...(.seconds(24 * 3600))).read(number) else {
                return false
            }
            ahead = time
        case "priority":
            guard let number = ValueParser<Double>.number(0...1).read(value) else { return false }
            priority = number
        case "limit":
            guard let bytes = ValueParser<Int64>.byteRate.read(value) else { return false }
            limit = bytes
        case "note":
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { return false }
            notes.append((parts[0], parts[1]))
        default: return false
        }
        return true
    }
}
