import ClassroomHarness
import Rooms
import TestSupport
import Testing

extension LiveClassroom {
    /// A teacher in the class, which has begun.
    func startClass(as name: String = "Wang") throws -> PlayerRun {
        let teacher = try PlayerRun(["class", "--name=" + name, try link(.teacher)], columns: 120, rows: 36)
        try teacher.wait(for: "the question") { $0.text.contains("Start the class now?") }
        teacher.type("y")
        try teacher.wait(for: "the class") { !$0.text(row: 0).contains("class not started") }
        return teacher
    }
}
