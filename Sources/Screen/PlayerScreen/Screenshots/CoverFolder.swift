internal import CPlatform
import Encoding
internal import Glibc
import PlayCore

/// The covers for the desktop, one file for each picture, named by its bytes. The least recently used files are
/// removed. Blocks on the disk; one thread.
package struct CoverFolder {
    package let path: String
    private let mostFiles: Int
    private let mostBytes: Int

    /// Files have some 30 kB each; 16 MiB are small enough to need no option.
    package init(_ path: String, mostFiles: Int = 256, mostBytes: Int = 16 << 20) {
        self.path = path
        self.mostFiles = mostFiles
        self.mostBytes = mostBytes
    }

    /// Returns the folder in `$XDG_CACHE_HOME`, else in `$HOME/.cache`. Only absolute paths count, as XDG specifies.
    package static func standardPath(environment: (String) -> String?) -> String? {
        BaseFolder.cache.path(environment).map { $0 + "/tvplay/covers" }
    }

    /// Writes a new picture, atomically, and makes space. Returns nil if it cannot be written.
    ///
    /// - Parameter ending: the extension of the file's name, with its dot.
    package func store(_ bytes: [UInt8], ending: String) -> String? {
        let name = Self.name(of: bytes) + ending
        let target = path + "/" + name
        let isThere = ByteText.withCString(target) { utimensat(AT_FDCWD, $0, nil, 0) == 0 }
        guard isThere || write(bytes, to: target) else { return nil }
        makeSpace(keeping: name)
        return target
    }

    static func name(of bytes: [UInt8]) -> String { String(SHA256.hexadecimal(bytes).prefix(32)) }

    private func write(_ bytes: [UInt8], to target: String) -> Bool {
        do throws(FileError) {
            try FolderMaking.make(path, mode: 0o700)
            try WholeFile.replace(target, with: bytes, draft: path + "/.new-\(getpid())")
            return true
        } catch {
            Log.shared.write(.warning, "covers", "\(error)")
            return false
        }
    }

    // MARK: Space

    private struct Entry {
        let name: String
        let size: Int
        /// Nanoseconds since 1970.
        let used: Int64
    }

    private func makeSpace(keeping kept: String) {
        var entries = self.entries.sorted { ($0.used, $0.name) > ($1.used, $1.name) }
        var bytes = entries.reduce(0) { $0 + $1.size }
        while let last = entries.last, entries.count > mostFiles || bytes > mostBytes {
            entries.removeLast()
            guard last.name != kept else { continue }
            bytes -= last.size
            _ = ByteText.withCString(path + "/" + last.name) { unlink($0) }
        }
    }

    private var entries: [Entry] {
        // An unreadable folder counts as empty, because no file in it could be removed.
        let found = (try? FolderWalk(readsStatus: true).entries(of: path)) ?? []
        return found.compactMap { entry in
            guard Self.isOurs(entry.name), let status = entry.status else { return nil }
            return Entry(name: entry.name, size: Int(status.size), used: status.modified)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }
        return stem.count == 32 && stem.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
