import Encoding

/// What a class server wants recorded at the moment: a line of JSON to the program that records. Each takes the place of the
/// one before. A value; it holds a secret.
package struct RecordingOrder: Sendable, Equatable, Codable {
    /// When the recording began, in milliseconds since 1970 by the keeper's clock.
    package var start: Int64
    /// `rtmp://HOST:PORT/APPLICATION`.
    package var server: String
    /// Proves that the class may be heard and seen.
    package var token: String
    /// Names of streams (``MediaStreamName/text``).
    package var sounds: [String]
    /// The one that viewers see large; nil: nobody sends a picture.
    package var picture: String?

    package init(start: Int64, server: String, token: String, sounds: [String], picture: String?) {
        (self.start, self.server, self.token) = (start, server, token)
        (self.sounds, self.picture) = (sounds, picture)
    }

    /// With its line feed.
    package var line: [UInt8] {
        // Its own types can all be encoded.
        ((try? JSONValue(encoding: self)) ?? .null).bytes + [0x0A]
    }

    /// Nil: it is none.
    package init?(line: ArraySlice<UInt8>) {
        guard let order = try? JSONValue(document: Array(line)).decoded(as: Self.self) else { return nil }
        self = order
    }
}
