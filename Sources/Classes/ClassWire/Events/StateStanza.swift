package import XML

/// A request to the keeper for a page of the state of a class: an IQ of type `get`. Unverified.
///
///     <state xmlns="urn:tvplay:room:1" room="botany@rooms.example.org" from="120" snapshot="4711"/>
package struct StateRequest: Sendable, Equatable {
    package var room: String
    package var from: Int
    /// The snapshot whose pages are being read; `nil` for the newest one.
    package var snapshot: Int64?

    package init(room: String, from: Int = 0, snapshot: Int64? = nil) {
        self.room = room
        self.from = from
        self.snapshot = snapshot
    }

    package var element: XMLElement {
        .live("state", ["room": room, "from": "\(from)", "snapshot": snapshot.map { "\($0)" }])
    }

    package init?(_ element: XMLElement) {
        guard element.name == "state", element.namespace == WireName.live, let room = element["room"] else {
            return nil
        }
        self.init(
            room: room, from: Int(element.liveNumber("from") ?? 0), snapshot: element.liveNumber("snapshot"))
    }
}

package struct StatePage: Sendable, Equatable {
    package static let totalLimit = 32 << 20

    package var header: ClassHeader
    package var chain: EventChain
    /// Of sending, in milliseconds since 1970.
    package var time: Int64
    package var from: Int
    package var total: Int
    package var lines: PackedLines

    package init(
        header: ClassHeader, chain: EventChain, time: Int64, from: Int, total: Int, lines: PackedLines
    ) {
        self.header = header
        self.chain = chain
        self.time = time
        self.from = from
        self.total = total
        self.lines = lines
    }

    package func next(room: String) -> StateRequest? {
        let end = from + lines.count
        return lines.count == 0 || end >= total ? nil : StateRequest(room: room, from: end, snapshot: chain.number)
    }

    package var element: XMLElement {
        .live(
            "state",
            [
                "number": "\(chain.number)", "hash": chain.hash, "time": "\(time)", "from": "\(from)",
                "total": "\(total)",
            ],
            children: [.json(header.json), lines.element])
    }

    package init?(_ element: XMLElement) {
        guard element.name == "state", element.namespace == WireName.live,
            let header = element.jsonValue(limit: 4096).flatMap(ClassHeader.init(json:)),
            let number = element.liveNumber("number"), let hash = element["hash"],
            let time = element.liveNumber("time"), let from = element.liveNumber("from"),
            let total = element.liveNumber("total"), let lines = element.first("lines").flatMap(PackedLines.init)
        else { return nil }
        self.init(
            header: header, chain: EventChain(number: number, hash: hash), time: time, from: Int(from),
            total: Int(total), lines: lines)
    }
}
