package import PlayCore
package import XML

/// XEP-0045. Turns the connection's stanzas into stanzas and news.
package struct RoomOccupancy: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case outside
        /// The presences of the occupants are arriving, the own one last. Leads to `inside`, or to `outside` with a
        /// refusal.
        case joining(since: HostTime)
        case inside
    }

    package let room: XMPPAddress
    private let sender: XMPPAddress?
    private let wantedNick: String
    private let password: String?
    package private(set) var state = State.outside
    package private(set) var nick: String
    private var attempt = 1
    /// By nickname, including the own one.
    package private(set) var occupants: [String: RoomOccupant] = [:]

    /// Further occupants are ignored. ejabberd's default for rooms is 200, and a lecture has hundreds.
    package static let occupantLimit = 10_000
    private static let attemptLimit = 9
    private static let joinLimit = HostTime.seconds(20)

    package init(room: XMPPAddress, nick: String, password: String? = nil, sender: XMPPAddress? = nil) {
        self.room = room.bare
        wantedNick = nick
        self.nick = nick
        self.password = password
        self.sender = sender
    }

    package var own: RoomOccupant? { state == .inside ? occupants[nick] : nil }

    // MARK: Actions

    /// Resets the state of the room, so it also serves after a lost session.
    package mutating func join(at now: HostTime) -> XMLElement {
        occupants = [:]
        state = .joining(since: now)
        var room = XMLElement("x", namespace: Namespace.room)
        // Earlier messages are read from the archive.
        room.add(XMLElement("history", attributes: ["maxchars": "0"]))
        if let password { room.add(XMLElement("password", text: password)) }
        return XMLElement("presence", attributes: attributes(to: nick), children: [room])
    }

    package mutating func leave() -> XMLElement {
        var attributes = attributes(to: nick)
        attributes["type"] = "unavailable"
        return XMLElement("presence", attributes: attributes)
    }

    package mutating func disconnected() -> [RoomNews] {
        defer { forget() }
        return state == .inside ? [.departed(RoomDeparture(.lost))] : []
    }

    package mutating func expire(at now: HostTime) -> [RoomNews] {
        guard case .joining(let since) = state, now >= since + Self.joinLimit else { return [] }
        forget()
        return [.refused(.noAnswer)]
    }

    package var nextDeadline: HostTime? {
        if case .joining(let since) = state { since + Self.joinLimit } else { nil }
    }

    private mutating func forget() {
        state = .outside
        occupants = [:]
    }

    private func attributes(to nick: String) -> [String: String] {
        var attributes = ["to": room.with(resource: nick).description]
        attributes["from"] = sender?.description
        return attributes
    }

    // MARK: Stanzas

    /// - Returns: The news, and the stanzas to send. Both are empty for stanzas from other addresses than this room.
    package mutating func received(
        _ stanza: XMLElement, at now: HostTime
    ) -> (news: [RoomNews], stanzas: [XMLElement]) {
        guard let from = stanza["from"].flatMap({ XMPPAddress($0) }), from.bare == room else { return ([], []) }
        switch stanza.name {
        case "message": return (message(stanza), [])
        case "presence" where stanza["type"] == "error": return refused(stanza, at: now)
        case "presence":
            guard let nick = from.resource else { return (roomPresence(stanza), []) }
            if stanza["type"] == "unavailable" { return (unavailable(nick, stanza), []) }
            return (stanza["type"] == nil ? available(nick, stanza) : [], [])
        default: return ([], [])
        }
    }

    private func codes(_ stanza: XMLElement) -> Set<String> {
        let user = stanza.first("x", in: Namespace.roomUser)
        return Set(user?.children("status").compactMap { $0["code"] } ?? [])
    }

    private mutating func available(_ nick: String, _ stanza: XMLElement) -> [RoomNews] {
        let codes = codes(stanza)
        let occupant = RoomOccupant(nick: nick, presence: stanza)
        let before = occupants[nick]
        guard before != nil || occupants.count < Self.occupantLimit || codes.contains("110") else { return [] }
        occupants[nick] = occupant
        if codes.contains("110"), case .joining = state {
            // Code 210 means that the server has changed the nickname.
            self.nick = nick
            state = .inside
            return [.joined(occupant, isNew: codes.contains("201"))]
        }
        guard state == .inside else { return [] }
        guard let before else { return [.entered(occupant)] }
        return before == occupant ? [] : [.changed(occupant, before: before)]
    }

    private mutating func unavailable(_ nick: String, _ stanza: XMLElement) -> [RoomNews] {
        let codes = codes(stanza)
        let item = stanza.first("x", in: Namespace.roomUser)?.first("item")
        if codes.contains("303"), let newNick = item?["nick"] { return renamed(nick, newNick, codes) }
        let departure = departure(codes, stanza)
        let isOwn = codes.contains("110") || nick == self.nick
        if isOwn, state == .inside {
            forget()
            return [.departed(departure)]
        }
        guard var occupant = occupants.removeValue(forKey: nick), state == .inside else { return [] }
        let gone = RoomOccupant(nick: nick, presence: stanza)
        occupant.affiliation = gone.affiliation
        return [.left(occupant, departure)]
    }

    private mutating func renamed(_ nick: String, _ newNick: String, _ codes: Set<String>) -> [RoomNews] {
        guard let before = occupants.removeValue(forKey: nick) else { return [] }
        var occupant = before
        occupant.nick = newNick
        occupants[newNick] = occupant
        if nick == self.nick { self.nick = newNick }
        return state == .inside ? [.changed(occupant, before: before)] : []
    }

    private mutating func roomPresence(_ stanza: XMLElement) -> [RoomNews] {
        guard stanza["type"] == "unavailable", state == .inside else { return [] }
        let departure = departure(codes(stanza), stanza)
        forget()
        return [.departed(departure)]
    }

    private func departure(_ codes: Set<String>, _ stanza: XMLElement) -> RoomDeparture {
        let user = stanza.first("x", in: Namespace.roomUser)
        let item = user?.first("item")
        if let destroy = user?.first("destroy") {
            let instead = destroy["jid"].flatMap { XMPPAddress($0) }
            return RoomDeparture(.roomDestroyed(instead: instead), reason: destroy.first("reason")?.wholeText)
        }
        let cause: RoomDeparture.Cause =
            if codes.contains("301") {
                .banned
            } else if codes.contains("332") {
                .serverEnds
            } else if codes.contains("333") {
                .lost
            } else if codes.contains("307") {
                .kicked
            } else if codes.contains("321") || codes.contains("322") {
                .notAMember
            } else {
                .own
            }
        return RoomDeparture(cause, by: item?.first("actor")?["nick"], reason: item?.first("reason")?.wholeText)
    }

    private mutating func refused(
        _ stanza: XMLElement, at now: HostTime
    ) -> (news: [RoomNews], stanzas: [XMLElement]) {
        guard case .joining = state, let error = StanzaError(stanza) else { return ([], []) }
        if error.condition == "conflict", attempt < Self.attemptLimit {
            attempt += 1
            nick = "\(wantedNick) \(attempt)"
            return ([], [join(at: now)])
        }
        forget()
        let refusal: RoomRefusal =
            switch error.condition {
            case "conflict": .nickTaken
            case "not-authorized": .wrongPassword
            case "registration-required": .membersOnly
            case "forbidden": .banned
            case "item-not-found", "not-allowed", "gone": .noRoom
            case "service-unavailable", "resource-constraint": .full
            case "remote-server-not-found", "remote-server-timeout": .noAnswer
            default: .other(error)
            }
        return ([.refused(refusal)], [])
    }

    private func message(_ stanza: XMLElement) -> [RoomNews] {
        if let error = StanzaError(stanza) { return stanza["id"].map { [.rejected(id: $0, error)] } ?? [] }
        if let retraction = RoomRetraction(stanza, room: room) { return [.retracted(retraction)] }
        if let request = VoiceRequest(stanza, room: room) { return [.voiceRequested(request)] }
        guard let message = RoomMessage(stanza, room: room, own: own) else { return [] }
        if let subject = stanza.first("subject"), message.body == nil {
            let text = subject.wholeText
            return [.subject(text.isEmpty ? nil : text, nick: message.nick)]
        }
        if message.nick == nil, !codes(stanza).isDisjoint(with: ["104", "170", "171", "172", "173"]) {
            return [.configured]
        }
        return [.message(message)]
    }
}
