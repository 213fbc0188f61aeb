package import PlayCore

/// A question with options. The texts are unverified.
package struct Survey: Sendable, Hashable, Codable {
    package struct Option: Sendable, Hashable, Codable {
        package var key: String
        package var text: String
        package var votes: Int?
        package var isCorrect: Bool?

        package init(key: String, text: String, votes: Int? = nil, isCorrect: Bool? = nil) {
            self.key = key
            self.text = text
            self.votes = votes
            self.isCorrect = isCorrect
        }
    }

    package var id: String
    package var question: String
    package var options: [Option]
    package var responders: Int?

    package init(id: String, question: String, options: [Option], responders: Int? = nil) {
        self.id = id
        self.question = question
        self.options = options
        self.responders = responders
    }
}

/// Has options without texts and a time limit. The texts are unverified.
package struct AnswerSheet: Sendable, Hashable, Codable {
    package var id: String
    /// `nil` if the teacher says it aloud.
    package var title: String?
    package var options: [Survey.Option]
    /// `nil` if only the end of the sheet limits it.
    package var duration: MediaTime?

    package init(id: String, title: String? = nil, options: [Survey.Option], duration: MediaTime? = nil) {
        self.id = id
        self.title = title
        self.options = options
        self.duration = duration
    }
}

package struct Question: Sendable, Hashable, Codable {
    package struct Reply: Sendable, Hashable, Codable {
        package var author: ClassUser?
        package var text: String

        package init(author: ClassUser? = nil, text: String) {
            self.author = author
            self.text = text
        }
    }

    package var id: String
    package var author: ClassUser?
    package var text: String
    package var replies: [Reply]

    package init(id: String, author: ClassUser? = nil, text: String, replies: [Reply] = []) {
        self.id = id
        self.author = author
        self.text = text
        self.replies = replies
    }
}

package struct RedPacket: Sendable, Hashable, Codable {
    package struct Segment: Sendable, Hashable, Codable {
        package var timeOffset: String
        package var score: Int

        package init(timeOffset: String, score: Int) {
            self.timeOffset = timeOffset
            self.score = score
        }
    }

    package var id: String
    package var segments: [Segment]
    package var duration: MediaTime?

    package init(id: String, segments: [Segment], duration: MediaTime? = nil) {
        self.id = id
        self.segments = segments
        self.duration = duration
    }
}

package struct TimerSignal: Sendable, Hashable, Codable {
    package enum Phase: String, Sendable, Hashable, Codable {
        case running, paused, stopped
    }

    package var phase: Phase
    /// In seconds, from 0.
    package var total: Int
    /// In seconds when the signal was sent, 0 to `total`.
    package var remaining: Int
    package var isDecrease: Bool

    package init(_ phase: Phase, total: Int, remaining: Int, isDecrease: Bool) {
        self.phase = phase
        self.total = total
        self.remaining = remaining
        self.isDecrease = isDecrease
    }
}

package struct Attendance: Sendable, Hashable, Codable {
    package var duration: MediaTime?
    package var present: [String]

    package init(duration: MediaTime? = nil, present: [String] = []) {
        self.duration = duration
        self.present = present
    }
}
