package struct SpeakingRequest: Sendable, Hashable, Codable {
    package var user: String
    /// From 1. A newer request has a higher number.
    package var number: Int
    package var since: Int64
    /// An unanswered hand is lowered at this time; `nil` if it stays raised.
    package var deadline: Int64?

    package init(user: String, number: Int, since: Int64, deadline: Int64?) {
        self.user = user
        self.number = number
        self.since = since
        self.deadline = deadline
    }
}

/// The time that raised hands wait for an answer. A change also applies to hands that are already raised.
package struct HandTime: Sendable, Hashable, Codable {
    /// 0 if hands stay raised until they are answered or lowered.
    package var milliseconds: Int64
    /// The time of the setting, in milliseconds since 1970.
    package var since: Int64

    package init(milliseconds: Int64, since: Int64) {
        self.milliseconds = milliseconds
        self.since = since
    }

    /// For a hand raised at the time of the setting; `nil` if it stays raised.
    var deadline: Int64? { milliseconds > 0 ? since &+ milliseconds : nil }
}

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
        /// By the speaker. Switching both microphone and camera off counts.
        case stopped
        /// By a teacher or an assistant.
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
    package var except: [String]

    package init(_ isForbidden: Bool, except: [String] = []) {
        self.isForbidden = isForbidden
        self.except = except
    }
}
