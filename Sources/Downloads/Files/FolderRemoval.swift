internal import CPlatform
internal import Glibc
import PlayCore

/// Removes what a download has made. Any thread.
enum FolderRemoval {
    /// Names in a folder, without those of itself and its parent.
    static func names(_ path: String) -> [String] {
        guard let folder = ByteText.withCString(path, { opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                ByteText.text(Array(bytes.prefix { $0 != 0 }))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The files of a folder, not what lies deeper.
    static func empty(_ path: String) {
        for name in names(path) { Disk.remove(path + "/" + name) }
    }

    /// A folder of ours, which has one level of folders at most: its files, those folders, itself. Symbolic links are
    /// removed, never followed.
    static func remove(_ path: String) {
        for name in names(path) {
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
