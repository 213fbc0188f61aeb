import PlayCore

/// Where the viewer keeps pictures: `XDG_PICTURES_DIR` of `user-dirs.dirs`, else `~/Pictures` if it exists, else the home
/// folder.
package enum PicturesFolder {
    /// - Returns: an absolute path; `.` where there is no home.
    package static func path(
        environment: (String) -> String?, read: (String) -> String?, isFolder: (String) -> Bool = UserFolder.exists
    ) -> String {
        UserFolder.pictures.path(environment: environment, read: read, isFolder: isFolder) ?? BaseFolder.absolute(
            "HOME", environment)
            ?? "."
    }

    /// From the program's own surroundings.
    package static var own: String { UserFolder.pictures.own ?? BaseFolder.absolute("HOME") ?? "." }
}
