package import ClassRules
import Rooms
package import Signalling
package import XML

/// The limits of a room's chat, as its owner sets them at a server that knows them, and what that server says of people
/// who exceed them. Values.
package struct ChatLimitsStanza: Sendable, Equatable {
    package var limits: ChatLimits
    /// Of slow mode, in seconds; 0: it is off.
    package var interval: Int
    /// Whom slow mode does not slow, by their addresses.
    package var staff: [XMPPAddress]

    package init(_ limits: ChatLimits, interval: Int, staff: [XMPPAddress]) {
        (self.limits, self.interval, self.staff) = (limits, interval, staff)
    }

    private static let reasons: [ClassError.Reason] = [.tooLong, .chatSlowed, .tooManyMessages, .chatFull]

    /// For an IQ `set` to the room.
    package var element: XMLElement {
        let slow = ChatLimits.slow(interval)
        let words = Self.reasons.map { reason in
            let slowed = reason == .chatSlowed && interval > 0
            let text = slowed ? SlowMode.words(interval: interval) : ClassError(reason).words
            return XMLElement("words", namespace: WireName.live, attributes: ["reason": reason.rawValue], text: text)
        }
        return .live(
            "limits",
            [
                "step": "\(limits.pace.step)", "slack": "\(limits.pace.slack)",
                "interval": "\(interval > 0 ? slow.step : 0)", "tolerance": "\(slow.slack)",
                "length": "\(limits.length)", "size": "\(limits.messageBytes)", "bytes": "\(limits.storedBytes)",
            ], children: staff.map { .live("staff", ["jid": $0.description]) } + words)
    }

    /// People whose messages the server refused since it told last, by their addresses.
    ///
    /// - Returns: `nil` if the stanza says nothing of the kind, or the room itself did not send it.
    package static func excess(_ stanza: XMLElement, of room: XMPPAddress) -> [(person: XMPPAddress, count: Int)]? {
        guard stanza.name == "message", stanza["from"].flatMap({ XMPPAddress($0) }) == room,
            let excess = stanza.first("excess", in: WireName.live)
        else { return nil }
        return excess.children("person").compactMap { person in
            guard let address = person["jid"].flatMap({ XMPPAddress($0) }), let count = person.liveNumber("count")
            else { return nil }
            return (address, Int(count))
        }
    }
}
