import CPlatform
import PlayCore

/// Where the viewer keeps pictures: `XDG_PICTURES_DIR` of `user-dirs.dirs`, else the home folder.
package enum PicturesFolder {
    /// - Parameters:
    ///   - environment: value of a variable; nil when it is not set.
    ///   - read: text of a file; nil when it cannot be read.
    /// - Returns: an absolute path; `.` where there is no home.
    package static func path(environment: (String) -> String?, read: (String) -> String?) -> String {
        guard let home = BaseFolder.absolute("HOME", environment) else { return "." }
        let file = BaseFolder.configuration.path(environment).map { $0 + "/user-dirs.dirs" }
        return file.flatMap(read).flatMap { picturesLine(in: $0, home: home) } ?? home
    }

    /// The line is shell, of which only `"$HOME/…"` and `"/…"` are allowed; the last one counts.
    private static func picturesLine(in text: String, home: String) -> String? {
        var found: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix("XDG_PICTURES_DIR=\"") else { continue }
            let value = line.dropFirst("XDG_PICTURES_DIR=\"".count).prefix { $0 != "\"" }
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

extension PicturesFolder {
    /// From the program's own surroundings.
    package static var own: String {
        path(
            environment: ProcessEnvironment.text,
            read: { path in
                // Nil: without the file, or one that cannot be read, pictures go where they go without it.
                (try? WholeFile.read(path, limit: 65_536)).map { ByteText.text($0) }
            })
    }
}
