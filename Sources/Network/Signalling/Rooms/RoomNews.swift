/// What became known about a room that somebody is in, or wants to be. A value.
package enum RoomNews: Sendable, Equatable {
    /// We are in; all who were there before are known. `isNew`: the room was made by this.
    case joined(RoomOccupant, isNew: Bool)
    case entered(RoomOccupant)
    /// Affiliation, role, nick or address are others now; `before` has the old ones.
    case changed(RoomOccupant, before: RoomOccupant)
    case left(RoomOccupant, RoomDeparture)
    /// We are out.
    case departed(RoomDeparture)
    /// We did not get in.
    case refused(RoomRefusal)
    case message(RoomMessage)
    /// A message of ours was not passed on.
    case rejected(id: String, StanzaError)
    /// A moderator has taken back a message.
    case retracted(RoomRetraction)
    /// Nil: nobody has set one.
    case subject(String?, nick: String?)
    /// Somebody without a voice asks for one; moderators see it.
    case voiceRequested(VoiceRequest)
    /// Settings of the room are others now: what must be known is asked for anew.
    case configured
}

/// Why somebody is no longer in a room (XEP-0045's status codes).
package struct RoomDeparture: Sendable, Equatable {
    package enum Cause: Sendable, Equatable {
        case own
        /// 307; 333: the server has noticed an error.
        case kicked
        /// 301.
        case banned
        /// 321, 322: members only, and no member.
        case notAMember
        /// 332.
        case serverEnds
        /// There is perhaps another one.
        case roomDestroyed(instead: XMPPAddress?)
        /// A line was lost; nobody wanted it.
        case lost
    }

    package let cause: Cause
    /// Nick of whoever did it.
    package let by: String?
    /// Unverified.
    package let reason: String?

    package init(_ cause: Cause, by: String? = nil, reason: String? = nil) {
        self.cause = cause
        self.by = by
        self.reason = reason
    }
}

/// Why a room does not let somebody in (XEP-0045, 7.2).
package enum RoomRefusal: Error, Sendable, Equatable {
    case wrongPassword
    case membersOnly
    case banned
    /// There is no such room, and none may be made.
    case noRoom
    case full
    /// All nicks that were tried are taken.
    case nickTaken
    case noAnswer
    case other(StanzaError)
}
