import CPlatform
import Glibc

/// Whether a program that records terminals is among the ancestors of this one, or of a client of tmux that shows its pane.
/// Looks at `/proc`; where that tells nothing there is none.
package enum RecorderSearch {
    /// Programs that record what a terminal shows: util-linux's `script`, and those that ascii casts come from.
    private static let names: Set<String> = [
        "script", "asciinema", "ttyrec", "ovh-ttyrec", "termrec", "t-rec", "terminalizer", "termtosvg", "ttygif", "vhs",
        "autocast", "showterm", "castty", "tlog-rec", "tlog-rec-session",
    ]
    /// Ancestors that are looked at: processes come and go meanwhile.
    private static let depth = 64

    /// Its name; nil: none. Within tmux it blocks for half a second at most.
    package static func recorder() -> String? { recorder(of: getpid()) ?? TmuxClients.ofThisPane()?.recorder }

    /// Among the ancestors of a process.
    static func recorder(of process: pid_t) -> String? {
        recorder(of: process, parent: { ProcessPlace.of($0)?.parent }, words: words)
    }

    /// - Parameter words: name of a process and its first arguments.
    static func recorder(
        of process: pid_t, parent: (pid_t) -> pid_t?, words: (pid_t) -> [String]
    ) -> String? {
        var ancestor = parent(process)
        for _ in 0..<depth {
            guard let current = ancestor, current > 1 else { return nil }
            if let name = words(current).map(fileName).first(where: names.contains) { return name }
            ancestor = parent(current)
        }
        return nil
    }

    private static func fileName(_ word: String) -> String { word.split(separator: "/").last.map(String.init) ?? "" }

    /// Scripts are arguments of what runs them.
    private static func words(_ process: pid_t) -> [String] {
        let name = String(decoding: text("/proc/\(process)/comm").prefix { $0 != 0x0A }, as: UTF8.self)
        let arguments = text("/proc/\(process)/cmdline").split(separator: 0).prefix(2).map {
            String(decoding: $0, as: UTF8.self)
        }
        let isScript = ["python", "node", "perl", "ruby"].contains { name.hasPrefix($0) }
        return [name] + arguments.prefix(isScript ? 2 : 1)
    }

    private static func text(_ path: String) -> [UInt8] {
        let descriptor = tv_open(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : []
    }
}
