import CPlatform
import Glibc

/// Folders of this user that nobody else may enter.
package enum PrivateFolder {
    /// False for a link, for what is another user's, and where there is none.
    package static func isOne(_ path: String) -> Bool {
        var status = stat()
        return ByteText.withCString(path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
