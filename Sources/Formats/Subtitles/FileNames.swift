/// Parts of paths, as text.
enum FileNames {
    static func base(_ path: String) -> String {
        // By bytes: a slash and a following combining mark form one character.
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? path } ?? path
    }

    /// Returns everything before the last slash, or `.` if there is none.
    static func folder(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

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

    static func isAddress(_ path: String) -> Bool {
        guard let range = path.firstRange(of: "://") else { return false }
        let scheme = path[..<range.lowerBound]
        return scheme.count > 1
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
