internal import CPlatform
internal import Glibc

/// The folders that people have for their own files: `user-dirs.dirs` of xdg-user-dirs, and variables of the same names,
/// which have precedence.
package enum UserFolder: String, Sendable {
    case downloads = "XDG_DOWNLOAD_DIR"
    case pictures = "XDG_PICTURES_DIR"
    case videos = "XDG_VIDEOS_DIR"

    /// What xdg-user-dirs calls it where nothing else is configured.
    private var usualName: String {
        switch self {
        case .downloads: "Downloads"
        case .pictures: "Pictures"
        case .videos: "Videos"
        }
    }

    /// - Parameters:
    ///   - environment: value of a variable; nil when it is not set.
    ///   - read: text of a file; nil when it cannot be read.
    ///   - isFolder: whether there is a folder at a path.
    /// - Returns: an absolute path: the one that is configured, else the folder of the usual name in the home folder if it
    ///   exists, otherwise `nil`. A configured home folder means that the user wants none.
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

    /// From the program's own surroundings.
    package var own: String? { path(environment: ProcessEnvironment.text) }

    /// - Parameter environment: value of a variable; the file is looked for where these say.
    package func path(environment: (String) -> String?) -> String? {
        path(
            environment: environment,
            read: { path in
                // Nil: without the file, or with one that cannot be read, nobody has said which.
                (try? WholeFile.read(path, limit: 65_536)).map { ByteText.text($0) }
            })
    }

    package static func exists(_ path: String) -> Bool {
        var information = stat()
        return ByteText.withCString(path) { stat($0, &information) } == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// The line is shell, of which only `"$HOME/…"` and `"/…"` are allowed; the last one counts.
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

    /// Up to the quotation mark; a backslash takes the meaning of what follows.
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
