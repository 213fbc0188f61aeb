import Glibc

/// Removes folders with their contents. Removes symbolic links without following them, even if another process replaces
/// a folder with one meanwhile. Blocks as the disk does; any thread.
package enum FolderRemoval {
    /// Each level needs a descriptor. Deeper folders remain, and so do the folders above them.
    package static let mostLevels = 64

    /// Removes a folder, or any file of that name. Returns the system's errors; a missing folder is none.
    ///
    /// - Parameter depth: levels to remove; 1 for only the files in the folder.
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

    /// Removes the files of a folder, but no folders within it.
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
    package func write(_ problems: [FileError], _ component: String) {
        for problem in problems { write(.warning, component, "\(problem)") }
    }
}
