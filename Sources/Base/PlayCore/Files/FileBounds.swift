import CPlatform
import Glibc

/// The folders that a public kiosk may read by name, wherever links lead. Set once for the whole process, since every
/// function that opens by name must check them (``WholeFile``, ``FolderWalk``, files of media, the status of a path).
/// The program's own files, database and locks are opened elsewhere. The kernel has checks of its own.
package struct FileBounds: Sendable, Equatable {
    package let folders: [String]

    /// - Parameter folders: absolute paths. Missing folders are ignored.
    package init(_ folders: [String]) { self.folders = folders.compactMap(Self.resolved) }

    /// Returns whether a path leads into one of the folders with all links resolved. Blocks as the disk does. For a
    /// missing path, its folder decides, so that it is reported as missing if it may be known.
    package func contains(_ path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard let real = Self.resolved(path) ?? Self.resolved(folder) else { return false }
        return folders.contains { real == $0 || real.hasPrefix($0 == "/" ? $0 : $0 + "/") }
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = ByteText.withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return ByteText.text(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    // MARK: Of the process

    private static let current = Monitor<FileBounds?>(nil)

    /// Confines the process. Call before anything is opened; the bounds cannot be widened afterwards.
    package static func confine(to bounds: FileBounds) {
        current.withLock { $0 = $0 ?? bounds }
    }

    /// `nil` if the process may read everything that its user may read.
    package static var ofProcess: FileBounds? { current.withLock { $0 } }

    package static func refuses(_ path: String) -> Bool { ofProcess.map { !$0.contains(path) } ?? false }
}
