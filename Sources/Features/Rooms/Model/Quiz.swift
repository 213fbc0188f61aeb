package import PlayCore

/// A question with options, asked in class. A value; its texts are unverified.
package struct Survey: Sendable, Hashable, Codable {
    package struct Option: Sendable, Hashable, Codable {
        /// "A", or what the recording has.
        package var key: String
        package var text: String
        /// How many chose it; nil: not known.
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
    /// How many answered; nil: not known.
    package var responders: Int?

    package init(id: String, question: String, options: [Option], responders: Int? = nil) {
        self.id = id
        self.question = question
        self.options = options
        self.responders = responders
    }
}

/// An answer sheet: options without a text, and a time to choose. A value; its texts are unverified.
package struct AnswerSheet: Sendable, Hashable, Codable {
    package var id: String
    /// What it is about; nil: the teacher says it.
    package var title: String?
    package var options: [Survey.Option]
    /// How long there is to answer; nil: until it ends.
    package var duration: MediaTime?

    package init(id: String, title: String? = nil, options: [Survey.Option], duration: MediaTime? = nil) {
        self.id = id
        self.title = title
        self.options = options
        self.duration = duration
    }
}

/// A question to the teacher, with its answers. A value; its texts are unverified.
package struct Question: Sendable, Hashable, Codable {
    package struct Reply: Sendable, Hashable, Codable {
        package var author: RoomUser?
        package var text: String

        package init(author: RoomUser? = nil, text: String) {
            self.author = author
            self.text = text
        }
    }

    package var id: String
    package var author: RoomUser?
    package var text: String
    package var replies: [Reply]

    package init(id: String, author: RoomUser? = nil, text: String, replies: [Reply] = []) {
        self.id = id
        self.author = author
        self.text = text
        self.replies = replies
    }
}

/// `BJPRedPackageModel`: a rain of red packets. A value.
package struct RedPacket: Sendable, Hashable, Codable {
    package struct Segment: Sendable, Hashable, Codable {
        /// What a score is asked by.
        package var timeOffset: String
        package var score: Int

        package init(timeOffset: String, score: Int) {
            self.timeOffset = timeOffset
            self.score = score
        }
    }

    package var id: String
    package var segments: [Segment]
    /// How long packets fall; nil: not known.
    package var duration: MediaTime?

    package init(id: String, segments: [Segment], duration: MediaTime? = nil) {
        self.id = id
        self.segments = segments
        self.duration = duration
    }
}

/// What a timer signal says. A value.
package struct TimerSignal: Sendable, Hashable, Codable {
    package enum Phase: String, Sendable, Hashable, Codable {
        case running, paused, stopped
    }

    package var phase: Phase
    /// Whole seconds, from 0.
    package var total: Int
    /// Whole seconds left when the signal came, 0 … `total`.
    package var remaining: Int
    /// True: counts down.
    package var isDecrease: Bool

    package init(_ phase: Phase, total: Int, remaining: Int, isDecrease: Bool) {
        self.phase = phase
        self.total = total
        self.remaining = remaining
        self.isDecrease = isDecrease
    }
}

/// A roll call: who was asked to show that they are there. A value.
package struct Attendance: Sendable, Hashable, Codable {
    /// How long there is to answer.
    package var duration: MediaTime?
    /// Ids of those who did.
    package var present: [String]

    package init(duration: MediaTime? = nil, present: [String] = []) {
        self.duration = duration
        self.present = present
    }
}
