/// News of a room that this client is in or wants to enter.
package enum RoomNews: Sendable, Equatable {
    /// This client is inside, and all earlier occupants are known. `isNew`: whether the room was created by joining.
    case joined(RoomOccupant, isNew: Bool)
    case entered(RoomOccupant)
    /// Affiliation, role, nick or address have changed; `before` has the old ones.
    case changed(RoomOccupant, before: RoomOccupant)
    case left(RoomOccupant, RoomDeparture)
    /// This client is outside.
    case departed(RoomDeparture)
    case refused(RoomRefusal)
    case message(RoomMessage)
    /// An own message was not forwarded.
    case rejected(id: String, StanzaError)
    case retracted(RoomRetraction)
    /// The subject, or `nil` if none is set.
    case subject(String?, nick: String?)
    /// A visitor requests a voice; visible to moderators.
    case voiceRequested(VoiceRequest)
    /// The room's settings have changed and have to be requested again.
    case configured
}

/// Why an occupant has left a room (XEP-0045's status codes).
package struct RoomDeparture: Sendable, Equatable {
    package enum Cause: Sendable, Equatable {
        case own
        /// 307.
        case kicked
        /// 301.
        case banned
        /// 321, 322: the room is for members only.
        case notAMember
        /// 332.
        case serverEnds
        /// The room was destroyed; `instead` is another one, if any.
        case roomDestroyed(instead: XMPPAddress?)
        /// The connection was lost, or the server has noticed an error (333).
        case lost
    }

    package let cause: Cause
    /// Nick of the moderator.
    package let by: String?
    /// Unverified.
    package let reason: String?

    package init(_ cause: Cause, by: String? = nil, reason: String? = nil) {
        self.cause = cause
        self.by = by
        self.reason = reason
    }
}

/// Why a room does not admit a person (XEP-0045, 7.2).
package enum RoomRefusal: Error, Sendable, Equatable {
    case wrongPassword
    case membersOnly
    case banned
    /// There is no such room, and creating one is not allowed.
    case noRoom
    case full
    /// All nicks that were tried are taken.
    case nickTaken
    case noAnswer
    case other(StanzaError)
}
