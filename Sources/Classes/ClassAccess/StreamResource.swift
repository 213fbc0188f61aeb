/// The path of a stream that is sent or received over UDP: `/whip/STREAM`, `/whep/STREAM`. A running session is one
/// part deeper.
package struct StreamResource: Sendable, Equatable {
    package enum Side: String, Sendable {
        /// RFC 9725.
        case send = "whip"
        case receive = "whep"
    }

    package var side: Side
    package var name: MediaStreamName
    /// The id of a running session, or `nil` to start one.
    package var id: String?

    package init(_ side: Side, _ name: MediaStreamName, id: String? = nil) {
        self.side = side
        self.name = name
        self.id = id
    }

    /// Returns `nil` if the path is about something else.
    package init?(segments: [String]) {
        guard (2...3).contains(segments.count), let side = Side(rawValue: segments[0]),
            let name = MediaStreamName(segments[1])
        else { return nil }
        self.init(side, name, id: segments.count == 3 ? segments[2] : nil)
    }

    package var path: String {
        (["", side.rawValue, name.text] + (id.map { [$0] } ?? [])).joined(separator: "/")
    }
}
