package import Addresses
import Encoding

/// A resource that a manifest may refer to (``ManifestLocation``). No other form of reference is ever opened.
package enum ResourceReference: Sendable, Hashable {
    case address(Address)
    /// A path below the folder of the first manifest: relative, without `..`.
    case file(String)
    /// The bytes themselves (`data:`), at most ``maximumData``, for keys.
    case data([UInt8])

    package static let maximumData = 64

    package var location: ManifestLocation? {
        switch self {
        case .address(let address): .address(address)
        case .file(let path): .file(path)
        case .data: nil
        }
    }
}

package enum ManifestLocation: Sendable, Hashable {
    /// On the network. May refer only to addresses.
    case address(Address)
    /// On the disk: a path (`720p/index.m3u8`) below the folder of the manifest that was opened first. May refer to
    /// addresses, and to files in that folder.
    case file(String)

    package func resolve(_ text: String) -> ResourceReference? {
        switch base(text) {
        case .address(let address)?: .address(address)
        case .file(let path)? where !path.isEmpty && !path.hasSuffix("/"): .file(path)
        default: nil
        }
    }

    /// Like ``resolve(_:)``, but also accepts `data:`, for keys.
    package func resolveKey(_ text: String) -> ResourceReference? {
        text.lowercased().hasPrefix("data:") ? DataAddress.bytes(text).map { .data($0) } : resolve(text)
    }

    /// Returns the base for a nested reference (`BaseURL`), or `nil` if it is forbidden.
    package func base(_ text: String) -> ManifestLocation? {
        switch self {
        case .address(let base):
            guard let address = Address(text, relativeTo: base), address.isHTTP else { return nil }
            return .address(address)
        case .file(let path):
            if let scheme = Self.scheme(text) {
                guard scheme == "http" || scheme == "https" else { return nil }
                return Address(text).map { .address($0) }
            }
            return LocalPath.join(path, text).map { .file($0) }
        }
    }

    package func queryValue(_ name: String) -> String? {
        guard case .address(let address) = self, let query = address.query else { return nil }
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if LocalPath.decoded(pair[0]) == name { return pair.count == 2 ? LocalPath.decoded(pair[1]) : "" }
        }
        return nil
    }

    private static func scheme(_ text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first,
            (97...122).contains(first | 0x20)
        else { return nil }
        let word = text[..<colon]
        let isScheme = word.utf8.allSatisfy {
            (97...122).contains($0 | 0x20) || (48...57).contains($0) || "+-.".utf8.contains($0)
        }
        return isScheme ? word.lowercased() : nil
    }
}

private enum LocalPath {
    /// Returns the joined path, or `nil` if it leads out of the folder.
    static func join(_ base: String, _ reference: String) -> String? {
        let text = reference.prefix { $0 != "#" && $0 != "?" }
        guard let path = decoded(text), !path.hasPrefix("/"), !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        if path.isEmpty { return base }
        var parts = base.split(separator: "/", omittingEmptySubsequences: false).dropLast().filter { !$0.isEmpty }
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        for step in steps where !step.isEmpty && step != "." {
            if step != ".." {
                parts.append(step)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        let isFolder = ["", ".", ".."].contains(steps.last)
        return parts.joined(separator: "/") + (isFolder && !parts.isEmpty ? "/" : "")
    }

    /// Keeps invalid escapes, because file names also contain per cent signs. Returns `nil` if the result is not UTF-8.
    static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Hexadecimal.digit(bytes[index + 1]),
                let low = Hexadecimal.digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self)
    }
}

/// `data:[type][;base64],…` (RFC 2397).
private enum DataAddress {
    static func bytes(_ text: String) -> [UInt8]? {
        guard let comma = text.firstIndex(of: ",") else { return nil }
        let body = text[text.index(after: comma)...]
        guard body.utf8.count <= 3 * ResourceReference.maximumData else { return nil }
        let isBase64 = text[..<comma].lowercased().hasSuffix(";base64")
        let bytes = isBase64 ? Base64.decoded(body) : LocalPath.decoded(body).map { Array($0.utf8) }
        return bytes.flatMap { $0.count <= ResourceReference.maximumData ? $0 : nil }
    }
}
