import PlayCore

package enum PlaylistOrigin: Sendable, Equatable {
    /// Absolute path. Its entries may be anything that the user could type, except standard input and devices.
    case folder(String)
    /// The list's address. Its entries must be addresses, too: a server must not choose files of this machine.
    case address(String)
}

package enum EntryTarget: Sendable, Equatable {
    /// Absolute paths, most probable first. The first existing one counts.
    case file([String])
    case address(String)
    case refused(EntryRefusal)
}

package enum EntryRefusal: Sendable, Equatable {
    case empty
    /// `-`: only the user may choose standard input.
    case standardInput
    /// Begins with a dash, like an option. A file of such a name must be written `./-name`.
    case optionLike
    /// A path of a device, of the kernel, or of no file at all.
    case device
    case localFromAddress
    case unknownScheme(String)
    /// `C:\…`: a path of another system.
    case otherSystem
    case cycle
    /// Too deeply nested lists, or too many of them.
    case tooDeep
}

extension PlaylistOrigin {
    /// The schemes that a list may use. FFmpeg supports more, some of which read local files.
    private static let schemes: Set<String> = [
        "http", "https", "rtsp", "rtsps", "rtmp", "rtmps", "mms", "mmsh", "srt", "whep+http", "whep+https",
    ]
    /// Schemes that receive data from any sender, or use the user's name and keys: a server must not choose them.
    private static let own: Set<String> = ["udp", "rtp", "ftp", "ftps", "sftp"]

    /// - Parameter isURI: whether `%20` is a space (XSPF). Otherwise the decoded form is the last choice.
    package func target(of location: String, isURI: Bool = false) -> EntryTarget {
        let location = location.trimmed
        if location.isEmpty || location.unicodeScalars.contains("\0") { return .refused(.empty) }
        if location == "-" { return .refused(.standardInput) }
        if location.hasPrefix("-") { return .refused(.optionLike) }
        if let scheme = AddressText.scheme(of: location) {
            if scheme == "file" { return local(AddressText.path(ofFileAddress: location).map { [$0] }) }
            if Self.own.contains(scheme), case .folder = self { return .address(location) }
            return Self.schemes.contains(scheme) ? .address(location) : .refused(.unknownScheme(scheme))
        }
        if Self.isDrivePath(location) { return .refused(.otherSystem) }
        if case .address(let base) = self {
            return .address(AddressText.resolve(location, against: EntryAddress.plain(base)))
        }
        return local(Self.spellings(of: location, isURI: isURI))
    }

    /// Adds the header fields of the list's requests to an address on the list's server.
    func request(at address: String) -> String {
        guard case .address(let base) = self else { return address }
        return EntryAddress(base).text(at: address)
    }

    private static func isDrivePath(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(3))
        return bytes.count == 3 && bytes[1] == UInt8(ascii: ":")
            && [UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(bytes[2])
            && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[0] | 0x20)
    }

    /// Returns the possible paths: as written, with escapes decoded, with another system's slashes.
    private static func spellings(of location: String, isURI: Bool) -> [String] {
        var result = [location]
        if let plain = AddressText.unescaped(location), plain != location {
            result.insert(plain, at: isURI ? 0 : 1)
        }
        if location.contains("\\"), !location.contains("/") { result.append(location.replacing("\\", with: "/")) }
        return result
    }

    /// - Parameter paths: absolute, or `nil` if it is no path of this machine.
    private func local(_ paths: [String]?) -> EntryTarget {
        guard let paths else { return .refused(.otherSystem) }
        guard case .folder(let folder) = self else { return .refused(.localFromAddress) }
        var found: [String] = []
        for path in paths where !path.unicodeScalars.contains("\0") && !path.isEmpty {
            let absolute = path.hasPrefix("/") ? path : folder + "/" + path
            if Self.isDevice(absolute) { return .refused(.device) }
            if !found.contains(absolute) { found.append(absolute) }
        }
        return found.isEmpty ? .refused(.empty) : .file(found)
    }

    /// Judges by the name. Links are checked when the file is opened.
    private static func isDevice(_ path: String) -> Bool {
        let normal = PathText.normalized(path)
        return ["/dev", "/proc", "/sys"].contains { normal == $0 || normal.hasPrefix($0 + "/") }
    }
}
