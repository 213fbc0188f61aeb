import PlayCore

package enum OptionTable {
    package static let all: [OptionSpec] =
        playback + skips + adverts + lists + network + services + cache + downloads + picture + sound + subtitles
        + rooms + screen
        + screenshots + overlays + control + logs + information + compatible

    static func option(named name: String) -> OptionSpec? {
        all.first { $0.name == name || $0.aliases.contains(name) }
    }

    static func option(letter: Character) -> OptionSpec? { all.first { $0.letter == letter } }

    static func options(of group: OptionGroup) -> [OptionSpec] { all.filter { $0.group == group && !$0.isHidden } }
}

extension OptionGroup {
    var title: String {
        switch self {
        case .playback: trMark("Playback")
        case .lists: trMark("Playlists and memory")
        case .network: trMark("Network")
        case .services: trMark("Services and tokens")
        case .cache: trMark("Cache on disk")
        case .downloads: trMark("Downloads")
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
