import ClassKeeper
import Classes
import ClassroomHarness
import TestSupport
import Testing

extension LiveClassroom {
    /// Starts a teacher's program in the class, and starts the class.
    ///
    /// - Parameters options, environment: for the program, besides its name and the link.
    func startClass(_ options: [String] = [], environment: [String: String?] = [:]) throws -> PlayerRun {
        let teacher = try PlayerRun(
            ["class", "--name=Wang"] + options + [try link(.teacher)], columns: 120, rows: 36, environment: environment)
        try teacher.wait(for: "the question") { $0.text.contains("Start the class now?  y yes") }
        teacher.type("y")
        try teacher.wait(for: "the class") { !$0.text(row: 0).contains("class not started") }
        return teacher
    }

    /// Starts a student's program in the started class.
    func attendClass(_ name: String, _ options: [String] = []) throws -> PlayerRun {
        let student = try PlayerRun(["class", "--name=" + name] + options + [try link()], columns: 120, rows: 36)
        try student.wait(for: "the class") {
            $0.text.contains("People 2") && !$0.text(row: 0).contains("class not started")
        }
        return student
    }

    func userID(of name: String) throws -> String {
        let state = try #require(try working.state(of: LiveClassroom.name)).state
        return try #require(state.users.list.elements.first { $0.user.name == name }?.user.id)
    }
}

extension PlayerRun {
    /// Closes the field for messages. Waits for the field to be shown first: Esc and a key that follows at once would be
    /// one key with Alt.
    func endWriting() throws {
        let hint = "c write a message"
        try wait(for: "the field") { !$0.text.contains(hint) }
        type("\u{1B}")
        try wait(for: "the end of writing") { $0.text.contains(hint) }
    }
}

extension VTScreen {
    /// The duration of the pause of the class, or `nil` if it is not paused.
    var secondsOfPause: Int? {
        guard let words = text(row: 0).firstMatch(of: /paused for (\d+):(\d\d)/) else { return nil }
        return (Int(words.1) ?? 0) * 60 + (Int(words.2) ?? 0)
    }
}
