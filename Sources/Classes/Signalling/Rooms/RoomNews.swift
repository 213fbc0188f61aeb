package enum RoomNews: Sendable, Equatable {
    /// All present occupants are known. `isNew` says whether joining created the room.
    case joined(RoomOccupant, isNew: Bool)
    case entered(RoomOccupant)
    case changed(RoomOccupant, before: RoomOccupant)
    case left(RoomOccupant, RoomDeparture)
    case departed(RoomDeparture)
    case refused(RoomRefusal)
    case message(RoomMessage)
    case rejected(id: String, StanzaError)
    case retracted(RoomRetraction)
    case subject(String?, nick: String?)
    /// Only moderators receive it.
    case voiceRequested(VoiceRequest)
    case configured
}

/// The reason why an occupant has left a room, with XEP-0045's status codes.
package struct RoomDeparture: Sendable, Equatable {
    package enum Cause: Sendable, Equatable {
        case own
        /// Code 307.
        case kicked
        /// Code 301.
        case banned
        /// Codes 321 and 322: the room is for members only.
        case notAMember
        /// Code 332.
        case serverEnds
        /// `instead` is the room's replacement.
        case roomDestroyed(instead: XMPPAddress?)
        /// The connection was lost, or the server detected an error (333).
        case lost
    }

    package let cause: Cause
    /// The moderator's nickname.
    package let by: String?
    /// Unverified.
    package let reason: String?

    package init(_ cause: Cause, by: String? = nil, reason: String? = nil) {
        self.cause = cause
        self.by = by
        self.reason = reason
    }
}

package enum RoomRefusal: Error, Sendable, Equatable {
    case wrongPassword
    case membersOnly
    case banned
    /// There is no such room, and creating it is not allowed.
    case noRoom
    case full
    case nickTaken
    case noAnswer
    case other(StanzaError)
}
