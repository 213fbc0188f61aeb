/// The folders that people have for their own files: `user-dirs.dirs` of xdg-user-dirs, and variables of the same names,
/// which have precedence.
package enum UserFolder: String, Sendable {
    case downloads = "XDG_DOWNLOAD_DIR"
    case pictures = "XDG_PICTURES_DIR"
    case videos = "XDG_VIDEOS_DIR"

    /// - Parameters:
    ///   - environment: value of a variable; nil when it is not set.
    ///   - read: text of a file; nil when it cannot be read.
    /// - Returns: an absolute path; nil: nobody has said which. The home itself is how people say that they want none.
    package func path(environment: (String) -> String?, read: (String) -> String?) -> String? {
        if let path = BaseFolder.absolute(rawValue, environment) { return path }
        guard let home = BaseFolder.absolute("HOME", environment) else { return nil }
        let file = BaseFolder.configuration.path(environment).map { $0 + "/user-dirs.dirs" }
        let path = file.flatMap(read).flatMap { line(in: $0, home: home) }
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
