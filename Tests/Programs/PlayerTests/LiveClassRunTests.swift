import Cells
import ClassAccess
import ClassKeeper
import Classes
import ClassroomHarness
import Foundation
import Processes
import TestSupport
import Testing

/// Two instances of the built program, with a real XMPP server and a keeper.
@Suite(
    "A live class on the screen", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct LiveClassRunTests {
    private let classroom: LiveClassroom

    init() throws { classroom = try LiveClassroom { $0.integratorKeys = [Array("key".utf8)] } }

    private func enter(_ name: String, teaches: Bool = false, _ options: String...) throws -> PlayerRun {
        let link = try classroom.link(teaches ? .teacher : .student)
        let run = try PlayerRun(["class", "--name", name, link] + options, columns: 120, rows: 36)
        try run.wait(for: "the class") { $0.text(row: 0).contains("Botany") && $0.text.contains("No messages yet") }
        return run
    }

    @Test(
        "LIVE-02, LIVE-07, LIVE-09, LIVE-10, LIVE-14, LIVE-15, LIVE-16, LIVE-47, LIVE-48, LIVE-49, LIVE-55, LIVE-67, LIVE-70: two programs start a class, chat, raise and answer a hand, and leave"
    )
    func lesson() throws {
        let teacher = try enter("Wang", teaches: true)
        try teacher.wait(for: "the question") { $0.text.contains("Start the class now?  y yes") }
        let anna = try enter("Anna")
        #expect(anna.screen.text(row: 0).contains("class not started"))
        try anna.wait(for: "the people") { $0.text.contains("People 2") }
        teacher.type("y")
        try anna.wait(for: "the beginning") { !$0.text(row: 0).contains("class not started") }
        anna.type("cGood morning\r")
        try teacher.wait(for: "what was written") { $0.text.contains("Good morning") && $0.text.contains("Anna") }
        try anna.wait(for: "its echo") {
            $0.text.contains("Good morning") && !$0.text.contains("c write a message")
        }
        try anna.endWriting()
        anna.type("h")
        try teacher.wait(for: "the hand") { $0.text.contains("Anna raises a hand") }
        teacher.type("gy")
        try anna.wait(for: "the answer") {
            $0.text.contains("You may speak now") && $0.text(row: 0).contains("you may speak")
        }
        // An answer names the addressee, also in the list.
        teacher.type("3kr")
        try teacher.wait(for: "what is answered") { $0.text.contains("└ Anna: Good morning") }
        teacher.type("Welcome\r")
        try anna.wait(for: "the answer") { $0.text.contains("Welcome") && $0.text.contains("to you") }
        try teacher.endWriting()
        teacher.type("4/ann")
        try teacher.wait(for: "who was looked for") { $0.text.contains("/ann") && $0.text.contains("Anna") }
        teacher.type("\u{1B}")
        // The code is private.
        anna.type("i")
        try anna.wait(for: "the figures") { $0.text.contains("botany@rooms.tv.test") }
        #expect(!anna.screen.text.contains(try classroom.code().code.shown))
        anna.type("i")
        try anna.quitClass()
        teacher.type("q")
        try teacher.wait(for: "the question") { $0.text.contains("End the class for everyone?") }
        teacher.type("y")
        try expect(teacher.waitForExit(), is: .code(0))
        let state = try #require(try classroom.working.state(of: LiveClassroom.name))
        #expect(!state.state.live.isInProgress)
    }

    @Test(
        "LIVE-57, LIVE-60, LIVE-62, LIVE-63, LIVE-67, LIVE-71, LIVE-76, LIVE-77, LIVE-78: pictures become documents, a quiz is answered, and a picture in the chat opens large"
    )
    func documentsAndQuiz() throws {
        let teacher = try enter("Wang", teaches: true)
        try teacher.wait(for: "the question") { $0.text.contains("Start the class now?  y yes") }
        teacher.type("y")
        let anna = try enter("Anna")
        try anna.wait(for: "the beginning") { !$0.text(row: 0).contains("class not started") }
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for name in ["one", "two"] {
            let path = folder.appendingPathComponent(name + ".png").path
            try FileManager.default.copyItem(atPath: Fixtures.path("still.png"), toPath: path)
            teacher.type(":upload \(path)\r")
            try anna.wait(for: "the document") { $0.text.contains("Document added: \(name)") }
        }
        try anna.wait(for: "the page") { $0.text(row: 0).contains("Slide 1 of 1") }
        teacher.type("gQ2 + 2?\tfour\u{12}\tfive\t\t\t\r")
        try anna.wait(for: "the quiz") { $0.text.contains("Quiz !") }
        anna.type("6")
        try anna.wait(for: "its options") { $0.text.contains("Space chooses, Enter sends") }
        anna.type(" \r")
        try anna.wait(for: "the verdict") { $0.text.contains("Your answer is right") }
        anna.type("3:image \(folder.path)/one.png\r")
        // The picture is shown small among the lines, because it lies on the class's own server.
        try anna.wait(for: "the small picture") { $0.text.contains("Chat · 1") && !$0.text.contains("(a picture)") }
        // Select the newest line, then open its picture.
        anna.type("k\r")
        try anna.wait(for: "the picture, large") { $0.text.contains("Picture, . returns") }
        anna.type(".")
        try anna.wait(for: "the slide again") { $0.text.contains("Slide 1 of 1") }
        try anna.quitClass()
    }

    @Test("LIVE-13: after a killed server returns, messages written meanwhile arrive in both directions")
    func serverKilled() throws {
        let teacher = try enter("Wang", teaches: true)
        try teacher.wait(for: "the question") { $0.text.contains("Start the class now?  y yes") }
        teacher.type("y")
        let anna = try enter("Anna")
        anna.type("cbefore\r")
        try teacher.wait(for: "the first line") { $0.text.contains("before") }
        classroom.server.end()
        try anna.wait(for: "the loss") { $0.text.contains("Connection lost") || $0.text.contains("reconnecting") }
        anna.type("meanwhile\r")
        try classroom.server.restart()
        try teacher.wait(for: "the second line") { $0.text.contains("meanwhile") }
        try anna.wait(for: "its echo") { $0.text.contains("meanwhile") }
    }

    @Test("LIVE-73: :slow makes students, but not teachers, wait between messages, and tells them so")
    func slowMode() throws {
        let teacher = try classroom.startClass()
        let anna = try enter("Anna")
        try anna.wait(for: "the class") { !$0.text(row: 0).contains("class not started") }
        teacher.type(":slow 300\r")
        try anna.wait(for: "the notice") { $0.text.contains("Slow mode: students may write once in 300 seconds") }
        anna.type("cfirst words\r")
        try teacher.wait(for: "the first message") { $0.text.contains("first words") }
        anna.type("second words\r")
        try anna.wait(for: "the wait") { $0.text.contains("Slow mode: you may write again in") }
        teacher.type("cone\r")
        teacher.type("two\r")
        try anna.wait(for: "the teacher") { $0.text.contains("one") && $0.text.contains("two") }
        #expect(!teacher.screen.text.contains("second words"))
        #expect(anna.screen.text.contains("second words"))
    }

    @Test("LIVE-06: a signature of a school's server admits a person with number, name and role")
    func signature() throws {
        let expires = Int64(Date().timeIntervalSince1970) + 600
        let signed = JoinSignature(
            room: LiveClassroom.name, number: "17", name: "Ms Wang", role: "teacher", group: 0, expires: expires,
            key: Array("key".utf8))
        let server = "http://127.0.0.1:\(try classroom.working.webPort ?? 0)"
        let words = [
            "class", "--server=\(server)", "--room=\(LiveClassroom.name)", "--number=17", "--name=Ms Wang",
            "--role=teacher", "--expires=\(expires)", "--sign=\(signed.sign)", "--auto-start",
        ]
        let run = try PlayerRun(words, columns: 120, rows: 36)
        try run.wait(for: "the class, which begins by itself") {
            $0.text(row: 0).contains("Botany · Ms Wang presents") && !$0.text(row: 0).contains("not started")
        }
        #expect(try #require(try classroom.working.state(of: LiveClassroom.name)).state.live.isInProgress)
    }

    @Test("LIVE-81: `tvplay class` alone asks for the link and the name")
    func form() throws {
        let run = try PlayerRun(["class"], columns: 120, rows: 36)
        try run.wait(for: "the first question") { $0.text.contains("Join link or code:") }
        run.type(try classroom.link() + "\r")
        try run.wait(for: "the second question") { $0.text.contains("Your name:") }
        run.type("Anna\r")
        try run.wait(for: "the class") { $0.text(row: 0).contains("Botany") && $0.text.contains("No messages yet") }
        try expect(
            classroom.working.state(of: LiveClassroom.name)?.state.users.list.elements.first?.user.name, is: "Anna")
    }

    @Test("LIVE-07, LIVE-12: an unknown code is refused with a message, and leaving prints it")
    func wrongCode() throws {
        let run = try PlayerRun(
            [
                "class", "--name=Eve", "--code=2222-2222-2222",
                "--server=http://127.0.0.1:\(try classroom.working.webPort ?? 0)",
            ], columns: 120, rows: 36)
        try run.wait(for: "the words") { $0.text.contains("join code") && $0.text.contains("Enter retry, Esc leave") }
        run.type("\u{1B}")
        let exit = try run.waitForExit()
        expect(exit, is: .code(2))
        #expect(run.errors.contains("join code"))
    }
}

extension PlayerRun {
    /// Leaves a live class as a student does.
    fileprivate func quitClass() throws {
        type("q")
        try wait(for: "the question") { $0.text.contains("Leave the class?") }
        type("y")
        try expect(waitForExit(), is: .code(0))
        expectTerminalIsRestored()
    }
}
