import ClassRules
import Classes
import PlayCore

struct Classroom {
    static let teacher = ClassUser(id: "t", name: "Teacher", role: .teacher)
    static let assistant = ClassUser(id: "a", name: "Assistant", role: .assistant)
    static let guest = ClassUser(id: "g", name: "Guest", role: .guest)

    static func student(_ id: String, group: Int = 0) -> ClassUser {
        ClassUser(id: id, name: "Student \(id)", role: .student, group: group)
    }

    var machine: ClassMachine
    var now: Int64 = 1_000_000

    /// Creates a class with `t`, `a`, `s1` … `s4` and `g`.
    init(_ features: ClassFeatures = ClassFeatures(), isInProgress: Bool = true) {
        machine = ClassMachine()
        _ = machine.configure(features, at: now)
        let students = (1...4).map { Self.student("s\($0)") }
        for user in [Self.teacher, Self.assistant] + students + [Self.guest] { _ = machine.enter(user, at: now) }
        if isInProgress { _ = try? machine.handle(.start(true), by: "t", at: now) }
    }

    var live: LiveArea { machine.state.live }

    @discardableResult
    mutating func wish(_ wish: ClassWish, by user: String) throws -> [ClassAction] {
        try machine.handle(wish, by: user, at: now)
    }

    /// Returns the reason for a refusal, or `nil` if the wish would be fulfilled.
    func refusal(_ wish: ClassWish, by user: String) -> ClassError.Reason? {
        machine.refusal(of: wish, by: user, at: now)?.reason
    }

    func kind(_ wish: ClassWish, by user: String) -> ClassError.Kind? { refusal(wish, by: user)?.kind }

    @discardableResult
    mutating func send(_ user: String, audio: Bool, video: Bool = false) -> [ClassAction] {
        machine.media(MediaUser(id: user, hasVideo: video, hasAudio: audio), at: now)
    }

    @discardableResult
    mutating func pass(_ milliseconds: Int64) -> [ClassAction] {
        now += milliseconds
        return machine.expire(at: now)
    }

    /// Lets a student speak, after a request.
    mutating func letSpeak(_ user: String) throws {
        try wish(.requestToSpeak, by: user)
        try wish(.reply(ClassReply(user: user, true)), by: "t")
    }
}

extension Sequence<ClassAction> {
    var events: [ClassEvent.Kind] { published.map(\.kind) }

    var published: [ClassEvent] {
        compactMap { if case .publish(let event, _) = $0 { event } else { nil } }
    }

    func notices(to user: String) -> [ClassNotice] {
        compactMap { if case .tell(user, let notice) = $0 { notice } else { nil } }
    }
}
