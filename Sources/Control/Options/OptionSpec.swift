/// One option, declared once: parsing, help, completions and the manual page are made from it.
package struct OptionSpec: Sendable {
    package struct Traits: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Listed in the short help.
        static let short = Traits(rawValue: 1)
        /// Concerns the whole run: not allowed in `--{ … --}`.
        static let wholeRun = Traits(rawValue: 2)
        /// Understood, but only listed by `--list-options`.
        static let hidden = Traits(rawValue: 4)
        /// Not in a configuration file.
        static let commandLineOnly = Traits(rawValue: 8)
    }

    /// What giving an option does.
    enum Effect: Sendable {
        case set(@Sendable (inout PlayerOptions) -> Void)
        /// Something to play, in its place among the files: a playlist's path.
        case playlist(String)
        case show(Information)
    }

    /// Without the dashes.
    package let name: String
    package let aliases: [String]
    /// `h` for `-h`.
    package let letter: Character?
    package let form: ValueForm
    /// The value without the option, as one would type it; nil where the summary says it.
    package let defaultText: String?
    package let group: OptionGroup
    /// Message for ``tr(_:)``: a first sentence that stands alone, then what else there is to know. For a flag that
    /// is on by default it describes `--no-…`, which is what one types.
    package let summary: String
    package let traits: Traits
    /// Nil when the text is not a value of this option.
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

    /// The variable of the environment that counts like the option, between configuration and command line; those of
    /// services have one, since a command line is for everyone to read. Nil: none.
    package var environmentName: String? {
        group == .services ? "TVPLAY_" + name.uppercased().replacing("-", with: "_") : nil
    }

    package var isHidden: Bool { traits.contains(.hidden) }

    /// The name as one types it: `no-mouse` for a flag that is on without it.
    package var typedName: String { typedPrefix + name }

    /// The aliases as one types them.
    package var typedAliases: [String] { aliases.map { typedPrefix + $0 } }

    private var typedPrefix: String { form.shape == .flag && defaultText == "yes" ? "no-" : "" }

    /// As the help shows it: `--scaling=fit|fill|stretch`, `--no-mouse`, `--help[=all]`.
    package var usage: String {
        if form.shape == .flag { return "--" + typedName }
        let value = form.bare == nil ? "=" + form.placeholder : "[=" + form.placeholder + "]"
        return (letter.map { "-\($0), " } ?? "") + "--" + name + value
    }

    /// In the short help, where a list of values takes too much space: `--vo=OUTPUT`.
    var shortUsage: String {
        guard let value = Metavariables.ofShortHelp[name] else { return usage }
        return "--" + name + (form.bare == nil ? "=" + value : "[=" + value + "]")
    }

    /// Every spelling that is understood, the aliases and negations too, without dashes.
    var spellings: [String] {
        let names = [name] + aliases
        return form.canNegate ? names + names.map { "no-" + $0 } : names
    }
}

/// The parts of the long help and the manual page.
///
/// The raw value is its name as a topic of the help.
package enum OptionGroup: String, Sendable, CaseIterable {
    case playback, lists, network, services, cache, downloads, picture, sound, subtitles
    case rooms = "classes"
    case screen, control, logs, information
}

/// What can be printed instead of playing; needs no terminal, and but for ``keys`` no FFmpeg.
package enum Information: Sendable, Equatable {
    case help(all: Bool)
    /// The options of a group: `--help=subtitles`.
    case topicHelp(OptionGroup)
    /// `--help` behind a command; its name, with that of the command above it.
    case commandHelp(String)
    case version
    case optionList
    case pictureOutputs
    case completion(Shell)
    case manualPage
    /// The profiles of the configuration files.
    case profiles
    /// The key bindings; the player answers it, which has their table.
    case keys

    /// What the options after it say matters too.
    var dependsOnConfiguration: Bool { self == .profiles || self == .keys }
}

package enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }
