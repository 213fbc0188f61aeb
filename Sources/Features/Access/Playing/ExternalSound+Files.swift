import Media
package import MediaSources
import PlayCore
import Playlists
package import Subtitles

/// Which sounds in files of their own go with an item. A value.
package struct SoundFiles: Sendable {
    /// Those that were named: paths and addresses.
    package var files: [String] = []
    /// What is looked for beside the item.
    package var search = SubtitleAutoLoad.Mode.no
    /// Folders to look into as well; relative ones are so to the item's.
    package var folders: [String] = []
    /// The most wanted first.
    package var languages: [String] = []

    package init() {}

    private static let endings = SubtitleAutoLoad.Endings(MediaName.sounds)
    private static let mostNames = 100_000

    /// Reads the disk: not for the main thread.
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
    ///   - location: path or address.
    ///   - isFound: nobody has named it.
    package init(
        _ location: String, title: String? = nil, language: String? = nil, isFound: Bool = false, _ access: SourceAccess
    ) {
        self.init(
            ExternalTrack(name: AddressText.shown(location), isFound: isFound), title: title, language: language
        ) { cancel throws(MediaError) in try access.openMedia(location, cancel: cancel) }
    }
}

extension SessionInput {
    /// - Parameter location: of the item; path or address.
    package mutating func add(_ sounds: SoundFiles, of location: String, _ access: SourceAccess) {
        guard !sounds.files.isEmpty || sounds.search != .no else { return }
        self.sounds = { sounds.sounds(of: location, access) }
    }
}
