import CPlatform

/// Finds the program's own files, installed (`/usr/local/share`) or in a checkout (`.build/share`). It searches
/// `share/tvplay` beside the executable and up to four folders above. The variable `TVPLAY_DATA` overrides the search.
package struct ResourceLocator: Sendable {
    /// Absolute and without symbolic links, or `nil` if /proc is not mounted.
    package let executableFolder: String?
    private let share: String?

    /// Costs a `readlink` and up to five `stat`s.
    package init() {
        self.init(
            executableFolder: Self.folderOfThisExecutable(), override: getenv("TVPLAY_DATA").map { String(cString: $0) }
        )
    }

    init(executableFolder: String?, override: String?) {
        self.executableFolder = executableFolder
        if let override, !override.isEmpty {
            share = override
        } else {
            share = executableFolder.flatMap(Self.findShare)
        }
    }

    package var localeDirectory: String? { share.map { $0 + "/locale" } }

    /// Returns the path of a file or folder of the program (`demo`), which may not exist.
    package func path(_ name: String) -> String? { share.map { $0 + "/tvplay/" + name } }

    /// Returns an executable beside this one or in `../libexec/tvplay`, or `nil` if neither is executable.
    package func executable(_ name: String) -> String? {
        guard let executableFolder else { return nil }
        let places = [executableFolder, Self.parent(of: executableFolder) + "/libexec/tvplay"]
        return places.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }

    private static func findShare(from folder: String) -> String? {
        var ancestor = folder
        for _ in 0...4 {
            let share = ancestor + "/share"
            if isFolder(share + "/tvplay") { return share }
            if ancestor.isEmpty { return nil }
            ancestor = parent(of: ancestor)
        }
        return nil
    }

    /// Returns an empty path for a folder in `/`, so that appending `/share` is right.
    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return String(path[..<slash])
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && tv_is_directory(status.st_mode) != 0
    }

    private static func folderOfThisExecutable() -> String? {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        return parent(of: String(cString: resolved))
    }
}
