import Playlists
import Rooms

/// Folders of this machine that are classes.
package enum RoomFolder {
    /// A package, or a recording of BigBlueButton. Blocks as the disk does; any thread.
    package static func isRoom(_ folder: String) -> Bool {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        return ([RoomPlace.manifest] + RoomForm.mainFiles).contains { FileSystemAccess.exists(folder + $0) }
    }
}
