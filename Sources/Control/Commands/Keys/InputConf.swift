package import PlayCore

package struct InputBindings: Sendable, Equatable {
    /// The place of a binding: `KEY {section} command`.
    package enum Section: String, Sendable {
        case always = ""
        case `default`
        case downloads
    }

    package struct Binding: Sendable, Equatable {
        package let keys: [BoundKey]
        /// As written.
        package let keyText: String
        package let commands: [BoundCommand]
        /// As written, without a comment.
        package let text: String
        package var section = Section.default
    }

    /// The bindings in the order of the file. Of several for the same keys, only the last.
    package private(set) var bindings: [Binding] = []
    /// Bindings in the list of downloads, each a single key.
    package private(set) var inDownloads: [Binding] = []
    private var byKeys: [[BoundKey]: Int] = [:]
    private var prefixes: Set<[BoundKey]> = []

    package init() {}

    package var isEmpty: Bool { bindings.isEmpty }

    package mutating func add(_ binding: Binding) {
        if binding.section == .downloads {
            inDownloads.removeAll { $0.keys == binding.keys }
            inDownloads.append(binding)
            return
        }
        if let index = byKeys[binding.keys] {
            bindings[index] = binding
            return
        }
        byKeys[binding.keys] = bindings.count
        bindings.append(binding)
        for length in 1..<max(1, binding.keys.count) { prefixes.insert(Array(binding.keys.prefix(length))) }
    }

    /// Replaces bindings for the same keys.
    mutating func add(_ other: InputBindings) {
        for binding in other.bindings + other.inDownloads { add(binding) }
    }

    mutating func remove(_ keys: [BoundKey]) {
        var rest = InputBindings()
        for binding in bindings + inDownloads where binding.keys != keys || binding.section == .downloads {
            rest.add(binding)
        }
        self = rest
    }

    package func binding(_ keys: [BoundKey]) -> Binding? { byKeys[keys].map { bindings[$0] } }

    /// Returns whether the key is bound, alone or at the beginning of a sequence.
    package func begins(with key: KeyPress) -> Bool {
        binding([.key(key)]) != nil || isPrefix([.key(key)]) || bindingInDownloads([.key(key)]) != nil
    }

    package func bindingInDownloads(_ keys: [BoundKey]) -> Binding? { inDownloads.first { $0.keys == keys } }

    package func isPrefix(_ keys: [BoundKey]) -> Bool { prefixes.contains(keys) }
}

/// Reads input.conf: `KEY command arguments # comment`.
package enum InputConf {
    package struct Problem: Sendable, Equatable {
        /// From 1.
        package let line: Int
        /// In the user's language. Contains unverified text.
        package let text: String
    }

    /// An error affects only its line. `client` names the client's section, or is `nil` for a file.
    package static func parse(
        _ text: String, section: String? = nil
    ) -> (bindings: InputBindings, problems: [Problem]) {
        var bindings = InputBindings()
        var problems: [Problem] = []
        let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            do {
                if let binding = try binding(line, section) { bindings.add(binding) }
            } catch {
                problems.append(Problem(line: index + 1, text: error.text))
            }
        }
        return (bindings, problems)
    }

    private struct LineError: Error { let text: String }

    private static func binding(_ line: Substring, _ client: String?) throws(LineError) -> InputBindings.Binding? {
        let line = line.drop(while: \.isWhitespace)
        guard let first = line.first, first != "#" else { return nil }
        let name = line.prefix { !$0.isWhitespace }
        var rest = line.dropFirst(name.count).drop(while: \.isWhitespace)
        guard !rest.isEmpty else { throw LineError(text: tr("Key %1: no command given", String(name))) }
        guard let keys = KeyName.sequence(String(name)) else {
            throw LineError(text: tr("Unknown key: %1", String(name)))
        }
        var section = InputBindings.Section.default
        if rest.hasPrefix("{"), let close = rest.firstIndex(of: "}") {
            let name = rest[rest.index(after: rest.startIndex)..<close].filter { !$0.isWhitespace }
            if name != client {
                // Other sections belong to scripts and modes that do not exist here.
                guard client == nil, let known = InputBindings.Section(rawValue: name) else { return nil }
                section = known
            }
            rest = rest[rest.index(after: close)...].drop(while: \.isWhitespace)
        }
        do {
            let commands = try BoundCommand.parse(line: String(rest))
            return InputBindings.Binding(
                keys: keys, keyText: String(name), commands: commands.filter { $0.command != .ignore },
                text: trimmed(try CommandWords.withoutComment(String(rest))), section: section)
        } catch {
            throw LineError(text: error.message)
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
