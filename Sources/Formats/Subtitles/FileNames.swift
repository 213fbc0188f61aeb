/// Parts of paths, as text.
enum FileNames {
    /// What follows the last slash.
    static func base(_ path: String) -> String {
        // By bytes: a combining mark behind a slash makes one character of both.
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? path } ?? path
    }

    /// Everything before the last slash; `.` when there is none.
    static func folder(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// Without the dot; empty when there is none.
    static func fileExtension(_ name: String) -> String {
        let base = base(name)
        guard let dot = base.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(base[base.utf8.index(after: dot)...])
    }

    static func withoutExtension(_ name: String) -> String {
        let base = base(name)
        guard let dot = base.utf8.lastIndex(of: UInt8(ascii: ".")) else { return base }
        return String(base[..<dot])
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// `scheme://…`, which is no path of this machine.
    static func isAddress(_ path: String) -> Bool {
        guard let range = path.firstRange(of: "://") else { return false }
        let scheme = path[..<range.lowerBound]
        return scheme.count > 1
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
