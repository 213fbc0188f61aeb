import Classes

/// Facts that only the keeper knows, secret or useless to clients. A restarted keeper has ``kept`` and the events.
package struct ClassMemory: Sendable, Equatable, Codable {
    /// The latest time of any call. If the clock is set back, time stays here until the clock passes it.
    var latest: Int64 = 0
    /// The time since which the class continues without a teacher, because the last one left or lost the connection.
    var teacherless: Int64?
    /// The users who are present but not listed, because the class is too large.
    var unlisted: [String: ClassUser] = [:]
    /// The time at which the count of users is published.
    var countDue: Int64?
    /// The users who wrote or entered while writing was forbidden, and lost the room server's permission.
    var silenced: Set<String> = []
    /// The users who were switched off remotely and have not obeyed yet.
    var orders: [String: SwitchOff] = [:]
    var ballot: Ballot?
    var scores: [String: Score] = [:]
    var broadcastRates = RateLimiter()
    var strokeRates = RateLimiter()
    var wishRates = RateLimiter()
    /// Optional: files of earlier versions lack it.
    var handRates: RateLimiter?
    /// When the next line about a refused person is due, for its ``Pace``.
    var turnedAwayDue: Int64?
    /// The number of private messages, and the recent ones. Never stored.
    var privateCount: Int?
    var privateMessages: [PrivateMessage]?
    /// Not stored: people who wait repeat their requests.
    var waitingRoom: WaitingRoom?

    package init() {}

    /// The part that a keeper stores. After a restart, the keeper sees again who is present, and counts rates from
    /// zero. Storing both with each event would cost too much.
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

    /// Returns whether the stored parts are equal, apart from the time.
    package func isKept(as other: ClassMemory) -> Bool {
        countDue == other.countDue && teacherless == other.teacherless && orders == other.orders
            && ballot == other.ballot && scores == other.scores
    }

    /// Media that must be off by a deadline, after which the keeper cuts them off.
    struct SwitchOff: Sendable, Equatable, Codable {
        var audio: Bool
        var video: Bool
        var deadline: Int64
    }

    /// A survey with its correct options, and the answers by user.
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
