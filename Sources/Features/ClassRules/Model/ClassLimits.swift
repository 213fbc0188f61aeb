/// How much there may be of everything that people send. Lengths are in Unicode scalars.
package enum ClassLimits {
    /// How often somebody may do something.
    package struct Rate: Sendable, Equatable {
        package let inSecond: Int
        package let inMinute: Int
    }

    // The service's own figures.
    /// The catalogue: a broadcast's JSON has at most so many characters.
    package static let broadcastLength = 1024
    /// The catalogue: both hold.
    package static let broadcasts = Rate(inSecond: 5, inMinute: 60)
    /// The catalogue: so many users are listed; of more there is only the count.
    package static let listedUsers = 100

    // Ours. An event is one stanza of 8 KB at most, and a class's state stays some megabytes.
    /// Bytes of the JSON of what becomes an event.
    package static let eventBytes = 8 << 10
    /// Bytes of the JSON of a class's emoticons, which are part of an event.
    package static let emoticonBytes = 6 << 10
    /// Bytes of the JSON of a survey, which becomes longer by its results.
    package static let surveyBytes = 6 << 10
    /// Bytes of the JSON of a shape.
    package static let shapeBytes = 4 << 10
    /// Bytes of the JSON of what has changed in a shared terminal.
    package static let terminalBytes = 32 << 10
    package static let strokes = Rate(inSecond: 5, inMinute: 300)
    /// Of all wishes together: faster than anybody types.
    package static let wishes = Rate(inSecond: 20, inMinute: 400)
    /// Raised hands of one person, each of which the archive has in words.
    package static let hands = Rate(inSecond: 5, inMinute: 20)
    package static let broadcastKeys = 64
    package static let keyLength = 64
    /// Raised hands at a time.
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
    /// Also of a survey and of a ban: a day, in seconds.
    package static let longestDuration = 86_400
    package static let messageLength = 4096
    package static let badges = 8
    /// Of a point on a page, whose edges are 0 and 1.
    package static let farthestPoint = 10.0
    /// How long a request to speak may wait, in milliseconds.
    package static let requestTimeouts: ClosedRange<Int64> = 1_000...3_600_000
    package static let speakerCounts = 1...1000

    // How long the machine waits, in milliseconds.
    /// Until somebody who was switched off from afar is cut off.
    package static let obedience: Int64 = 3_000
    /// So much closer together than slow mode says messages may arrive: the way is not equally long each time.
    package static let chatTolerance: Int64 = 500
    /// A class waits so long for a teacher once none is there, unless its features say otherwise.
    package static let teacherReturn: Int64 = 60_000
    package static let longestTeacherReturn: Int64 = 3_600_000
    /// Between two counts of users who are not listed.
    package static let countInterval: Int64 = 1_000
}
