internal import CPlatform
import Encoding
internal import Glibc
import PlayCore

/// The folder of the covers that were shown to the desktop: one file for each picture, named by its bytes. The
/// ones that were not used for longest are removed. Blocks as the disk does; one thread.
package struct CoverFolder {
    package let path: String
    /// Files that stay.
    private let mostFiles: Int
    /// Bytes of all of them.
    private let mostBytes: Int

    /// Some 30 kB each; 16 MiB are not worth asking for.
    package init(_ path: String, mostFiles: Int = 256, mostBytes: Int = 16 << 20) {
        self.path = path
        self.mostFiles = mostFiles
        self.mostBytes = mostBytes
    }

    /// `$XDG_CACHE_HOME/tvplay/covers`, else `$HOME/.cache/tvplay/covers`. Only absolute paths count, as the XDG
    /// specification has it. Nil where neither is set.
    package static func standardPath(environment: (String) -> String?) -> String? {
        BaseFolder.cache.path(environment).map { $0 + "/tvplay/covers" }
    }

    /// Writes a picture where it is not there yet, whole or not at all, and makes space.
    ///
    /// - Parameter ending: of the file's name, with its dot.
    /// - Returns: its path; nil: it cannot be written.
    package func store(_ bytes: [UInt8], ending: String) -> String? {
        let name = Self.name(of: bytes) + ending
        let target = path + "/" + name
        let isThere = ByteText.withCString(target) { utimensat(AT_FDCWD, $0, nil, 0) == 0 }
        guard isThere || write(bytes, to: target) else { return nil }
        makeSpace(keeping: name)
        return target
    }

    /// 32 hexadecimal digits.
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

    /// Removes the ones that were used longest ago.
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

    /// Our own files only.
    private var entries: [Entry] {
        // Nil: unreadable, so that nothing in it can be removed either.
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
