import Glibc

/// Removes folders with what they hold. Symbolic links are removed, never followed, also those that somebody puts in the
/// place of a folder meanwhile. Blocks as the disk does; any thread.
package enum FolderRemoval {
    /// A descriptor each; what lies deeper stays, and so do the folders above it.
    package static let mostLevels = 64

    /// A folder, or whatever has its name.
    ///
    /// - Parameter depth: levels that are removed; 1: the files in the folder.
    /// - Returns: what the system refused; nothing: it is gone, or never was there.
    package static func remove(_ path: String, depth: Int = mostLevels) -> [FileError] {
        var problems: [FileError] = []
        do throws(FileError) {
            empty(try OpenFolder(path, followsLink: false), depth, &problems)
            let result = ByteText.withCString(path) { rmdir($0) == 0 ? 0 : errno }
            if ![0, ENOENT].contains(result) { problems.append(FileError("rmdir", result, path)) }
        } catch {
            guard [ENOTDIR, ELOOP].contains(error.number) else { return error.isMissing ? [] : [error] }
            let result = ByteText.withCString(path) { unlink($0) == 0 ? 0 : errno }
            if ![0, ENOENT].contains(result) { problems.append(FileError("unlink", result, path)) }
        }
        return problems
    }

    /// The files of a folder, not what lies deeper.
    ///
    /// - Returns: what the system refused.
    package static func empty(_ path: String) -> [FileError] {
        var problems: [FileError] = []
        do throws(FileError) { empty(try OpenFolder(path, followsLink: false), 1, &problems) } catch {
            if !error.isMissing { problems.append(error) }
        }
        return problems
    }

    private static func empty(_ folder: consuming OpenFolder, _ depth: Int, _ problems: inout [FileError]) {
        do throws(FileError) {
            for name in try folder.names() {
                do throws(FileError) { try remove(name, in: folder, depth, &problems) } catch {
                    if !error.isMissing { problems.append(error) }
                }
            }
        } catch {
            problems.append(error)
        }
    }

    private static func remove(
        _ name: OpenFolder.Name, in folder: borrowing OpenFolder, _ depth: Int, _ problems: inout [FileError]
    ) throws(FileError) {
        var kind = name.kind
        if kind == nil { kind = FolderWalk.Kind(try folder.status(name.text, followsLink: false)) }
        guard kind == .folder else { return try folder.remove(name.text, isFolder: false) }
        guard depth > 1 else { return }
        empty(try folder.folder(name.text, followsLink: false), depth - 1, &problems)
        try folder.remove(name.text, isFolder: true)
    }
}

extension Log {
    /// - Parameter component: who removed.
    package func write(_ problems: [FileError], _ component: String) {
        for problem in problems { write(.warning, component, "\(problem)") }
    }
}
