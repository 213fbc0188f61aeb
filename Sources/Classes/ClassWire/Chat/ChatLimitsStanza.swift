package import ClassRules
import Classes
package import Signalling
package import XML

/// The limits of a room's chat, set by its owner on a server that supports them. Also reads the server's reports of
/// users who exceed them.
package struct ChatLimitsStanza: Sendable, Equatable {
    package var limits: ChatLimits
    /// In seconds; 0 for off.
    package var interval: Int
    package var staff: [XMPPAddress]

    package init(_ limits: ChatLimits, interval: Int, staff: [XMPPAddress]) {
        (self.limits, self.interval, self.staff) = (limits, interval, staff)
    }

    private static let reasons: [ClassError.Reason] = [.tooLong, .chatSlowed, .tooManyMessages, .chatFull]

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

    /// Returns the numbers of refused messages by user since the server's last report, or `nil` if the stanza is not
    /// such a report from the room itself.
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
