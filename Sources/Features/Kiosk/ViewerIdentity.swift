import Encoding
import PlayCore

package enum ViewerIdentity: Sendable, Equatable {
    /// The SHA-256 of the public key that logged in.
    case key([UInt8])
    /// Entered, not authenticated: anyone can enter the same name.
    case nickname(String)
    case guest

    /// Reads the file in SSH_USER_AUTH, one line per method; the first key counts. `nil` for a login without a key.
    package static func key(inAuthenticationInfo text: String) -> ViewerIdentity? {
        for line in text.split(separator: "\n").prefix(16) {
            let words = line.split(separator: " ")
            guard words.count >= 3, words[0] == "publickey", words[2].utf8.count <= 16384,
                let blob = Base64.decoded(words[2]), !blob.isEmpty
            else { continue }
            var hash = SHA256()
            blob.withUnsafeBytes { hash.update($0) }
            return .key(hash.finish())
        }
        return nil
    }

    /// - Parameter text: empty for a guest.
    package init(typed text: String) {
        let name = SafeText.clean(text, limit: Self.longestName).trimming { $0 == " " }
        self = name.isEmpty ? .guest : .nickname(String(name))
    }

    private static let longestName = 40

    /// `nil` if nothing is stored. A hash, so that no text from a viewer becomes a path.
    package var folderName: String? {
        switch self {
        case .key(let hash): "key-" + Hexadecimal.text(hash.prefix(20))
        case .nickname(let name): "name-" + String(SHA256.hexadecimal(name).prefix(40))
        case .guest: nil
        }
    }

    /// Keys are in OpenSSH's notation.
    package var logText: String {
        switch self {
        case .key(let hash):
            "SHA256:" + String(decoding: Base64.encoded(hash), as: UTF8.self).trimming { $0 == "=" }
        case .nickname(let name): "name:" + name
        case .guest: "guest"
        }
    }

    /// `nil` if the viewer entered no name.
    package var shownName: String? { if case .nickname(let name) = self { name } else { nil } }
}

extension String {
    fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let first = rest.first, isLeftOut(first) { rest.removeFirst() }
        while let last = rest.last, isLeftOut(last) { rest.removeLast() }
        return rest
    }
}
