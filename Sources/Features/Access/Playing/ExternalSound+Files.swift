import Media
package import MediaSources
import PlayCore
import Playlists
package import Subtitles

package struct SoundFiles: Sendable {
    package var files: [String] = []
    package var search = SubtitleAutoLoad.Mode.no
    /// Additional folders. Relative ones are relative to the item's folder.
    package var folders: [String] = []
    /// Preferred first.
    package var languages: [String] = []

    package init() {}

    private static let endings = SubtitleAutoLoad.Endings(MediaName.sounds)
    private static let mostNames = 100_000

    /// Reads the disk; not for the main thread.
    fileprivate func sounds(of item: String, _ access: SourceAccess) -> [ExternalSound] {
        files.map { ExternalSound($0, access) }
            + found(beside: item).map { found in
                ExternalSound(found.path, language: found.language, isFound: true, access)
            }
    }

    private func found(beside item: String) -> [SubtitleAutoLoad.Found] {
        guard search != .no, item != "-", !AddressText.isAddress(item) else { return [] }
        let path = AddressText.localPath(item)
        let folders = SubtitleAutoLoad.folders(for: path, extra: folders, common: nil)
        return SubtitleAutoLoad.files(
            for: path,
            in: folders.map { ($0, FolderWalk.names(in: $0.path, limit: Self.mostNames, for: "sounds")) },
            endings: Self.endings, mode: search, languages: languages
        ).filter { found in found.path != path && !files.contains(found.path) }
    }
}

extension ExternalSound {
    /// - Parameters:
    ///   - location: a file that the viewer names, or one beside the item.
    ///   - isFound: whether the search found the file. Otherwise the viewer named it.
    package init(
        _ location: String, title: String? = nil, language: String? = nil, isFound: Bool = false, _ access: SourceAccess
    ) {
        self.init(
            ExternalTrack(name: AddressText.shown(location), isFound: isFound), title: title, language: language
        ) { cancel throws(MediaError) in try access.openMedia(location, cancel: cancel, isFromViewer: true) }
    }
}

extension SessionInput {
    package mutating func add(_ sounds: SoundFiles, of location: String, _ access: SourceAccess) {
        guard !sounds.files.isEmpty || sounds.search != .no else { return }
        self.sounds = { sounds.sounds(of: location, access) }
    }
}
