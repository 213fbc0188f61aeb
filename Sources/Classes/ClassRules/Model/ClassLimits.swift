/// The limits for everything that users send. Lengths are in Unicode scalars.
package enum ClassLimits {
    package struct Rate: Sendable, Equatable {
        package let inSecond: Int
        package let inMinute: Int
    }

    // The service's own figures.
    /// The catalogue: the maximum length of a broadcast's JSON, in characters.
    package static let broadcastLength = 1024
    /// The catalogue: both limits apply.
    package static let broadcasts = Rate(inSecond: 5, inMinute: 60)
    /// The catalogue: the maximum number of listed users. Of further users there is only the count.
    package static let listedUsers = 100

    // Our own. An event is one stanza of 8 KB at most, and a class's state stays at some megabytes.
    /// The maximum number of JSON bytes of a value that becomes an event.
    package static let eventBytes = 8 << 10
    /// The maximum number of JSON bytes of a class's emoticons, which are part of an event.
    package static let emoticonBytes = 6 << 10
    /// The maximum number of JSON bytes of a survey, which its results lengthen.
    package static let surveyBytes = 6 << 10
    package static let shapeBytes = 4 << 10
    package static let terminalBytes = 32 << 10
    package static let pageTextBytes = 16 << 10
    /// The maximum number of bytes of the texts of all pages, which everyone who enters receives.
    package static let allPageTextBytes = 1 << 20
    package static let strokes = Rate(inSecond: 5, inMinute: 300)
    /// The rate for all wishes together, above any typing speed.
    package static let wishes = Rate(inSecond: 20, inMinute: 400)
    /// The rate for a user's raised hands, each of which the archive records as text.
    package static let hands = Rate(inSecond: 5, inMinute: 20)
    package static let broadcastKeys = 64
    package static let keyLength = 64
    /// The maximum number of raised hands at a time.
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
    /// The maximum duration, also of a survey and of a ban: a day, in seconds.
    package static let longestDuration = 86_400
    package static let messageLength = 4096
    package static let badges = 8
    /// The greatest absolute value of a coordinate of a point; the edges of the page are 0 and 1.
    package static let farthestPoint = 10.0
    /// The range of the time for which a request to speak may wait, in milliseconds. 0 means no end.
    package static let requestTimeouts: ClosedRange<Int64> = 1_000...3_600_000
    package static let speakerCounts = 1...1000

    /// The maximum number of private messages that the keeper remembers, for people whose connection was lost.
    package static let rememberedPrivateMessages = 200
    /// The maximum number of people who wait to be let in.
    package static let waitingPeople = 200
    /// The maximum number of them in one notice.
    package static let listedWaitingPeople = 50

    // The machine's timeouts, in milliseconds.
    /// The time after which a user who was switched off remotely is cut off.
    package static let obedience: Int64 = 3_000
    /// How much closer together than in slow mode messages may arrive, since delays of the network vary.
    package static let chatTolerance: Int64 = 500
    /// The default for how long a class waits for a teacher to return.
    package static let teacherReturn: Int64 = 60_000
    package static let longestTeacherReturn: Int64 = 3_600_000
    /// The time between two counts of unlisted users, and between two lists of waiting people.
    package static let countInterval: Int64 = 1_000
    /// How long a private message is remembered.
    package static let privateMemory: Int64 = 900_000
    /// How long a permission to enter is kept for a person who does not come.
    package static let admission: Int64 = 600_000
    /// How long a person who was not let in is refused at once.
    package static let refusedEntry: Int64 = 60_000
}
