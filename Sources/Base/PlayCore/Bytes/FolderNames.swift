import Glibc

/// What is in a folder, by name. Blocks on the disk; any thread.
package enum FolderNames {
    /// - Parameter limit: no more than so many are read, for folders of unknown size.
    /// - Returns: in no order, without `.` and `..`; nil: it cannot be read.
    package static func read(_ path: String, limit: Int = .max) -> [String]? {
        guard let folder = ByteText.withCString(path, { opendir($0) }) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { ByteText.text($0.prefix { $0 != 0 }) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
