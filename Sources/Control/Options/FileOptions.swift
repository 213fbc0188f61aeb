import PlayCore

extension PlayerOptions {
    /// With one more option, as between `--{` and `--}`: `name` without dashes.
    ///
    /// - Throws: also for options of the whole run.
    package mutating func apply(_ name: String, _ value: String) throws(OptionError) {
        let found = try OptionParser.resolve(name, value: value == "yes" ? nil : value, typed: name)
        let text = found.text ?? value
        guard let effect = found.spec.effect(text) else {
            throw .badValue(option: name, value: text, form: found.spec.form)
        }
        guard case .set(let setting) = effect, !found.spec.traits.contains(.wholeRun) else {
            throw .notForOneFile(option: name)
        }
        setting(&self)
        if let (one, other) = contradiction { throw .contradiction(one, other) }
    }
}
