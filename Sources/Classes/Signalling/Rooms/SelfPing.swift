package import PlayCore
package import XML

/// Checks whether this client is still in a silent room (XEP-0410), because a restarted server forgets its occupants
/// without a message.
package struct SelfPing: Sendable, Equatable {
    package enum Verdict: Sendable, Equatable {
        case isIn
        case isOut
        /// The room's server is unreachable and will be pinged again.
        case unknown
    }

    private let room: XMPPAddress
    private let interval: HostTime
    private let limit: HostTime
    private let sender: XMPPAddress?
    private let prefix: String
    private var number = 0
    private var lastHeard: HostTime
    private var asked: (id: String, nick: String, deadline: HostTime)?

    package static func == (a: SelfPing, b: SelfPing) -> Bool {
        a.lastHeard == b.lastHeard && a.asked?.id == b.asked?.id && a.room == b.room
    }

    /// The `prefix` of IDs is unique for each session. `interval` is the time of silence before a ping.
    package init(
        room: XMPPAddress, prefix: String, sender: XMPPAddress? = nil, at now: HostTime,
        interval: HostTime = .seconds(60), limit: HostTime = .seconds(15)
    ) {
        self.room = room
        self.prefix = prefix
        self.sender = sender
        self.interval = interval
        self.limit = limit
        lastHeard = now
    }

    package var nextDeadline: HostTime { asked?.deadline ?? lastHeard + interval }

    package mutating func tick(nick: String, at now: HostTime) -> (stanza: XMLElement?, verdict: Verdict?) {
        if let asked {
            guard now >= asked.deadline else { return (nil, nil) }
            self.asked = nil
            lastHeard = now
            return (nil, .unknown)
        }
        guard now >= lastHeard + interval else { return (nil, nil) }
        number += 1
        let id = "\(prefix)-ping-\(number)"
        asked = (id, nick, now + limit)
        var attributes = ["type": "get", "id": id, "to": room.with(resource: nick).description]
        attributes["from"] = sender?.description
        return (
            XMLElement("iq", attributes: attributes, children: [XMLElement("ping", namespace: Namespace.ping)]), nil
        )
    }

    /// Each stanza shows that the room exists. The answer to a ping shows whether this client is inside.
    package mutating func received(_ stanza: XMLElement, at now: HostTime) -> Verdict? {
        guard let from = stanza["from"].flatMap({ XMPPAddress($0) }), from.bare == room.bare else { return nil }
        guard stanza.name == "iq" else {
            lastHeard = now
            return nil
        }
        guard let asked, stanza["id"] == asked.id, ["result", "error"].contains(stanza["type"] ?? "") else {
            return nil
        }
        self.asked = nil
        lastHeard = now
        guard let error = StanzaError(stanza) else { return .isIn }
        return switch error.condition {
        // The ping has reached this client, which does not support pings.
        case "service-unavailable", "feature-not-implemented": .isIn
        case "remote-server-not-found", "remote-server-timeout": .unknown
        // This includes `item-not-found`, which XEP-0410 interprets as a changed nickname. The caller knows its own
        // nickname, and a server that has forgotten the whole room answers the same (Prosody 0.12.3). Joining again
        // does no harm.
        default: .isOut
        }
    }
}
