import Glibc
import PlayCore

package enum WorkingFolder {
    /// `nil` if the folder was removed.
    package static var path: String? {
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return ByteText.text(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
    }
}
