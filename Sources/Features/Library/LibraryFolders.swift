import Playlists

/// The choice of the library's folders.
package enum LibraryFolders {
    /// Returns the folders that the viewer names, else the folder of videos, else the working folder.
    ///
    /// - Parameters:
    ///   - named: the values of `--library` as written. Relative paths are relative to `workingFolder`.
    ///   - videos: the folder of videos, or `nil` if it is not configured. It is ignored if it is the home folder.
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
