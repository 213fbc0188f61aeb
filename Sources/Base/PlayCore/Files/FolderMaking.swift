import CPlatform
import Glibc

/// Makes folders. Any thread.
package enum FolderMaking {
    /// A folder with all those above it, where they are missing.
    ///
    /// - Parameter mode: of those that are made, less the process' mask.
    package static func make(_ path: String, mode: UInt32) throws(FileError) {
        // Mostly it is there, or only the last is missing.
        if make(one: path, mode) == 0 { return }
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made == "/" ? "" : "/") + part
            let result = make(one: made, mode)
            guard result == 0 else { throw FileError("mkdir", result, made) }
        }
    }

    /// - Returns: the number of the system's error; 0: it is there.
    private static func make(one path: String, _ mode: UInt32) -> Int32 {
        ByteText.withCString(path) { path in
            if mkdir(path, mode) == 0 { return 0 }
            let number = errno
            var information = stat()
            guard stat(path, &information) == 0 else { return number }
            // Whatever was said: one that is there serves, also on a file system that cannot be written.
            return information.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
        }
    }
}
