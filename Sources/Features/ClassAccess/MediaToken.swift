import Encoding

/// What a media server is told of whoever publishes or plays: who it is, in which class. A value.
///
/// As text `EXPIRES.USER.CODE`, opaque to clients: nginx-rtmp cuts what stands behind a stream's name after 255 bytes, where a
/// JSON Web Token does not always fit. The class is not in it, since the stream's name says it: the code holds for that
/// class alone. Its key follows from that of the people's tokens, and it is no password.
package struct MediaToken: Sendable, Equatable {
    /// The class's name.
    package var room: String
    /// The person's id.
    package var user: String
    /// In seconds since 1970.
    package var expires: Int64

    package init(room: String, user: String, expires: Int64) {
        self.room = room
        self.user = user
        self.expires = expires
    }

    private static let maximumLength = 240

    /// - Parameter key: that of the people's tokens.
    package func text(key: [UInt8]) -> String { "\(expires).\(user).\(code(key))" }

    /// Nil for what proves nothing about this class, or no longer.
    ///
    /// - Parameter time: seconds since 1970.
    package init?(_ text: String, room: String, key: [UInt8], at time: Int64) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let expires = Int64(parts[0]), expires > time, !parts[1].isEmpty else { return nil }
        let token = Self(room: room, user: String(parts[1]), expires: expires)
        guard HMACSHA256.areEqual(token.code(key).utf8, parts[2].utf8) else { return nil }
        self = token
    }

    private func code(_ key: [UInt8]) -> String {
        // None of them has a line feed: names of classes and ids of people are plain.
        let signed = ["tvplay-media-1", room, user, "\(expires)"].joined(separator: "\n")
        return Base64.addressText(HMACSHA256.code(for: Array(signed.utf8), key: key))
    }
}
