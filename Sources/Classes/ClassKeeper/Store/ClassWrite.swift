package import ClassRules
package import ClassWire
package import Classes

package enum ClassWrite: Sendable, Equatable {
    /// Events, the rules' new memory (`nil` if unchanged), and the act that caused them.
    case turn([NumberedEvent], ClassMemory?, ActRecord?)
    case exclude(person: String)
    case lift(person: String)
    case audit(AuditEntry)
    /// Fewer events that lead to the state at the chain's number.
    case shorten([ClassEvent], EventChain)
    case result(ResultWrite)
}

/// A part of the class's results. Times are in milliseconds since 1970.
package enum ResultWrite: Sendable, Equatable {
    /// Starts a stay, unless the user is already present in the store.
    case enter(ClassUser, at: Int64)
    case leave(String, at: Int64)
    case leaveAll(at: Int64)
    case quiz(Survey, at: Int64)
    /// Belongs to the newest quiz with its ID.
    case answer(ClassUser, SurveyAnswer, SurveyVerdict, at: Int64)
    /// Messages of the chat. Skips stored ones.
    case chat([ClassReport.Line])
    case removeMessage(String)
}

/// An act with its answer. A repeated act gets the stored answer and is not performed again.
package struct ActRecord: Sendable, Equatable {
    package let user: String
    package let id: String
    package let answer: ActAnswer

    package init(user: String, id: String, answer: ActAnswer) {
        self.user = user
        self.id = id
        self.answer = answer
    }
}
