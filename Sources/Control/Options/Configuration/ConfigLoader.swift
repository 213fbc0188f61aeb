import PlayCore

typealias OptionSetting = @Sendable (inout PlayerOptions) -> Void

package struct ConfigProfile: Sendable, Equatable {
    package let name: String
    /// `profile-desc`, from the user's own file.
    package let description: String
}

/// Reads the configuration files and sorts their settings by precedence: the system's file, the user's, included files
/// at their places, then the profiles. The command line's settings follow.
struct ConfigLoader {
    /// Deeper inclusion is a cycle. mpv's limit is similar.
    private static let maximumDepth = 8

    private struct Origin {
        let file: String
        let line: Int
    }
    private enum Part {
        case setting(OptionSetting)
        case profile(String, Origin?)
    }
    private struct Section {
        let name: String
        var description = ""
        var parts: [Part] = []
    }

    private let places: ConfigPlaces
    /// The error of an optional file that this user may not read. The other files still count.
    private(set) var unread: OptionError?
    private var settings: [OptionSetting] = []
    private var wanted: [Part] = []
    private var sections: [Section] = []

    init(_ places: ConfigPlaces) { self.places = places }

    var profiles: [ConfigProfile] {
        sections.map { ConfigProfile(name: $0.name, description: $0.description) }
    }

    mutating func load(_ choice: ConfigChoice) throws(OptionError) -> [OptionSetting] {
        for folder in places.folders(choice) {
            try read(folder + "/tvplay.conf", isRequired: false, depth: 0)
        }
        for path in choice.includes {
            try read(places.expanded(path, beside: nil), isRequired: true, depth: 0)
        }
        wanted += choice.profiles.map { .profile($0, nil) }
        return settings + (try resolve(wanted, depth: 0))
    }

    // MARK: Files

    private mutating func read(_ path: String, isRequired: Bool, depth: Int) throws(OptionError) {
        switch places.read(path) {
        case .bytes(let bytes):
            do {
                for entry in try ConfigFile.entries(bytes) { try apply(entry, in: path, depth: depth) }
            } catch .inFile("", let line, let error) {
                throw .inFile(path, line: line, error)
            }
        case .missing: if isRequired { throw .fileNotRead(path, reason: tr("no such file")) }
        case .denied(let reason) where !isRequired: unread = unread ?? .fileNotRead(path, reason: reason)
        case .denied(let reason), .failed(let reason): throw .fileNotRead(path, reason: reason)
        }
    }

    private mutating func apply(_ entry: ConfigEntry, in path: String, depth: Int) throws(OptionError) {
        do {
            if let section = entry.section, section != Self.controls {
                try apply(entry, ofProfile: section, Origin(file: path, line: entry.line))
            } else {
                try applyDefault(entry, in: path, depth: depth)
            }
        } catch .inFile(let file, let line, let error) {
            throw .inFile(file, line: line, error)
        } catch {
            throw .inFile(path, line: entry.line, error)
        }
    }

    /// A section that is always applied, and has only options of the screen.
    private static let controls = "controls"

    private mutating func applyDefault(_ entry: ConfigEntry, in path: String, depth: Int) throws(OptionError) {
        switch entry.name {
        case "profile" where entry.section == nil:
            wanted += try names(entry).map { .profile($0, Origin(file: path, line: entry.line)) }
        case "include" where entry.section == nil:
            guard depth < Self.maximumDepth else { throw .nestedTooDeep(entry.name) }
            let file = try text(entry)
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
            try read(places.expanded(file, beside: folder), isRequired: true, depth: depth + 1)
        default: settings.append(try setting(entry))
        }
    }

    private mutating func apply(_ entry: ConfigEntry, ofProfile name: String, _ origin: Origin) throws(OptionError) {
        let index = sections.firstIndex { $0.name == name } ?? sections.count
        if index == sections.count { sections.append(Section(name: name)) }
        switch entry.name {
        case "profile-desc": sections[index].description = try text(entry)
        case "profile": sections[index].parts += try names(entry).map { .profile($0, origin) }
        default: sections[index].parts.append(.setting(try setting(entry)))
        }
    }

    // MARK: Values

    private func text(_ entry: ConfigEntry) throws(OptionError) -> String {
        guard let value = entry.value, !value.isEmpty else { throw .missingValue(option: entry.name) }
        return value
    }

    private func names(_ entry: ConfigEntry) throws(OptionError) -> [String] {
        try text(entry).split(separator: ",").map(String.init)
    }

    private func setting(_ entry: ConfigEntry) throws(OptionError) -> OptionSetting {
        // The catalogue spells these options user-name and preferred-definitions.
        let name = String(entry.name.map { $0 == "." || $0 == "_" ? "-" : $0 })
        let found = try OptionParser.resolve(name, value: entry.value, typed: entry.name)
        if entry.section == Self.controls, found.spec.group != .screen { throw .notAControl(option: entry.name) }
        let text = if let given = found.text { given } else { throw OptionError.missingValue(option: entry.name) }
        guard let effect = found.spec.effect(text) else {
            throw .badValue(option: entry.name, value: text, form: found.spec.form)
        }
        guard case .set(let setting) = effect, !found.spec.traits.contains(.commandLineOnly) else {
            throw .notInFile(option: entry.name)
        }
        return setting
    }

    // MARK: Profiles

    /// Resolves profiles. A profile's settings follow those of the profiles that it includes.
    private func resolve(_ parts: [Part], depth: Int) throws(OptionError) -> [OptionSetting] {
        var result: [OptionSetting] = []
        for part in parts {
            switch part {
            case .setting(let setting): result.append(setting)
            case .profile(let name, let origin):
                do throws(OptionError) {
                    guard depth < Self.maximumDepth else { throw OptionError.nestedTooDeep(name) }
                    result += try resolve(try section(name).parts, depth: depth + 1)
                } catch .inFile(let file, let line, let error) {
                    throw .inFile(file, line: line, error)
                } catch {
                    throw origin.map { .inFile($0.file, line: $0.line, error) } ?? error
                }
            }
        }
        return result
    }

    private func section(_ name: String) throws(OptionError) -> Section {
        if let section = sections.first(where: { $0.name == name }) { return section }
        if MPVOptions.profiles.contains(name) { return Section(name: name) }
        throw .unknownProfile(name, suggestion: EditDistance.nearest(to: name, in: sections.map(\.name)))
    }
}
