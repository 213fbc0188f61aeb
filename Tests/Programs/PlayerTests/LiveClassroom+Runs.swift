import ClassKeeper
import ClassroomHarness
import Rooms
import TestSupport
import Testing

extension LiveClassroom {
    /// A teacher in the class, which has begun.
    ///
    /// - Parameters options, environment: of the program, besides its name and the link.
    func startClass(_ options: [String] = [], environment: [String: String?] = [:]) throws -> PlayerRun {
        let teacher = try PlayerRun(
            ["class", "--name=Wang"] + options + [try link(.teacher)], columns: 120, rows: 36, environment: environment)
        try teacher.wait(for: "the question") { $0.text.contains("Start the class now?  y yes") }
        teacher.type("y")
        try teacher.wait(for: "the class") { !$0.text(row: 0).contains("class not started") }
        return teacher
    }

    /// A student in the class, which has begun.
    func attendClass(_ name: String, _ options: [String] = []) throws -> PlayerRun {
        let student = try PlayerRun(["class", "--name=" + name] + options + [try link()], columns: 120, rows: 36)
        try student.wait(for: "the class") {
            $0.text.contains("People 2") && !$0.text(row: 0).contains("class not started")
        }
        return student
    }

    /// Of somebody who is there.
    func userID(of name: String) throws -> String {
        let state = try #require(try working.state(of: LiveClassroom.name)).state
        return try #require(state.users.list.elements.first { $0.user.name == name }?.user.id)
    }
}

extension VTScreen {
    /// For how long the class has been paused; nil: it is not.
    var secondsOfPause: Int? {
        guard let words = text(row: 0).firstMatch(of: /paused for (\d+):(\d\d)/) else { return nil }
        return (Int(words.1) ?? 0) * 60 + (Int(words.2) ?? 0)
    }
}
