/// What a class allows and how large it may be, as its server says. A value.
package struct ClassFeatures: Sendable, Hashable, Codable {
    package enum MediaLimit: String, Sendable, Hashable, Codable {
        case audioAndVideo, audioOnly
    }

    /// The teacher whose class it is, by id; nil: every teacher has that rank.
    package var owner: String?
    package var canChangePresenter: Bool
    /// How many may speak at a time.
    package var maxSpeakerCount: Int
    /// How long a request to speak waits for an answer, in milliseconds.
    package var requestTimeout: Int64
    package var mediaLimit: MediaLimit
    /// As the service names it.
    package var roomType: String?
    /// How long a class in progress waits for a teacher once none is there, in milliseconds; `nil`: the usual time.
    package var teacherTimeout: Int64?
    /// The class's own; nil: it has none.
    package var emoticons: [ClassEmoticon]?

    package init(
        owner: String? = nil, canChangePresenter: Bool = true, maxSpeakerCount: Int = 6, requestTimeout: Int64 = 30_000,
        mediaLimit: MediaLimit = .audioAndVideo, roomType: String? = nil
    ) {
        self.owner = owner
        self.canChangePresenter = canChangePresenter
        self.maxSpeakerCount = maxSpeakerCount
        self.requestTimeout = requestTimeout
        self.mediaLimit = mediaLimit
        self.roomType = roomType
    }
}

/// A small picture that stands for a feeling, written as `[key]`. A value; unverified.
package struct ClassEmoticon: Sendable, Hashable, Codable {
    package var key: String
    /// Its address; nil: it is shown by its key.
    package var picture: String?

    package init(key: String, picture: String? = nil) {
        self.key = key
        self.picture = picture
    }

    /// As it is written.
    package var text: String { "[\(key)]" }

    package static let keyLength = 32

    /// ASCII letters, digits, `_` and `-`.
    package static func isKey(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count <= keyLength
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }
}

/// Somebody may not write. A value.
package struct ChatBan: Sendable, Hashable, Codable {
    package var user: String
    package var until: Int64
    /// Who forbade it.
    package var by: String?

    package init(user: String, until: Int64, by: String? = nil) {
        self.user = user
        self.until = until
        self.by = by
    }
}

/// Whether somebody may draw who is neither teacher nor assistant. A value.
package struct DrawingGrant: Sendable, Hashable, Codable {
    package var user: String
    package var isGranted: Bool

    package init(user: String, _ isGranted: Bool) {
        self.user = user
        self.isGranted = isGranted
    }
}

/// A value.
package struct Like: Sendable, Hashable, Codable {
    /// Who is liked.
    package var user: String
    /// All that the person has, with this one.
    package var count: Int
    /// Who likes.
    package var by: String?

    package init(user: String, count: Int, by: String? = nil) {
        self.user = user
        self.count = count
        self.by = by
    }
}

/// What is said of a running survey beside its question. A value.
package struct OpenSurvey: Sendable, Hashable, Codable {
    /// The survey's.
    package var id: String
    /// From 1, in the order of being published.
    package var order: Int
    /// When it ends by itself; nil: when it is ended.
    package var deadline: Int64?

    package init(id: String, order: Int, deadline: Int64? = nil) {
        self.id = id
        self.order = order
        self.deadline = deadline
    }
}

/// What came of a survey. A value.
package struct SurveyResult: Sendable, Hashable, Codable {
    /// With votes and correct options.
    package var survey: Survey
    package var order: Int
    /// How many were right; 0 where no option is marked as correct.
    package var rightCount: Int
    package var wrongCount: Int

    package init(survey: Survey, order: Int, rightCount: Int, wrongCount: Int) {
        self.survey = survey
        self.order = order
        self.rightCount = rightCount
        self.wrongCount = wrongCount
    }
}
