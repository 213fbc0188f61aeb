/// One option, declared once. Parsing, help, completions and the manual page are generated from it.
package struct OptionSpec: Sendable {
    package struct Traits: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        static let short = Traits(rawValue: 1)
        /// Applies to the whole run, so it is not allowed in `--{ … --}`.
        static let wholeRun = Traits(rawValue: 2)
        /// Accepted, but listed only by `--list-options`.
        static let hidden = Traits(rawValue: 4)
        static let commandLineOnly = Traits(rawValue: 8)
    }

    enum Effect: Sendable {
        case set(@Sendable (inout PlayerOptions) -> Void)
        /// An item to play, at its place among the files: a playlist's path.
        case playlist(String)
        case show(Information)
    }

    package let name: String
    package let aliases: [String]
    package let letter: Character?
    package let form: ValueForm
    /// The value without the option, as typed, or `nil` if the summary has it.
    package let defaultText: String?
    package let group: OptionGroup
    /// The message for ``tr(_:)``: a first sentence that can stand alone, then details. For a flag that is on by
    /// default, it describes `--no-…`, which users type.
    package let summary: String
    package let traits: Traits
    let effect: @Sendable (String) -> Effect?

    init<Value: Sendable>(
        _ name: String, aliases: [String] = [], _ parser: ValueParser<Value>, default defaultText: String? = nil,
        in group: OptionGroup, _ traits: Traits = [], summary: String,
        store: @escaping @Sendable (inout PlayerOptions, Value) -> Void
    ) {
        self.init(
            name, aliases: aliases, letter: nil, parser, default: defaultText, in: group, traits, summary: summary
        ) {
            value in .set { store(&$0, value) }
        }
    }

    init<Value: Sendable>(
        _ name: String, aliases: [String] = [], letter: Character?, _ parser: ValueParser<Value>,
        default defaultText: String? = nil, in group: OptionGroup, _ traits: Traits = [], summary: String,
        effect: @escaping @Sendable (Value) -> Effect?
    ) {
        self.name = name
        self.aliases = aliases
        self.letter = letter
        form = parser.form.called(Metavariables.ofOptions[name])
        self.defaultText = defaultText
        self.group = group
        self.summary = summary
        self.traits = traits
        self.effect = { text in parser.read(text).flatMap(effect) }
    }

    /// The option's environment variable, with a precedence between configuration and command line, or `nil`. Options
    /// of services have one, because all users can read a command line.
    package var environmentName: String? {
        group == .services ? "TVPLAY_" + name.uppercased().replacing("-", with: "_") : nil
    }

    package var isHidden: Bool { traits.contains(.hidden) }

    /// The name as typed: `no-mouse` for a flag that is on without it.
    package var typedName: String { typedPrefix + name }

    package var typedAliases: [String] { aliases.map { typedPrefix + $0 } }

    private var typedPrefix: String { form.shape == .flag && defaultText == "yes" ? "no-" : "" }

    /// The option as help shows it: `--scaling=fit|fill|stretch`, `--no-mouse`, `--help[=all]`.
    package var usage: String {
        if form.shape == .flag { return "--" + typedName }
        let value = form.bare == nil ? "=" + form.placeholder : "[=" + form.placeholder + "]"
        return (letter.map { "-\($0), " } ?? "") + "--" + name + value
    }

    /// As in the short help, where a list of values would be too long: `--vo=OUTPUT`.
    var shortUsage: String {
        guard let value = Metavariables.ofShortHelp[name] else { return usage }
        return "--" + name + (form.bare == nil ? "=" + value : "[=" + value + "]")
    }

    /// All accepted spellings, including aliases and negations, without dashes.
    var spellings: [String] {
        let names = [name] + aliases
        return form.canNegate ? names + names.map { "no-" + $0 } : names
    }
}

/// The parts of the long help and the manual page. The raw value is the topic's name.
package enum OptionGroup: String, Sendable, CaseIterable {
    case playback, lists, network, services, cache, downloads, picture, sound, subtitles
    case rooms = "classes"
    case screen, control, logs, information
}

/// Text to print instead of playing. Needs no terminal, and only ``keys`` needs FFmpeg.
package enum Information: Sendable, Equatable {
    case help(all: Bool)
    /// The options of a group: `--help=subtitles`.
    case topicHelp(OptionGroup)
    /// `--help` after a command, with its full name.
    case commandHelp(String)
    case version
    case optionList
    case pictureOutputs
    case completion(Shell)
    case manualPage
    case profiles
    /// Printed by the player, which has the table of key bindings.
    case keys

    /// Whether later options matter, too.
    var dependsOnConfiguration: Bool { self == .profiles || self == .keys }
}

package enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }
