package import ClassRules
package import ClassWire
package import Classes

package enum ClassWrite: Sendable, Equatable {
    /// Events, the rules' new memory or `nil` if unchanged, and the act that caused them.
    case turn([NumberedEvent], ClassMemory?, ActRecord?)
    case exclude(person: String)
    /// The person's bans are lifted.
    case lift(person: String)
    case audit(AuditEntry)
    /// A shorter way to the state after the chain's number.
    case shorten([ClassEvent], EventChain)
    case result(ResultWrite)
}

/// A part of the class's results. Times are in milliseconds since 1970.
package enum ResultWrite: Sendable, Equatable {
    /// Begins a stay, unless the user is present by the store.
    case enter(ClassUser, at: Int64)
    case leave(String, at: Int64)
    case leaveAll(at: Int64)
    case quiz(Survey, at: Int64)
    /// An answer to the newest quiz with its id.
    case answer(ClassUser, SurveyAnswer, SurveyVerdict, at: Int64)
    /// Messages of the chat; those that are stored are skipped.
    case chat([ClassReport.Line])
    /// The id of a message that was removed from the chat.
    case removeMessage(String)
}

/// An act and its answer, stored so that a repeated act is answered but not performed again.
package struct ActRecord: Sendable, Equatable {
    /// The id of the acting user; ids of acts are unique per user.
    package let user: String
    package let id: String
    package let answer: ActAnswer

    package init(user: String, id: String, answer: ActAnswer) {
        self.user = user
        self.id = id
        self.answer = answer
    }
}
