package import ClassRules
package import ClassWire
package import Rooms

/// What is to be stored of a class. A value.
package enum ClassWrite: Sendable, Equatable {
    /// Events, what the rules remember beside them (nil: the same as before), and the act that led to them.
    case turn([NumberedEvent], ClassMemory?, ActRecord?)
    case exclude(person: String)
    /// A shorter way to the state after the chain's number.
    case shorten([RoomEvent], EventChain)
}

/// An act and its answer: one that comes again is answered, and not done again. A value.
package struct ActRecord: Sendable, Equatable {
    /// The id of whoever wished: ids of acts are people's own.
    package let user: String
    package let id: String
    package let answer: ActAnswer

    package init(user: String, id: String, answer: ActAnswer) {
        self.user = user
        self.id = id
        self.answer = answer
    }
}
