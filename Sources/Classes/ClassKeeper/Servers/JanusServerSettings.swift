/// A keeper's settings of a Janus for the UDP link. Holds secrets.
package struct JanusServerSettings: Sendable, Equatable {
    /// Address of the HTTP interface, which viewers need not reach: `http://127.0.0.1:8088/janus`.
    package var address: String
    /// The key that is required to create rooms.
    package var key: String

    /// The UDP ports of media, or `nil` if they are unknown.
    package var mediaPorts: ClosedRange<Int>?

    package init(address: String, key: String, mediaPorts: ClosedRange<Int>? = nil) {
        self.address = address
        self.key = key
        self.mediaPorts = mediaPorts
    }

    package init(_ janus: JanusConfiguration) {
        self.init(address: janus.address, key: janus.key, mediaPorts: janus.mediaPorts)
    }
}
