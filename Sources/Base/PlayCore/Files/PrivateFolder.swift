import CPlatform
import Glibc

package enum PrivateFolder {
    package static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return ByteText.withCString(path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
