internal import CPlatform
internal import Glibc
import PlayCore

/// Removes what a download has made. Any thread.
enum FolderRemoval {
    /// The files of a folder, not what lies deeper.
    static func empty(_ path: String) {
        for name in FolderNames.read(path) ?? [] { Disk.remove(path + "/" + name) }
    }

    /// A folder of ours, which has one level of folders at most: its files, those folders, itself. Symbolic links are
    /// removed, never followed.
    static func remove(_ path: String) {
        for name in FolderNames.read(path) ?? [] {
            let child = path + "/" + name
            if isFolder(child) {
                empty(child)
                Disk.removeFolder(child)
            } else {
                Disk.remove(child)
            }
        }
        Disk.removeFolder(path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return ByteText.withCString(path) { lstat($0, &information) } == 0
            && tv_is_directory(information.st_mode) != 0
    }
}
