/// Somebody's raised hand. A value.
package struct SpeakingRequest: Sendable, Hashable, Codable {
    package var user: String
    /// From 1, rising in the order of the requests that wait.
    package var number: Int
    package var since: Int64
    /// When it is withdrawn if nobody answers.
    package var deadline: Int64

    package init(user: String, number: Int, since: Int64, deadline: Int64) {
        self.user = user
        self.number = number
        self.since = since
        self.deadline = deadline
    }
}

/// A request that did not lead to speaking. A value.
package struct SpeakingRequestEnd: Sendable, Hashable, Codable {
    package enum Outcome: String, Sendable, Hashable, Codable {
        /// By a teacher or an assistant.
        case refused
        /// By whoever had asked.
        case withdrawn
        case timedOut
        /// By a teacher or an assistant, without an answer.
        case lowered
    }

    package var user: String
    package var outcome: Outcome
    /// Whose doing it was, where it was somebody else's.
    package var by: String?

    package init(user: String, _ outcome: Outcome, by: String? = nil) {
        self.user = user
        self.outcome = outcome
        self.by = by
    }
}

/// A value.
package struct SpeakingInvitation: Sendable, Hashable, Codable {
    package var user: String
    /// Who invites.
    package var by: String

    package init(user: String, by: String) {
        self.user = user
        self.by = by
    }
}

/// An invitation that did not lead to speaking. A value.
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

/// Somebody who may send sound and video without being a teacher or an assistant. A value.
package struct Speaker: Sendable, Hashable, Codable {
    package enum Cause: String, Sendable, Hashable, Codable {
        /// A request was allowed.
        case request
        /// An invitation was accepted.
        case invitation
        /// Microphone or camera were switched on from afar.
        case remote
    }

    package var user: String
    package var cause: Cause
    /// Who allowed, invited or switched.
    package var by: String?

    package init(user: String, _ cause: Cause, by: String? = nil) {
        self.user = user
        self.cause = cause
        self.by = by
    }
}

/// A value.
package struct SpeakerEnd: Sendable, Hashable, Codable {
    package enum Cause: String, Sendable, Hashable, Codable {
        /// By the speaker, also by switching microphone and camera off.
        case stopped
        /// By a teacher or an assistant.
        case lowered
        /// Microphone and camera were switched off from afar.
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

/// Whether students may send sound. A value.
package struct SoundBan: Sendable, Hashable, Codable {
    package var isForbidden: Bool
    /// Ids of those who may nevertheless: they were asked to speak since it was forbidden.
    package var except: [String]

    package init(_ isForbidden: Bool, except: [String] = []) {
        self.isForbidden = isForbidden
        self.except = except
    }
}
