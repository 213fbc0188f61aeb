import Localization

/// All options, in the order of the help.
package enum OptionTable {
    package static let all: [OptionSpec] =
        playback + lists + network + services + cache + picture + sound + subtitles + rooms + screen + screenshots
        + overlays
        + control
        + logs + information

    /// The option that a name or alias stands for.
    static func option(named name: String) -> OptionSpec? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    static func option(letter: Character) -> OptionSpec? { all.first { $0.letter == letter } }

    static func options(of group: OptionGroup) -> [OptionSpec] { all.filter { $0.group == group && !$0.isHidden } }
}

extension OptionGroup {
    /// Message for `tr`.
    var title: String {
        switch self {
        case .playback: trMark("Playback")
        case .lists: trMark("Playlists and memory")
        case .network: trMark("Network")
        case .services: trMark("Services and tokens")
        case .cache: trMark("Cache on disk")
        case .picture: trMark("Picture")
        case .sound: trMark("Sound")
        case .subtitles: trMark("Subtitles")
        case .rooms: trMark("Classes and chats")
        case .screen: trMark("Screen and controls")
        case .control: trMark("Configuration and remote control")
        case .logs: trMark("Logs")
        case .information: trMark("Information")
        }
    }
}

/// The words that may stand in the place of a file.
package struct CommandSpec: Sendable {
    package let name: String
    /// Message for `tr`.
    package let summary: String

    package static let all = [
        CommandSpec(
            name: "cache",
            summary: trMark("Say what the cache holds; rm ADDRESS removes it.")),
        CommandSpec(name: "demo", summary: trMark("Play the demonstration clip that comes with tvplay.")),
        CommandSpec(name: "feed", summary: trMark("Page through short videos: j next, k previous.")),
        CommandSpec(name: "history", summary: trMark("List what was played; with clear, forget it.")),
        CommandSpec(name: "preload", summary: trMark("Put the beginning of videos into the cache.")),
        CommandSpec(name: "probe", summary: trMark("Say what files are made of: container, tracks, errors.")),
        CommandSpec(name: "remote", summary: trMark("Send a command to a player elsewhere: pause, next, seek -5.")),
        CommandSpec(name: "resume", summary: trMark("List remembered positions; with clear, forget them.")),
        CommandSpec(name: "room", summary: trMark("Attend a recorded class; --dump prints its events.")),
        CommandSpec(name: "help", summary: trMark("Show this help; help all shows every option.")),
    ]
}
