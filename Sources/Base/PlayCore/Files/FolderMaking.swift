import CPlatform
import Glibc

package enum FolderMaking {
    package static func make(_ path: String, mode: UInt32) throws(FileError) {
        // Usually the folder exists, or only the last component is missing.
        if make(one: path, mode) == 0 { return }
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made == "/" ? "" : "/") + part
            let result = make(one: made, mode)
            guard result == 0 else { throw FileError("mkdir", result, made) }
        }
    }

    /// - Returns: `errno`, or 0 if the folder exists.
    private static func make(one path: String, _ mode: UInt32) -> Int32 {
        ByteText.withCString(path) { path in
            if mkdir(path, mode) == 0 { return 0 }
            let number = errno
            var information = stat()
            guard stat(path, &information) == 0 else { return number }
            // An existing folder suffices, even if `mkdir` failed otherwise, as on a read-only file system.
            return information.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
        }
    }
}
