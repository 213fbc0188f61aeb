import CPlatform
import Downloads
import Glibc
import PlayCore
import Playlists
import Subtitles

/// The folders in which subtitles may lie, looked into. Reads the disk: not for the main thread.
enum SubtitleFolders {
    /// Names that are looked at in a folder; beyond this nobody keeps films.
    private static let maximumNames = 100_000

    static func files(for video: String, _ settings: SubtitleSettings) -> [SubtitleAutoLoad.Found] {
        guard video != "-", !AddressText.isAddress(video), settings.search != .no else { return [] }
        let folders = SubtitleAutoLoad.folders(for: video, extra: settings.folders, common: common)
        // Those of an encrypted download are encrypted, too.
        let ending = video.hasSuffix(ItemNames.sealedEnding) ? ItemNames.sealedEnding : ""
        return SubtitleAutoLoad.files(
            for: video, in: folders.map { ($0, names(in: $0.path)) }, mode: settings.search,
            languages: settings.languages, ending: ending)
    }

    /// `$XDG_CONFIG_HOME/tvplay/sub`; nil where there is no home.
    private static var common: String? { BaseFolder.configuration.path().map { $0 + "/tvplay/sub" } }

    /// A folder that is not there has none.
    private static func names(in folder: String) -> [String] {
        FolderWalk.names(in: folder, limit: maximumNames, for: "subtitles")
    }
}
