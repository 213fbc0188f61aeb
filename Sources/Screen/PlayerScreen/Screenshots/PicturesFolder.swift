import PlayCore

/// `XDG_PICTURES_DIR` of `user-dirs.dirs`, else `~/Pictures` if it exists, else the home folder.
package enum PicturesFolder {
    package static func path(
        environment: (String) -> String?, read: (String) -> String?, isFolder: (String) -> Bool = UserFolder.exists
    ) -> String {
        UserFolder.pictures.path(environment: environment, read: read, isFolder: isFolder) ?? BaseFolder.absolute(
            "HOME", environment)
            ?? "."
    }

    package static var own: String { UserFolder.pictures.own ?? BaseFolder.absolute("HOME") ?? "." }
}
