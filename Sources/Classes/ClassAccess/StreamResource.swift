/// The path of a stream over UDP: `/whip/STREAM` to send, `/whep/STREAM` to receive. A running session adds its ID.
package struct StreamResource: Sendable, Equatable {
    package enum Side: String, Sendable {
        /// WHIP, RFC 9725.
        case send = "whip"
        case receive = "whep"
    }

    package var side: Side
    package var name: MediaStreamName
    /// `nil` to start a session.
    package var id: String?

    package init(_ side: Side, _ name: MediaStreamName, id: String? = nil) {
        self.side = side
        self.name = name
        self.id = id
    }

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
