import CPlatform
import Glibc

/// Searches `/proc` for a program that records terminals among the ancestors of this process, or of a tmux client that
/// shows its pane. Finds none if `/proc` cannot be read.
package enum RecorderSearch {
    /// Terminal recorders: util-linux's `script`, and tools that write ascii casts.
    private static let names: Set<String> = [
        "script", "asciinema", "ttyrec", "ovh-ttyrec", "termrec", "t-rec", "terminalizer", "termtosvg", "ttygif", "vhs",
        "autocast", "showterm", "castty", "tlog-rec", "tlog-rec-session",
    ]
    /// Ancestors to examine. Processes start and end meanwhile.
    private static let depth = 64

    /// Returns the recorder's name, or `nil` if there is none. Within tmux it blocks for half a second at most.
    package static func recorder() -> String? { recorder(of: getpid()) ?? TmuxClients.ofThisPane()?.recorder }

    static func recorder(of process: pid_t) -> String? {
        recorder(of: process, parent: { ProcessPlace.of($0)?.parent }, words: words)
    }

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

    /// Includes arguments, since a script is an argument of its interpreter.
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
