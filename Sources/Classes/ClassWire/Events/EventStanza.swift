package import XML

/// A message of the keeper to a whole class, of type `groupchat`: a numbered event, or a beat with the current number.
/// Only the room's owner may send it, which the reader must check. Unverified.
///
///     <event xmlns="urn:tvplay:room:1" number="7" hash="0f…"><json xmlns="urn:xmpp:json:0">{"kind":…}</json></event>
///     <beat xmlns="urn:tvplay:room:1" number="7" hash="0f…" time="1795478400000"/>
package enum EventStanza: Sendable, Equatable {
    case event(number: Int64, line: String, hash: String)
    /// The keeper's time is in milliseconds since 1970.
    case beat(number: Int64, hash: String, time: Int64)

    /// Clients do not read larger events.
    package static let sizeLimit = 64 << 10

    package init(_ event: NumberedEvent) { self = .event(number: event.number, line: event.line, hash: event.hash) }

    package init(beat chain: EventChain, at time: Int64) {
        self = .beat(number: chain.number, hash: chain.hash, time: time)
    }

    package var element: XMLElement {
        switch self {
        case .event(let number, let line, let hash):
            .live("event", ["number": "\(number)", "hash": hash], children: [.json(line)])
        case .beat(let number, let hash, let time):
            .live("beat", ["number": "\(number)", "hash": hash, "time": "\(time)"])
        }
    }

    package init?(message: XMLElement) {
        if let event = message.first("event", in: WireName.live), let number = event.liveNumber("number"),
            let hash = event["hash"], let line = event.jsonText(limit: Self.sizeLimit)
        {
            self = .event(number: number, line: line, hash: hash)
        } else if let beat = message.first("beat", in: WireName.live), let number = beat.liveNumber("number"),
            let hash = beat["hash"], let time = beat.liveNumber("time")
        {
            self = .beat(number: number, hash: hash, time: time)
        } else {
            return nil
        }
    }
}
