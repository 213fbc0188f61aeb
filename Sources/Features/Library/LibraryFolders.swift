import Playlists

package enum LibraryFolders {
    /// Prefers the named folders, then the folder of videos, then the working folder.
    ///
    /// - Parameters:
    ///   - named: `--library` as written. Relative paths are relative to `workingFolder`.
    ///   - videos: ignored if it is the home folder.
    package static func folders(
        named: [String], videos: String?, home: String?, workingFolder: String
    ) -> [String] {
        let wanted = named.isEmpty ? [videos.flatMap { $0 == home ? nil : $0 } ?? workingFolder] : named
        var seen: Set<String> = []
        return wanted.map { path in
            let expanded = DroppedText.expanded(path, home: home)
            return PathText.normalized(
                expanded.hasPrefix("/") ? expanded : FolderListing.join(workingFolder, expanded))
        }.filter { seen.insert($0).inserted }
    }
}
