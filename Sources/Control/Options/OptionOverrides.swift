import PlayCore

/// Options of one item, from `--{ … --}` or `loadfile`. Equal if the same options have the same values.
package struct OptionOverrides: Sendable, Equatable {
    private struct Change: Sendable, Equatable {
        let name: String
        let value: String
        let setting: OptionSetting

        static func == (a: Change, b: Change) -> Bool { (a.name, a.value) == (b.name, b.value) }
    }

    private var changes: [Change] = []

    package init() {}

    package var isEmpty: Bool { changes.isEmpty }

    mutating func append(_ name: String, _ value: String, _ setting: @escaping OptionSetting) {
        changes.append(Change(name: name, value: value, setting: setting))
    }

    /// Adds an option by its name without dashes. It must not contradict the run's `options`.
    ///
    /// - Throws: also for options of the whole run.
    package mutating func add(_ name: String, _ value: String, over options: PlayerOptions) throws(OptionError) {
        let found = try OptionParser.resolve(name, value: value == "yes" ? nil : value, typed: name)
        let text = found.text ?? value
        guard let effect = found.spec.effect(text) else {
            throw .badValue(option: name, value: text, form: found.spec.form)
        }
        guard case .set(let setting) = effect, !found.spec.traits.contains(.wholeRun) else {
            throw .notForOneFile(option: name)
        }
        var copy = self
        copy.append(found.spec.name, text, setting)
        if let (one, other) = options.overridden(by: copy).contradiction { throw .contradiction(one, other) }
        self = copy
    }

    /// Returns mpv's options among them that have no effect.
    package func ignored(over options: PlayerOptions) -> ArraySlice<IgnoredOption> {
        options.overridden(by: self).ignored.dropFirst(options.ignored.count)
    }

    fileprivate func apply(to options: inout PlayerOptions) {
        for change in changes {
            change.setting(&options)
            options.own.insert(change.name)
        }
    }
}

extension PlayerOptions {
    package func overridden(by overrides: OptionOverrides) -> PlayerOptions {
        var options = self
        overrides.apply(to: &options)
        return options
    }
}
