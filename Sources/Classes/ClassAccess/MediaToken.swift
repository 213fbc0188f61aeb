import Encoding

/// Proof for a media server that a person may publish or play streams of a class.
///
/// The text is `EXPIRES.USER.CODE`, opaque to clients. It is no JSON Web Token, because nginx-rtmp cuts the text after
/// a stream's name at 255 bytes. The class is part of the stream's name, and the code is valid for this class alone.
/// Tokens for login have the same key, but a media token cannot be used for login.
package struct MediaToken: Sendable, Equatable {
    package var room: String
    package var user: String
    /// In seconds since 1970.
    package var expires: Int64

    package init(room: String, user: String, expires: Int64) {
        self.room = room
        self.user = user
        self.expires = expires
    }

    private static let maximumLength = 240

    package func text(key: [UInt8]) -> String { "\(expires).\(user).\(code(key))" }

    /// Returns `nil` if the token has expired or belongs to another class. `time` is in seconds since 1970.
    package init?(_ text: String, room: String, key: [UInt8], at time: Int64) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let expires = Int64(parts[0]), expires > time, !parts[1].isEmpty else { return nil }
        let token = Self(room: room, user: String(parts[1]), expires: expires)
        guard HMACSHA256.areEqual(token.code(key).utf8, parts[2].utf8) else { return nil }
        self = token
    }

    private func code(_ key: [UInt8]) -> String {
        // Line feeds separate the parts, because neither names of classes nor IDs contain one.
        let signed = ["tvplay-media-1", room, user, "\(expires)"].joined(separator: "\n")
        return Base64.addressText(HMACSHA256.code(for: Array(signed.utf8), key: key))
    }
}
