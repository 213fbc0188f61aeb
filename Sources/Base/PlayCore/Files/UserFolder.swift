internal import CPlatform
internal import Glibc

/// The folders for the user's own files (`user-dirs.dirs` of xdg-user-dirs). Environment variables take precedence.
package enum UserFolder: String, Sendable {
    case downloads = "XDG_DOWNLOAD_DIR"
    case pictures = "XDG_PICTURES_DIR"
    case videos = "XDG_VIDEOS_DIR"

    private var usualName: String {
        switch self {
        case .downloads: "Downloads"
        case .pictures: "Pictures"
        case .videos: "Videos"
        }
    }

    /// Returns an absolute path: the configured one, or a folder of the usual name in the home folder if it exists. If
    /// the configured path is the home folder, the user wants no such folder.
    package func path(
        environment: (String) -> String?, read: (String) -> String?,
        isFolder: (String) -> Bool = UserFolder.exists
    ) -> String? {
        if let path = BaseFolder.absolute(rawValue, environment) { return path }
        guard let home = BaseFolder.absolute("HOME", environment) else { return nil }
        let file = BaseFolder.configuration.path(environment).map { $0 + "/user-dirs.dirs" }
        guard let path = file.flatMap(read).flatMap({ line(in: $0, home: home) }) else {
            let usual = home + "/" + usualName
            return isFolder(usual) ? usual : nil
        }
        return path == home || path == home + "/" ? nil : path
    }

    package var own: String? { path(environment: ProcessEnvironment.text) }

    package func path(environment: (String) -> String?) -> String? {
        path(
            environment: environment,
            read: { path in
                // Without a readable file, no folder is configured.
                (try? WholeFile.read(path, limit: 65_536)).map { ByteText.text($0) }
            })
    }

    package static func exists(_ path: String) -> Bool {
        var information = stat()
        return ByteText.withCString(path) { stat($0, &information) } == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the path from the last matching line. The text is shell; only `"$HOME/…"` and `"/…"` are allowed.
    private func line(in text: String, home: String) -> String? {
        var found: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix(rawValue + "=\"") else { continue }
            let value = Self.quoted(line.dropFirst(rawValue.count + 2))
            if value.hasPrefix("/") { found = value }
            if value == "$HOME" || value.hasPrefix("$HOME/") { found = home + value.dropFirst("$HOME".count) }
        }
        return found
    }

    private static func quoted(_ text: Substring) -> String {
        var (result, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                result.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                break
            } else {
                result.append(character)
            }
        }
        return result
    }
}
