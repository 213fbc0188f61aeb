package struct ClassFeatures: Sendable, Hashable, Codable {
    package enum MediaLimit: String, Sendable, Hashable, Codable {
        case audioAndVideo, audioOnly
    }

    /// The teacher who owns the class; `nil` if all teachers have equal rank.
    package var owner: String?
    package var canChangePresenter: Bool
    package var maxSpeakerCount: Int
    /// In milliseconds; 0 for requests that never expire.
    package var requestTimeout: Int64
    package var mediaLimit: MediaLimit
    /// The service's name for the kind of class.
    package var roomType: String?
    /// The milliseconds that a class in progress waits for a teacher to return; `nil` for the default.
    package var teacherTimeout: Int64?
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

/// Written as `[key]`. Unverified.
package struct ClassEmoticon: Sendable, Hashable, Codable {
    package var key: String
    /// `nil` to show the key.
    package var picture: String?

    package init(key: String, picture: String? = nil) {
        self.key = key
        self.picture = picture
    }

    package var text: String { "[\(key)]" }

    package static let keyLength = 32

    /// Returns whether a text is a key: 1 to ``keyLength`` ASCII letters, digits, `_` and `-`.
    package static func isKey(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count <= keyLength
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }
}

package struct ChatBan: Sendable, Hashable, Codable {
    package var user: String
    package var until: Int64
    package var by: String?

    package init(user: String, until: Int64, by: String? = nil) {
        self.user = user
        self.until = until
        self.by = by
    }
}

package struct DrawingGrant: Sendable, Hashable, Codable {
    package var user: String
    package var isGranted: Bool

    package init(user: String, _ isGranted: Bool) {
        self.user = user
        self.isGranted = isGranted
    }
}

package struct Like: Sendable, Hashable, Codable {
    package var user: String
    /// The user's total, including this one.
    package var count: Int
    package var by: String?

    package init(user: String, count: Int, by: String? = nil) {
        self.user = user
        self.count = count
        self.by = by
    }
}

package struct OpenSurvey: Sendable, Hashable, Codable {
    package var id: String
    /// From 1, in the order of publishing.
    package var order: Int
    package var deadline: Int64?

    package init(id: String, order: Int, deadline: Int64? = nil) {
        self.id = id
        self.order = order
        self.deadline = deadline
    }
}

package struct SurveyResult: Sendable, Hashable, Codable {
    package var survey: Survey
    package var order: Int
    /// 0 if no option is marked as correct.
    package var rightCount: Int
    package var wrongCount: Int

    package init(survey: Survey, order: Int, rightCount: Int, wrongCount: Int) {
        self.survey = survey
        self.order = order
        self.rightCount = rightCount
        self.wrongCount = wrongCount
    }
}
