import CPlatform
import Downloads
import Glibc
import PlayCore
import Playlists
import Subtitles

/// Searches the folders that may contain subtitles. Reads the disk: not for the main thread.
enum SubtitleFolders {
    /// The names read of one folder. Folders of films have fewer.
    private static let maximumNames = 100_000

    static func files(for video: String, _ settings: SubtitleSettings) -> [SubtitleAutoLoad.Found] {
        guard video != "-", !AddressText.isAddress(video), settings.search != .no else { return [] }
        let folders = SubtitleAutoLoad.folders(for: video, extra: settings.folders, common: common)
        // An encrypted download's subtitles are encrypted, too.
        let ending = video.hasSuffix(ItemNames.sealedEnding) ? ItemNames.sealedEnding : ""
        return SubtitleAutoLoad.files(
            for: video, in: folders.map { ($0, names(in: $0.path)) }, mode: settings.search,
            languages: settings.languages, ending: ending)
    }

    /// `$XDG_CONFIG_HOME/tvplay/sub`, or `nil` without a home folder.
    private static var common: String? { BaseFolder.configuration.path().map { $0 + "/tvplay/sub" } }

    private static func names(in folder: String) -> [String] {
        FolderWalk.names(in: folder, limit: maximumNames, for: "subtitles")
    }
}
