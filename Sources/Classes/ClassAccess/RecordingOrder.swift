import Encoding

/// The streams to record, sent to the recorder as a line of JSON. Each order replaces the previous one. Contains a
/// secret.
package struct RecordingOrder: Sendable, Equatable, Codable {
    /// In milliseconds since 1970 by the keeper's clock.
    package var start: Int64
    /// `rtmp://HOST:PORT/APPLICATION`.
    package var server: String
    /// Permits receiving the class's streams.
    package var token: String
    package var sounds: [String]
    package var picture: String?

    package init(start: Int64, server: String, token: String, sounds: [String], picture: String?) {
        (self.start, self.server, self.token) = (start, server, token)
        (self.sounds, self.picture) = (sounds, picture)
    }

    /// Includes the line feed.
    package var line: [UInt8] {
        ((try? JSONValue(encoding: self)) ?? .null).bytes + [0x0A]
    }

    package init?(line: ArraySlice<UInt8>) {
        guard let order = try? JSONValue(document: Array(line)).decoded(as: Self.self) else { return nil }
        self = order
    }
}
