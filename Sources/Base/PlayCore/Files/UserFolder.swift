/// The folders of a person that the desktop has names for: `user-dirs.dirs` of the XDG specification.
package enum UserFolder: String, Sendable {
    case pictures = "XDG_PICTURES_DIR"
    case videos = "XDG_VIDEOS_DIR"

    /// - Parameters:
    ///   - environment: value of a variable; nil when it is not set.
    ///   - read: text of a file; nil when it cannot be read.
    /// - Returns: an absolute path; nil: nobody has said which. One that is the home folder is none of its own.
    package func path(environment: (String) -> String?, read: (String) -> String?) -> String? {
        guard let home = BaseFolder.absolute("HOME", environment) else { return nil }
        let file = BaseFolder.configuration.path(environment).map { $0 + "/user-dirs.dirs" }
        return file.flatMap(read).flatMap { line(in: $0, home: home) }
    }

    /// From the program's own surroundings.
    package var own: String? {
        path(
            environment: ProcessEnvironment.text,
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
            let value = line.dropFirst(rawValue.count + 2).prefix { $0 != "\"" }
            let path = value.replacingPrefix("$HOME", with: home)
            if path.hasPrefix("/") { found = path }
        }
        return found
    }
}

extension Substring {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        guard hasPrefix(prefix + "/") || self == prefix else { return String(self) }
        return other + dropFirst(prefix.count)
    }
}
