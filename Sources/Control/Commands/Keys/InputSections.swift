package enum KeyBindingChange: Sendable, Equatable {
    /// A key and its command line, which is empty to unbind the key.
    case bind(String, String)
    /// Lines of input.conf under a name. A forced section takes precedence over the keys of the viewer.
    case define(String, String, isForced: Bool)
    /// An exclusive section suspends the viewer's keys and the sections enabled before it.
    case enable(String, isExclusive: Bool)
    case disable(String)
}

/// Key bindings of clients (mpv's `define-section`), which override those of input.conf.
package struct InputSections: Sendable, Equatable {
    private struct Section: Sendable, Equatable {
        var bindings = InputBindings()
        var isForced = false
    }

    private struct EnabledSection: Sendable, Equatable {
        let name: String
        let isExclusive: Bool
    }

    /// The limits of sections, and of bytes in one. No client defines more.
    private static let limits = (sections: 256, bytes: 64 << 10)

    /// From input.conf and `keybind`.
    private var own: InputBindings
    private var sections: [String: Section] = [:]
    /// The newest is last.
    private var enabled: [EnabledSection] = []

    package init(_ own: InputBindings = InputBindings()) { self.own = own }

    package var isExclusive: Bool { enabled.contains(where: \.isExclusive) }

    /// The viewer's keys override default sections; forced sections override both.
    package var effective: InputBindings {
        let first = enabled.lastIndex(where: \.isExclusive) ?? 0
        let active = enabled[min(first, enabled.count)...].compactMap { sections[$0.name] }
        var result = InputBindings()
        for section in active where !section.isForced { result.add(section.bindings) }
        if !isExclusive { result.add(own) }
        for section in active where section.isForced { result.add(section.bindings) }
        return result
    }

    package mutating func apply(_ change: KeyBindingChange) throws(CommandError) {
        switch change {
        case .bind(let key, let line): try bind(key, line)
        case .define(let name, let lines, let isForced):
            guard lines.utf8.count <= Self.limits.bytes, sections.count < Self.limits.sections || sections[name] != nil
            else { throw .failed("define-section") }
            // An error affects only its line, as in input.conf.
            sections[name] = Section(
                bindings: InputConf.parse(lines, section: name).bindings, isForced: isForced)
        case .enable(let name, let isExclusive):
            enabled.removeAll { $0.name == name }
            guard enabled.count < Self.limits.sections else { throw .failed("enable-section") }
            enabled.append(EnabledSection(name: name, isExclusive: isExclusive))
        case .disable(let name): enabled.removeAll { $0.name == name }
        }
    }

    private mutating func bind(_ key: String, _ line: String) throws(CommandError) {
        guard let keys = KeyName.sequence(key) else { throw .badArgument("keybind", value: key) }
        if line.allSatisfy(\.isWhitespace) { return own.remove(keys) }
        let commands = try BoundCommand.parse(line: line).filter { $0.command != .ignore }
        own.add(InputBindings.Binding(keys: keys, keyText: key, commands: commands, text: line))
    }
}
