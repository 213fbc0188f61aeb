import Playlists

/// Which folders the library consists of. Pure.
package enum LibraryFolders {
    /// Those that the viewer names, else the folder of videos, else the one that the program stands in.
    ///
    /// - Parameters:
    ///   - named: `--library`, as they were written; relative ones are so to `workingFolder`.
    ///   - videos: nil: nobody has said which; the home folder is none of its own.
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
