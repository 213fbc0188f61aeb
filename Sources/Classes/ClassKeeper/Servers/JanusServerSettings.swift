/// A keeper's settings of a Janus for the UDP link. Contains secrets.
package struct JanusServerSettings: Sendable, Equatable {
    /// `http://127.0.0.1:8088/janus`. Viewers need not reach it.
    package var address: String
    package var key: String

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
