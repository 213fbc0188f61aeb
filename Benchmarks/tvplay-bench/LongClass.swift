import ClassKeeper
import ClassRules
import ClassWire
import Classes
import Glibc
import PlayCore

/// A class of three hours, as stored by its keeper: pages are turned and drawn on, hands are raised, notices arrive.
enum LongClass {
    private static let milliseconds: Int64 = 3 * 3_600_000
    private static let pages = 20
    private static let boards = 5

    /// Writes a class that ended a moment ago; everyone has left.
    static func write(_ count: Int64, to store: ClassStore, room: String) throws {
        let epoch = Int64(time(nil)) * 1000 - milliseconds
        try store.create(ClassPlan(name: room, title: "A long class"), epoch: epoch)
        guard let stored = try store.load(room) else { throw BenchError("the class is not there") }
        var lesson = Lesson(kept: KeptClass(stored), now: epoch)
        try lesson.hold(count, step: milliseconds / count)
        for start in stride(from: 0, to: lesson.writes.count, by: 500) {
            try store.write(Array(lesson.writes[start..<min(start + 500, lesson.writes.count)]), to: room)
        }
    }

    private struct Lesson {
        var kept: KeptClass
        var now: Int64
        var writes: [ClassWrite] = []
        private let teacher = ClassUser(id: "t", name: "Teacher", role: .teacher)
        private let students = (0..<40).map { ClassUser(id: "s\($0)", name: "Student \($0)", role: .student) }

        init(kept: KeptClass, now: Int64) {
            self.kept = kept
            self.now = now
        }

        mutating func hold(_ count: Int64, step: Int64) throws {
            for user in [teacher] + students { add(kept.enter(user, at: now)) }
            try wish(.start(true))
            for number in 0..<LongClass.boards {
                let pages = (0..<LongClass.pages).map { _ in ClassDocument.Page(picture: nil) }
                try wish(.addDocument(ClassDocument(id: "b\(number)", kind: .whiteboard, title: "Board", pages: pages)))
            }
            var number = 0
            while kept.chain.number < count - Int64(students.count) - 10 {
                now += step
                try wish(next(number))
                number += 1
            }
            for user in students + [teacher] { add(kept.leave(user.id, at: now)) }
        }

        private func next(_ number: Int) -> ClassWish {
            let turn = number / 10
            let page = PageKey(document: "b\(turn % LongClass.boards)", page: turn / LongClass.boards % LongClass.pages)
            switch number % 10 {
            case 0: return .showPage(PageChange(page))
            case 8: return .like(students[turn % students.count].id)
            case 9: return .notice(PostedNotice(text: "notice \(turn)"))
            default:
                let points = (0..<20).map { point in
                    BoardPoint(x: Double(number % 97) / 97, y: Double((number + point) % 89) / 89)
                }
                return .draw(Shape(id: "t/\(number)", on: page, .pencil, points))
            }
        }

        private mutating func wish(_ wish: ClassWish) throws { add(try kept.act(wish, by: teacher.id, at: now)) }

        private mutating func add(_ turn: KeptClass.Turn) {
            guard !turn.events.isEmpty || turn.memory != nil else { return }
            writes.append(.turn(turn.events.map(\.event), turn.memory, nil))
        }
    }
}
