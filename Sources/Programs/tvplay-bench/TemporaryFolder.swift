import Glibc

/// A folder for the time of a case.
struct TemporaryFolder {
    let path: String

    init() throws(BenchError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/tvplay-bench-XXXXXX").utf8CString)
        guard let path = mkdtemp(&template) else { throw BenchError("\(parent): \(String(cString: strerror(errno)))") }
        self.path = String(cString: path)
    }

    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            // A folder is emptied first; what cannot be removed is in the temporary directory, which is cleaned.
            if unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
        }
        _ = rmdir(path)
    }
}
