import Classes
import Playlists

package enum ClassFolder {
    /// Whether a folder is a package or a recording of BigBlueButton. Blocks for the disk; any thread.
    package static func isRoom(_ folder: String) -> Bool {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        return ([ClassPlace.manifest] + ClassForm.mainFiles).contains { FileSystemAccess.exists(folder + $0) }
    }
}
