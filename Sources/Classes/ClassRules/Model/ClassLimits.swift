/// The limits of everything that users send. Lengths are in Unicode scalars.
package enum ClassLimits {
    package struct Rate: Sendable, Equatable {
        package let inSecond: Int
        package let inMinute: Int
    }

    // The service's own figures.
    /// Of a broadcast's JSON.
    package static let broadcastLength = 1024
    /// Both limits apply.
    package static let broadcasts = Rate(inSecond: 5, inMinute: 60)
    /// Further users are only counted.
    package static let listedUsers = 100

    // Limits of our own. An event is one stanza of at most 8 KB, and the state of a class has some megabytes.
    /// The JSON of a value that becomes an event.
    package static let eventBytes = 8 << 10
    /// The JSON of a class's emoticons, which are part of an event.
    package static let emoticonBytes = 6 << 10
    /// The JSON of a survey, to which its results are added.
    package static let surveyBytes = 6 << 10
    package static let shapeBytes = 4 << 10
    package static let terminalBytes = 32 << 10
    package static let pageTextBytes = 16 << 10
    /// Of all pages together, which everyone who enters receives.
    package static let allPageTextBytes = 1 << 20
    package static let strokes = Rate(inSecond: 5, inMinute: 300)
    /// All wishes together, above any typing speed.
    package static let wishes = Rate(inSecond: 20, inMinute: 400)
    /// The archive records each raised hand as text.
    package static let hands = Rate(inSecond: 5, inMinute: 20)
    package static let broadcastKeys = 64
    package static let keyLength = 64
    package static let requests = 100
    package static let identifierLength = 128
    package static let nameLength = 128
    package static let noticeLength = 1000
    package static let linkLength = 2048
    package static let titleLength = 256
    package static let documents = 100
    package static let pages = 500
    package static let shapesOfPage = 2000
    package static let undoneShapes = 100
    package static let questionLength = 1000
    package static let optionLength = 200
    package static let options = 26
    /// In seconds: a day. It also limits surveys and bans.
    package static let longestDuration = 86_400
    package static let messageLength = 4096
    package static let badges = 8
    /// The greatest absolute coordinate. The edges of the page are 0 and 1.
    package static let farthestPoint = 10.0
    /// In milliseconds, for a request to speak. 0 means no limit.
    package static let requestTimeouts: ClosedRange<Int64> = 1_000...3_600_000
    package static let speakerCounts = 1...1000

    /// Kept for people whose connection was lost.
    package static let rememberedPrivateMessages = 200
    package static let waitingPeople = 200
    /// In one notice.
    package static let listedWaitingPeople = 50

    // The machine's timeouts, in milliseconds.
    /// A user who was switched off remotely is cut off after this time.
    package static let obedience: Int64 = 3_000
    /// Messages may arrive this much earlier than slow mode allows, because network delays vary.
    package static let chatTolerance: Int64 = 500
    /// The default of ``ClassFeatures/teacherTimeout``.
    package static let teacherReturn: Int64 = 60_000
    package static let longestTeacherReturn: Int64 = 3_600_000
    /// Between counts of unlisted users, and between lists of waiting people.
    package static let countInterval: Int64 = 1_000
    package static let privateMemory: Int64 = 900_000
    /// The permission of an absent person to enter is kept for this time.
    package static let admission: Int64 = 600_000
    /// A refused person is not listed again within this time.
    package static let refusedEntry: Int64 = 60_000
}
