import Rooms

/// What only the keeper knows of a class: nobody else may have it, or nobody needs it. A keeper that starts again has ``kept``
/// beside the events. A value.
package struct ClassMemory: Sendable, Equatable, Codable {
    /// The newest time that was told: a clock that is set back stands still here.
    var latest: Int64 = 0
    /// Since when the class continues without a teacher: the last one has left, or lost the connection.
    var teacherless: Int64?
    /// Who is there without being listed: the class is too large.
    var unlisted: [String: RoomUser] = [:]
    /// When the others are told how many there are.
    var countDue: Int64?
    /// Who wrote although it was forbidden to all, or came meanwhile, and lost the room server's permission.
    var silenced: Set<String> = []
    /// Who was switched off from afar and has not obeyed yet.
    var orders: [String: SwitchOff] = [:]
    /// Of the survey that runs.
    var ballot: Ballot?
    /// What everybody's answers were worth.
    var scores: [String: Score] = [:]
    var broadcastRates = RateLimiter()
    var strokeRates = RateLimiter()
    var wishRates = RateLimiter()
    /// Optional: files of earlier versions lack it.
    var handRates: RateLimiter?

    package init() {}

    /// What a keeper writes: who is there it sees anew when it starts again, and how often somebody did something it counts
    /// anew; both would be much to write with each event.
    package var kept: ClassMemory {
        var kept = self
        kept.unlisted = [:]
        kept.silenced = []
        kept.broadcastRates = RateLimiter()
        kept.strokeRates = RateLimiter()
        kept.wishRates = RateLimiter()
        kept.handRates = nil
        return kept
    }

    /// Whether nothing but the time differs of what is written.
    package func isKept(as other: ClassMemory) -> Bool {
        countDue == other.countDue && teacherless == other.teacherless && orders == other.orders
            && ballot == other.ballot && scores == other.scores
    }

    /// What must be off by a time, or is cut off.
    struct SwitchOff: Sendable, Equatable, Codable {
        var audio: Bool
        var video: Bool
        var deadline: Int64
    }

    /// A survey with its correct options, and who answered what.
    struct Ballot: Sendable, Equatable, Codable {
        var survey: Survey
        var order: Int
        var answers: [String: [String]] = [:]
    }

    struct Score: Sendable, Equatable, Codable {
        var right = 0
        var wrong = 0
    }
}
