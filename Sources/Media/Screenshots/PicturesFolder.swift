import CPlatform
import PlayCore

/// Where the viewer keeps pictures: `XDG_PICTURES_DIR` of `user-dirs.dirs`, else the home folder.
package enum PicturesFolder {
    /// - Parameters:
    ///   - environment: value of a variable; nil when it is not set.
    ///   - read: text of a file; nil when it cannot be read.
    /// - Returns: an absolute path; `.` where there is no home.
    package static func path(environment: (String) -> String?, read: (String) -> String?) -> String {
        guard let home = environment("HOME"), home.hasPrefix("/") else { return "." }
        let configuration = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let file = (configuration ?? home + "/.config") + "/user-dirs.dirs"
        return read(file).flatMap { picturesLine(in: $0, home: home) } ?? home
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
            environment: { name in
                getenv(name).map { ByteText.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
            },
            read: readText)
    }

    /// A small file of settings, at most 64 KiB of it.
    private static func readText(_ path: String) -> String? {
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = bytes.withUnsafeMutableBytes { CPlatform.read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : ByteText.text(bytes.prefix(count))
    }
}
