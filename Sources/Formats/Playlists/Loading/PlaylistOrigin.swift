import PlayCore

/// Where a playlist came from: what its entries are relative to, and how far they may reach. A value.
package enum PlaylistOrigin: Sendable, Equatable {
    /// Absolute path of the folder in which it lies. Its entries may be anything that the user could have typed, except
    /// standard input and devices.
    case folder(String)
    /// Its address. Its entries are addresses too: whoever runs a server must not choose files of this machine.
    case address(String)
}

/// What an entry of a playlist stands for.
package enum EntryTarget: Sendable, Equatable {
    /// Absolute paths, the most probable first: the first that exists is meant.
    case file([String])
    case address(String)
    case refused(EntryRefusal)
}

/// Why an entry is left out.
package enum EntryRefusal: Sendable, Equatable {
    case empty
    /// `-`: standard input is the user's to give.
    case standardInput
    /// Begins with a dash, as options do. A file of such a name is written `./-name`.
    case optionLike
    /// Of a device, of the kernel, or no file at all.
    case device
    /// A file of this machine, in a list from elsewhere.
    case localFromAddress
    case unknownScheme(String)
    /// `C:\…`: a path of another system.
    case otherSystem
    /// The list is within itself.
    case cycle
    /// Lists within lists, deeper or more than one reads.
    case tooDeep
}

extension PlaylistOrigin {
    /// The schemes that a list may name. FFmpeg knows more, some of which read local files.
    private static let schemes: Set<String> = [
        "http", "https", "rtsp", "rtsps", "rtmp", "rtmps", "mms", "mmsh", "srt", "whep+http", "whep+https",
    ]
    /// What anyone may send to this machine, and files that the user's name and keys open: no server may choose them.
    private static let own: Set<String> = ["udp", "rtp", "ftp", "ftps", "sftp"]

    /// - Parameters:
    ///   - location: as written in the list.
    ///   - isURI: the format has URIs (XSPF): `%20` is a blank. Else it is tried last.
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

    /// `C:\` or `C:/`.
    private static func isDrivePath(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(3))
        return bytes.count == 3 && bytes[1] == UInt8(ascii: ":")
            && [UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(bytes[2])
            && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[0] | 0x20)
    }

    /// The ways to read a path: as it is, with its escapes undone, with another system's slashes.
    private static func spellings(of location: String, isURI: Bool) -> [String] {
        var result = [location]
        if let plain = AddressText.unescaped(location), plain != location {
            result.insert(plain, at: isURI ? 0 : 1)
        }
        if location.contains("\\"), !location.contains("/") { result.append(location.replacing("\\", with: "/")) }
        return result
    }

    /// - Parameter paths: nil: no path of this machine.
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

    /// By its name; what a link leads to is seen when it is looked for.
    private static func isDevice(_ path: String) -> Bool {
        let normal = PathText.normalized(path)
        return ["/dev", "/proc", "/sys"].contains { normal == $0 || normal.hasPrefix($0 + "/") }
    }
}
