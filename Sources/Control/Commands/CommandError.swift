import PlayCore

package enum CommandError: Error, Sendable, Equatable {
    /// The texts of all cases are unverified.
    case unknownCommand(String)
    case missingArgument(String)
    case tooManyArguments(String)
    case badArgument(String, value: String)
    case unknownProperty(String)
    case readOnly(String)
    case unavailable(String)
    case badValue(String, value: String)
    case badSyntax
    /// Commands never run other programs or scripts.
    case refused(String)
    case notAvailable(String)
    /// The target is missing, such as an item or the chapters.
    case failed(String)
    case unplayable(String, value: String)

    /// The words of mpv's JSON protocol.
    package var protocolText: String {
        switch self {
        case .unknownCommand, .missingArgument, .tooManyArguments, .badArgument, .badSyntax: "invalid parameter"
        case .unknownProperty: "property not found"
        case .readOnly: "error accessing property"
        case .unavailable: "property unavailable"
        case .badValue: "unsupported format for accessing property"
        case .refused, .notAvailable, .failed, .unplayable: "error running command"
        }
    }

    /// One line in the user's language. Contains unverified text.
    package var message: String {
        switch self {
        case .unknownCommand(let name): tr("Unknown command: %1", name)
        case .missingArgument(let name): tr("Command %1: missing argument", name)
        case .tooManyArguments(let name): tr("Command %1: too many arguments", name)
        case .badArgument(let name, let value): tr("Command %1: invalid argument '%2'", name, value)
        case .unknownProperty(let name): tr("Unknown property: %1", name)
        case .readOnly(let name): tr("Property %1 is read-only", name)
        case .unavailable(let name): tr("Property %1 is unavailable", name)
        case .badValue(let name, let value): tr("Property %1: invalid value '%2'", name, value)
        case .badSyntax: tr("Unbalanced quotes or invalid escape in the command")
        case .refused(let name): tr("Command %1 refused: commands may not start programs", name)
        case .notAvailable(let name): tr("Command %1 is not available here", name)
        case .failed(let name): tr("Command %1 is not possible now", name)
        case .unplayable(let name, let value): tr("Command %1: nothing in '%2' can be played", name, value)
        }
    }
}
