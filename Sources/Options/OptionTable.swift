import Localization

/// All options, in the order of the help.
package enum OptionTable {
    package static let all: [OptionSpec] = playback + picture + sound + screen + logs + information

    /// The option that a name or alias stands for.
    static func option(named name: String) -> OptionSpec? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    static func option(letter: Character) -> OptionSpec? { all.first { $0.letter == letter } }

    static func options(of group: OptionGroup) -> [OptionSpec] { all.filter { $0.group == group && !$0.isHidden } }
}

extension OptionGroup {
    /// In the user's language.
    var title: String {
        switch self {
        case .playback: tr("Playback")
        case .picture: tr("Picture")
        case .sound: tr("Sound")
        case .screen: tr("Screen and controls")
        case .logs: tr("Logs")
        case .information: tr("Information")
        }
    }
}

/// The words that may stand in the place of a file.
package struct CommandSpec: Sendable {
    package let name: String
    /// Message for `tr`.
    package let summary: String

    package static let all = [
        CommandSpec(name: "demo", summary: trMark("Play the demonstration clip that comes with tvplay.")),
        CommandSpec(name: "help", summary: trMark("Show this help; help all shows every option.")),
    ]
}
