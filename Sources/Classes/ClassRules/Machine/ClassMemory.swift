import Classes

/// State that only the keeper has, because it is secret or useless to clients. A restarted keeper has ``kept`` and the
/// events.
package struct ClassMemory: Sendable, Equatable, Codable {
    /// The latest time of any call. After the clock is set back, time stops here until the clock has passed it.
    var latest: Int64 = 0
    /// The class runs without a teacher since this time, when the last one left or lost the connection.
    var teacherless: Int64?
    var unlisted: [String: ClassUser] = [:]
    var countDue: Int64?
    /// Without the room server's permission, because they wrote or entered while writing was forbidden.
    var silenced: Set<String> = []
    var orders: [String: SwitchOff] = [:]
    var ballot: Ballot?
    var scores: [String: Score] = [:]
    var broadcastRates = RateLimiter()
    var strokeRates = RateLimiter()
    var wishRates = RateLimiter()
    /// `nil` in files of earlier versions.
    var handRates: RateLimiter?
    /// The due time for the ``Pace`` of lines about refused people.
    var turnedAwayDue: Int64?
    /// Never stored, like the recent messages.
    var privateCount: Int?
    var privateMessages: [PrivateMessage]?
    /// Not stored, because people who wait repeat their requests.
    var waitingRoom: WaitingRoom?

    package init() {}

    /// The part that a keeper stores. The rest would cost too much with each event. After a restart, the keeper sees
    /// the present people again and counts rates from zero.
    package var kept: ClassMemory {
        var kept = self
        kept.unlisted = [:]
        kept.silenced = []
        kept.broadcastRates = RateLimiter()
        kept.strokeRates = RateLimiter()
        kept.wishRates = RateLimiter()
        kept.handRates = nil
        kept.turnedAwayDue = nil
        kept.waitingRoom = nil
        (kept.privateCount, kept.privateMessages) = (nil, nil)
        return kept
    }

    /// Whether the stored parts are equal except for the time.
    package func isKept(as other: ClassMemory) -> Bool {
        countDue == other.countDue && teacherless == other.teacherless && orders == other.orders
            && ballot == other.ballot && scores == other.scores
    }

    /// Media that must be off by a deadline. After it the keeper cuts them off.
    struct SwitchOff: Sendable, Equatable, Codable {
        var audio: Bool
        var video: Bool
        var deadline: Int64
    }

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
