import Classes
import Playlists

package enum ClassFolder {
    /// Returns whether a folder is a package, or a recording of BigBlueButton. Blocks on the disk; any thread may call.
    package static func isRoom(_ folder: String) -> Bool {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        return ([ClassPlace.manifest] + ClassForm.mainFiles).contains { FileSystemAccess.exists(folder + $0) }
    }
}
