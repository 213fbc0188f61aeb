package import JanusRooms

/// What a keeper needs to know of a Janus, for the UDP link. A value; it holds secrets.
package struct JanusServerSettings: Sendable, Equatable {
    /// Of its HTTP interface, which viewers need not reach: `http://127.0.0.1:8088/janus`.
    package var address: String
    /// Rooms are made only with it.
    package var key: String

    package init(address: String, key: String) {
        self.address = address
        self.key = key
    }

    package init(_ janus: JanusConfiguration) { self.init(address: janus.address, key: janus.key) }
}
