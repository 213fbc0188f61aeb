internal import Glibc
import PlayCore

/// What is in a folder.
enum FolderNames {
    /// Sorted; empty where there is no such folder.
    static func names(_ path: String) -> [String] {
        guard let folder = ByteText.withCString(path, { opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                ByteText.text(UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 }))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
