import Encoding
import Text

/// Who watches, as far as that is known. A value.
package enum ViewerIdentity: Sendable, Equatable {
    /// The key that logged in: the SHA-256 of what it is.
    case key([UInt8])
    /// What the viewer called themselves; whoever knows the name can say it, too.
    case nickname(String)
    /// Nothing is kept.
    case guest

    /// From the file that sshd names in SSH_USER_AUTH: a line for each way that was taken, the first with a key counts.
    ///
    /// - Returns: nil: nobody logged in with a key.
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

    /// - Parameter text: what was typed; empty: a guest.
    package init(typed text: String) {
        let name = SafeText.clean(text, limit: Self.longestName).trimming { $0 == " " }
        self = name.isEmpty ? .guest : .nickname(String(name))
    }

    private static let longestName = 40

    /// Of the folder of what is kept: no name of a viewer's own ever becomes a path. Nil: nothing is kept.
    package var folderName: String? {
        switch self {
        case .key(let hash): "key-" + Hexadecimal.text(hash.prefix(20))
        case .nickname(let name): "name-" + String(SHA256.hexadecimal(name).prefix(40))
        case .guest: nil
        }
    }

    /// For a log: as OpenSSH names keys.
    package var logText: String {
        switch self {
        case .key(let hash):
            "SHA256:" + String(decoding: Base64.encoded(hash), as: UTF8.self).trimming { $0 == "=" }
        case .nickname(let name): "name:" + name
        case .guest: "guest"
        }
    }

    /// What the viewer is called on the screen; nil: nobody has said.
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
