package enum ClassPath {
    package static let byteLimit = 1024

    /// Returns `nil` if the path stays within the package.
    package static func problem(_ path: String) -> String? {
        if path.isEmpty { return "an empty path" }
        if path.utf8.count > byteLimit { return "a path longer than \(byteLimit) bytes" }
        if path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0 == "\\" }) {
            return "a path with characters that names of files do not have"
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
            return "a path that leads out of the package"
        }
        return parts.first.map { $0.contains(":") } ?? false ? "an address where a file of the package belongs" : nil
    }

    /// Escapes all bytes but unreserved ones (RFC 3986, 2.3) and slashes, so that none has a special meaning.
    static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var result = ""
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result.append("%")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return result
    }
}
