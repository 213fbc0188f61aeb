import Encoding

/// The streams to record: a line of JSON to the recording program. Each order replaces the former one. Holds a secret.
package struct RecordingOrder: Sendable, Equatable, Codable {
    /// When recording began, in milliseconds since 1970 by the keeper's clock.
    package var start: Int64
    /// `rtmp://HOST:PORT/APPLICATION`.
    package var server: String
    /// The token that permits receiving the class's streams.
    package var token: String
    /// Names of streams (``MediaStreamName/text``).
    package var sounds: [String]
    /// The stream of the large picture, or `nil` if there is none.
    package var picture: String?

    package init(start: Int64, server: String, token: String, sounds: [String], picture: String?) {
        (self.start, self.server, self.token) = (start, server, token)
        (self.sounds, self.picture) = (sounds, picture)
    }

    /// The order as JSON, including the line feed.
    package var line: [UInt8] {
        // Encoding our own types cannot fail.
        ((try? JSONValue(encoding: self)) ?? .null).bytes + [0x0A]
    }

    package init?(line: ArraySlice<UInt8>) {
        guard let order = try? JSONValue(document: Array(line)).decoded(as: Self.self) else { return nil }
        self = order
    }
}
