import PlayCore
import TestSupport

/// The same seed yields the same actions, regardless of the class's state.
struct RestlessScript {
    /// The numbers are places of ``RestlessClass``: 0 is the teacher, 1 the assistant, others are students.
    enum Deed: Equatable {
        case join(Int)
        case leave(Int)
        case raiseHand(Int), lowerHand(Int)
        case answer(Int, Bool), silence(Int), like(Int), grantDrawing(Int, Bool)
        case remote(Int, hasAudio: Bool, hasVideo: Bool)
        case say(Int)
        case draw(Int, page: Int), undo(Int, page: Int), turn(page: Int), clear(page: Int)
        case notice, ask, endSurvey
        case choose(Int)
        case cut(Int), mend(Int)
        case kill
    }

    static let places = 8
    static let pages = 4
    /// In milliseconds, of a busy class. The limit of drawing is five strokes per second.
    private static let pauses = 20...250

    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next() -> (deed: Deed, pause: HostTime) {
        (deed, .milliseconds(Int.random(in: Self.pauses, using: &random)))
    }

    private var deed: Deed {
        mutating get {
            let student = Int.random(in: 2..<Self.places, using: &random)
            let anybody = Int.random(in: 0..<Self.places, using: &random)
            let page = Int.random(in: 0..<Self.pages, using: &random)
            let isSo = Bool.random(using: &random)
            return switch Int.random(in: 0..<200, using: &random) {
            case 0..<12: .join(student)
            case 12..<18: .leave(student)
            case 18..<34: .raiseHand(student)
            case 34..<40: .lowerHand(student)
            case 40..<54: .answer(student, isSo)
            case 54..<60: .silence(student)
            case 60..<66: .like(student)
            case 66..<72: .grantDrawing(student, isSo)
            case 72..<82: .remote(student, hasAudio: isSo, hasVideo: Bool.random(using: &random))
            case 82..<122: .say(anybody)
            case 122..<150: .draw(anybody, page: page)
            case 150..<156: .undo(anybody, page: page)
            case 156..<164: .turn(page: page)
            case 164..<166: .clear(page: page)
            case 166..<170: .notice
            case 170..<173: .ask
            case 173..<175: .endSurvey
            case 175..<183: .choose(student)
            case 183..<190: .cut(anybody)
            case 190..<199: .mend(anybody)
            default: .kill
            }
        }
    }
}
