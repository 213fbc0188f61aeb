import Encoding

/// What a media server is told of whoever publishes or plays: who it is, in which class. A value.
///
/// As text a JSON Web Token with a key of its own, which follows from that of the people's tokens: who sees it in an
/// address cannot log in with it.
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

    private static let audience = "media"

    /// - Parameter key: that of the people's tokens.
    package func text(key: [UInt8], at time: Int64) -> String {
        let claims = TokenClaims(
            // A minute for clocks that differ.
            subject: user, issued: time, notBefore: time - 60, expires: expires,
            others: ["aud": .string(Self.audience), "room": .string(room)])
        return JSONWebToken.make(claims, key: Self.own(key))
    }

    /// Nil for what proves nothing, or no longer.
    package init?(_ text: String, key: [UInt8], at time: Int64) {
        guard let claims = try? JSONWebToken.claims(of: text, key: Self.own(key), at: time),
            claims.others["aud"]?.text == Self.audience, let room = claims.others["room"]?.text
        else { return nil }
        self.init(room: room, user: claims.subject, expires: claims.expires)
    }

    private static func own(_ key: [UInt8]) -> [UInt8] {
        HMACSHA256.code(for: Array("tvplay-media-1".utf8), key: key)
    }
}
