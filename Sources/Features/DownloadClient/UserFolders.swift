import PlayCore

/// The folders that people have for their own files, as `user-dirs.dirs` names them (xdg-user-dirs): a text of
/// `XDG_DOWNLOAD_DIR="$HOME/Downloads"` and the like. Pure.
package enum UserFolders {
    /// Absolute.
    ///
    /// - Parameters:
    ///   - text: of the file; nil: there is none.
    ///   - environment: variables have precedence.
    /// - Returns: nil: there is no home.
    package static func downloads(_ text: String?, environment: (String) -> String?) -> String? {
        guard let home = BaseFolder.absolute("HOME", environment) else {
            return BaseFolder.absolute(name, environment)
        }
        let named = BaseFolder.absolute(name, environment) ?? text.flatMap { value(of: name, in: $0, home: home) }
        // The home itself is how people say that they want no such folder.
        guard let named, named != home, named != home + "/" else { return home + "/Downloads" }
        return named
    }

    private static let name = "XDG_DOWNLOAD_DIR"

    /// Nil for what is no absolute path, and none below the home.
    private static func value(of name: String, in text: String, home: String) -> String? {
        var found: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix(name + "=\""), let end = line.lastIndex(of: "\"") else { continue }
            let start = line.index(line.startIndex, offsetBy: name.count + 2)
            guard start <= end else { continue }
            let value = unescaped(line[start..<end])
            if value.hasPrefix("/") { found = value }
            if value == "$HOME" || value.hasPrefix("$HOME/") { found = home + value.dropFirst("$HOME".count) }
        }
        return found
    }

    private static func unescaped(_ text: Substring) -> String {
        var (result, isEscaped) = ("", false)
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
