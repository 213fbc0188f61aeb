import PlayCore

package enum OptionError: Error, Sendable, Equatable {
    /// The option with its dashes; unverified text.
    case unknownOption(String, suggestion: String?)
    case missingValue(option: String)
    /// An option of mpv that this program cannot support, with the reason.
    case refused(option: String, reason: String)
    /// `--no-option=value`.
    case unexpectedValue(option: String)
    case badValue(option: String, value: String, form: ValueForm)
    case notForOneFile(option: String)
    case nestedGroup
    /// `--{` without `--}`, or vice versa.
    case unbalancedGroup
    case emptyGroup
    case contradiction(String, String)
    case notInFile(option: String)
    case notAControl(option: String)
    case unknownProfile(String, suggestion: String?)
    case nestedTooDeep(String)
    case syntax(ConfigSyntaxError)
    case fileNotRead(String, reason: String)
    /// An error in a line (from 1) of a configuration file.
    indirect case inFile(String, line: Int, OptionError)
    /// The missing argument, as in help, of a command such as `downloads pause`.
    case missingArgument(String, command: String)
    /// An unknown command such as `downloads dance`. `of` is empty for the first word.
    case unknownCommand(String, of: String, suggestion: String?)
    case retired(RetiredSpelling)
    case unexpectedArgument(String, command: String)
    case badArgument(String, command: String, form: ValueForm)

    /// In the user's language, one line, safe to print.
    package var message: String {
        switch self {
        case .unknownOption(let option, nil): tr("Unknown option %1.", printable(option))
        case .unknownOption(let option, let suggestion?):
            tr("Unknown option %1. Did you mean %2?", printable(option), suggestion)
        case .missingValue(let option): tr("Option %1 requires a value.", printable(option))
        case .refused(let option, let reason):
            tr("Option %1 is not available: %2.", printable(option), reason)
        case .unexpectedValue(let option): tr("Option %1 takes no value.", printable(option))
        case .badValue(let option, let value, let form):
            tr("Option %1: invalid value '%2', expected %3.", printable(option), printable(value), form.expectation)
        case .notForOneFile(let option):
            tr("Option %1 applies to the whole run and cannot be used between --{ and --}.", printable(option))
        case .nestedGroup: tr("--{ cannot be nested.")
        case .unbalancedGroup: tr("--{ without a closing --}.")
        case .emptyGroup: tr("No file between --{ and --}.")
        case .contradiction(let one, let other): tr("%1 and %2 cannot be combined.", one, other)
        case .notInFile(let option): tr("Option %1 is allowed on the command line only.", printable(option))
        case .notAControl(let option): tr("Option %1 is not a setting of the control bar.", printable(option))
        case .unknownProfile(let name, nil): tr("Unknown profile %1.", printable(name))
        case .unknownProfile(let name, let suggestion?):
            tr("Unknown profile %1. Did you mean %2?", printable(name), printable(suggestion))
        case .nestedTooDeep(let name): tr("Option %1: circular reference.", printable(name))
        case .syntax(let error): error.message(printable)
        case .fileNotRead(let path, let reason): tr("Cannot read %1: %2", printable(path), reason)
        case .inFile(let path, let line, let error): "\(printable(path)):\(line): " + error.message
        case .missingArgument(let arguments, _): tr("Missing argument: %1", arguments)
        case .unknownCommand(let word, let command, nil):
            tr("Unknown command %1.", typed(command, printable(word)))
        case .unknownCommand(let word, let command, let suggestion?):
            tr(
                "Unknown command %1. Did you mean %2?", typed(command, printable(word)), "tvplay " + suggestion)
        case .retired(let spelling):
            tr("tvplay %1 is now: tvplay %2", printable(spelling.old), printable(spelling.new))
        case .badArgument(let word, let command, let form):
            tr("Command %1: invalid value '%2', expected %3.", command, printable(word), form.expectation)
        case .unexpectedArgument(let argument, let command) where !Self.isAlone(command):
            tr("Command %1: unexpected argument '%2'.", command, printable(argument))
        case .unexpectedArgument(let argument, let command):
            tr(
                "Command %1: unexpected argument '%2'. To play a file named %1, write ./%1.", command,
                printable(argument))
        }
    }

    /// Returns whether a command takes no arguments, so that the next words may belong to a file of that name.
    private static func isAlone(_ command: String) -> Bool {
        CommandTable.chain([command])?.last?.arguments.isEmpty == true
    }

    /// - Parameter command: empty for the first word.
    private func typed(_ command: String, _ word: String) -> String {
        (command.isEmpty ? "tvplay " : "tvplay " + command + " ") + word
    }

    /// Replaces control characters, which could rewrite the terminal, by question marks. Shortens long text.
    private func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "?" as UnicodeScalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > 200 ? "..." : "")
    }
}

extension ConfigSyntaxError {
    fileprivate func message(_ printable: (String) -> String) -> String {
        switch self {
        case .noName: tr("Expected an option at the beginning of the line.")
        case .unterminatedQuote: tr("Missing closing quote.")
        case .badLength: tr("%n% must be followed by n bytes.")
        case .unclosedSection: tr("Missing closing bracket ].")
        case .unexpectedText(let text): tr("Unexpected '%1' at the end of the line.", printable(text))
        }
    }
}

extension ValueForm {
    /// Continues "this is not …", in the user's language.
    var expectation: String {
        let kind: String? =
            switch shape {
            case .flag, .choice: nil
            case .integer(let range): tr("a whole number from %1 to %2", "\(range.lowerBound)", "\(range.upperBound)")
            case .number(let range):
                tr("a number from %1 to %2", Self.text(range.lowerBound), Self.text(range.upperBound))
            case .time: tr("a time in range, such as 90, 1:30 or 1:02:03.5")
            case .timePoint: tr("a time, such as 90, 1:30, -30, 25% or #3")
            case .colour: tr("a colour, such as #102030")
            case .bitRate: tr("bits per second, such as 800k or 5M")
            // A user who writes a number has an older list in mind.
            case .definitions: tr("names of definitions, such as 720p,high,audio (not numbers)")
            case .byteCount: tr("a size in bytes, such as 500M or 20G")
            case .byteRate: tr("bytes per second, such as 500K or 2M")
            // The metavariable is more specific than "text".
            case .text: metavariable.map(UsageText.localized) ?? tr("a name")
            case .path: tr("a file name")
            case .folder: tr("a folder name")
            case .absoluteFolder: tr("an absolute path")
            case .address: tr("a URL")
            case .host: tr("a host name")
            case .program: tr("a command")
            case .partRules:
                tr(
                    "category:action, such as intro:skip (categories: %1; actions: %2)",
                    (Region.Kind.allCases.map(\.rawValue) + ["all"]).listed,
                    RegionRules.Action.allCases.map(\.rawValue).listed)
            case .downloadID: tr("the ID of a download, such as 3f")
            }
        let list = (shape == .flag ? ["yes", "no"] : []) + words
        guard !list.isEmpty else { return kind ?? "" }
        let listed = list.listed
        return kind.map { tr("%1 or one of: %2", $0, listed) } ?? tr("one of: %1", listed)
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
    }
}
