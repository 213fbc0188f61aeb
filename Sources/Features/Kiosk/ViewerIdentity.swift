import Encoding
import PlayCore

/// The viewer's identity, as far as it is known.
package enum ViewerIdentity: Sendable, Equatable {
    /// The SHA-256 of the public key that logged in.
    case key([UInt8])
    /// The name that the viewer entered. It is not authenticated: anyone can enter the same name.
    case nickname(String)
    /// A viewer whose files are not kept.
    case guest

    /// Reads the file that sshd names in SSH_USER_AUTH, which has a line for each method used. The first key counts.
    ///
    /// - Returns: the identity, or `nil` if the viewer logged in without a key.
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

    /// - Parameter text: the text that was entered; empty for a guest.
    package init(typed text: String) {
        let name = SafeText.clean(text, limit: Self.longestName).trimming { $0 == " " }
        self = name.isEmpty ? .guest : .nickname(String(name))
    }

    private static let longestName = 40

    /// The name of the viewer's folder, or `nil` if nothing is kept. It is a hash, so no text from a viewer becomes a
    /// path.
    package var folderName: String? {
        switch self {
        case .key(let hash): "key-" + Hexadecimal.text(hash.prefix(20))
        case .nickname(let name): "name-" + String(SHA256.hexadecimal(name).prefix(40))
        case .guest: nil
        }
    }

    /// The identity for a log, with keys in OpenSSH's notation.
    package var logText: String {
        switch self {
        case .key(let hash):
            "SHA256:" + String(decoding: Base64.encoded(hash), as: UTF8.self).trimming { $0 == "=" }
        case .nickname(let name): "name:" + name
        case .guest: "guest"
        }
    }

    /// The viewer's name on the screen, or `nil` if they entered none.
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
