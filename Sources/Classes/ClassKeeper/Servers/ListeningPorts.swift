import Glibc
import PlayCore

/// The TCP ports at which a process listens, according to the kernel. A port that answers might be another program's.
enum ListeningPorts {
    /// Returns no ports for another user's process or an ended one.
    static func of(_ process: Int32) -> Set<Int> {
        let sockets = sockets(of: process)
        guard !sockets.isEmpty else { return [] }
        return ["tcp", "tcp6"].reduce(into: []) { ports, table in
            for line in text("/proc/\(process)/net/\(table)").split(separator: "\n").dropFirst() {
                // The columns are number, own address, peer address, state, queues, timer, retransmissions, user, …,
                // inode.
                let words = line.split(separator: " ", maxSplits: 10)
                guard words.count > 9, words[3] == listening, sockets.contains(words[9]),
                    let port = words[1].split(separator: ":").last.flatMap({ Int($0, radix: 16) })
                else { continue }
                ports.insert(port)
            }
        }
    }

    private static let listening = "0A"

    private static func sockets(of process: Int32) -> Set<Substring> {
        let folder = "/proc/\(process)/fd"
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: Set<Substring> = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var target = [UInt8](repeating: 0, count: 64)
            let length = readlink(folder + "/" + name, &target, target.count)
            guard length > 0 else { continue }
            let text = String(decoding: target[..<length], as: UTF8.self)
            if text.hasPrefix("socket:[") { found.insert(text.dropFirst(8).dropLast()) }
        }
        return found
    }

    private static func text(_ path: String) -> String {
        do throws(FileError) {
            return ByteText.text(try WholeFile.read(path, limit: 64 << 20, kind: .ready))
        } catch {
            return ""
        }
    }
}
