import CPlatform
import Glibc

/// The folders that a program for strangers reads by name, and nothing outside of them, whatever links lead there. A value.
///
/// Set once for the whole process, since whoever opens a file must be asked, and none may be forgotten: the four places
/// that open by name (``WholeFile``, ``FolderWalk``, files of media, the status of a path) ask. Files of the program
/// itself, its database and its locks, are opened elsewhere. It is the program's own wall; the kernel's stands behind it.
package struct FileBounds: Sendable, Equatable {
    /// Through all links.
    package let folders: [String]

    /// - Parameter folders: absolute; those that are missing lead nowhere and are left out.
    package init(_ folders: [String]) { self.folders = folders.compactMap(Self.resolved) }

    /// Whether a path, through all links on its way, leads into one of the folders. Blocks as the disk does.
    ///
    /// What is missing is judged by the folder that it would be in, so that it is told as missing where it may be known.
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

    /// Before anything is opened; it cannot be widened afterwards.
    package static func confine(to bounds: FileBounds) {
        current.withLock { $0 = $0 ?? bounds }
    }

    /// Nil: the process may read whatever its user may.
    package static var ofProcess: FileBounds? { current.withLock { $0 } }

    /// Whether the process may not open this. Any thread.
    package static func refuses(_ path: String) -> Bool { ofProcess.map { !$0.contains(path) } ?? false }
}
