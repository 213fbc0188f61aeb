/// A user's raised hand.
package struct SpeakingRequest: Sendable, Hashable, Codable {
    package var user: String
    /// The number of the request, from 1, rising in the order of the waiting requests.
    package var number: Int
    package var since: Int64
    /// When the hand is lowered without an answer, or `nil` if it stays.
    package var deadline: Int64?

    package init(user: String, number: Int, since: Int64, deadline: Int64?) {
        self.user = user
        self.number = number
        self.since = since
        self.deadline = deadline
    }
}

/// How long raised hands wait for an answer, as set in the class. Applies to hands that are raised already, too.
package struct HandTime: Sendable, Hashable, Codable {
    /// 0 if hands stay until they are answered or lowered.
    package var milliseconds: Int64
    /// When it was set, in milliseconds since 1970.
    package var since: Int64

    package init(milliseconds: Int64, since: Int64) {
        self.milliseconds = milliseconds
        self.since = since
    }

    /// When a hand that is raised now is lowered, or `nil` if it stays.
    var deadline: Int64? { milliseconds > 0 ? since &+ milliseconds : nil }
}

/// A request that did not lead to speaking.
package struct SpeakingRequestEnd: Sendable, Hashable, Codable {
    package enum Outcome: String, Sendable, Hashable, Codable {
        case refused
        case withdrawn
        case timedOut
        /// Removed by a teacher or an assistant without an answer.
        case lowered
    }

    package var user: String
    package var outcome: Outcome
    /// The id of the user who ended it, if that is another one.
    package var by: String?

    package init(user: String, _ outcome: Outcome, by: String? = nil) {
        self.user = user
        self.outcome = outcome
        self.by = by
    }
}

package struct SpeakingInvitation: Sendable, Hashable, Codable {
    package var user: String
    package var by: String

    package init(user: String, by: String) {
        self.user = user
        self.by = by
    }
}

/// An invitation that did not lead to speaking.
package struct SpeakingInvitationEnd: Sendable, Hashable, Codable {
    package enum Outcome: String, Sendable, Hashable, Codable {
        case refused, cancelled
    }

    package var user: String
    package var outcome: Outcome

    package init(user: String, _ outcome: Outcome) {
        self.user = user
        self.outcome = outcome
    }
}

/// A user who may send sound and video without being a teacher or an assistant.
package struct Speaker: Sendable, Hashable, Codable {
    package enum Cause: String, Sendable, Hashable, Codable {
        case request
        case invitation
        case remote
    }

    package var user: String
    package var cause: Cause
    package var by: String?

    package init(user: String, _ cause: Cause, by: String? = nil) {
        self.user = user
        self.cause = cause
        self.by = by
    }
}

package struct SpeakerEnd: Sendable, Hashable, Codable {
    package enum Cause: String, Sendable, Hashable, Codable {
        /// Ended by the speaker, also by switching microphone and camera off.
        case stopped
        /// Ended by a teacher or an assistant.
        case lowered
        case remote
    }

    package var user: String
    package var cause: Cause
    package var by: String?

    package init(user: String, _ cause: Cause, by: String? = nil) {
        self.user = user
        self.cause = cause
        self.by = by
    }
}

package struct SoundBan: Sendable, Hashable, Codable {
    package var isForbidden: Bool
    /// The ids of exempt users: they were invited to speak after the ban.
    package var except: [String]

    package init(_ isForbidden: Bool, except: [String] = []) {
        self.isForbidden = isForbidden
        self.except = except
    }
}
