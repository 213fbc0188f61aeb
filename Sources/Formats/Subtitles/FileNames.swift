enum FileNames {
    static func base(_ path: String) -> String {
        // Splits bytes: a slash and a combining mark after it would form one character.
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? path } ?? path
    }

    /// Returns the path up to the last slash, or `.` without a slash.
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
