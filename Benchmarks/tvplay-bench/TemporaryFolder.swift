import Glibc
import PlayCore

struct TemporaryFolder {
    let path: String

    init() throws(BenchError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/tvplay-bench-XXXXXX").utf8CString)
        guard let path = mkdtemp(&template) else { throw BenchError("\(parent): \(String(cString: strerror(errno)))") }
        self.path = String(cString: path)
    }

    func remove() { Log.shared.write(FolderRemoval.remove(path), "bench") }
}
