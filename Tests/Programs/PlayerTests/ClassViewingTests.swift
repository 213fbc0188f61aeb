import Cells
import Foundation
import Processes
import TestSupport
import Testing

@Suite("A lesson", .serialized, .timeLimit(.minutes(10)))
struct ClassViewingTests {
    private static let student = "{\"id\":\"m\",\"name\":\"Mei\",\"group\":1}"
    private static let other = "{\"id\":\"o\",\"name\":\"Otto\",\"group\":2}"
    private static let teacher = "{\"id\":\"t\",\"name\":\"Zhang\",\"role\":\"teacher\"}"

    private static func event(_ seconds: Int, _ kind: String, _ value: String? = nil) -> String {
        let body = value.map { ",\"value\":" + $0 } ?? ""
        return "{\"t\":\(seconds * 1_000_000_000),\"kind\":\"\(kind)\"\(body)}"
    }

    private static func message(_ id: String, _ seconds: Int, _ author: String, _ text: String, _ more: String = "")
        -> String
    {
        "{\"id\":\"\(id)\",\"t\":\(seconds * 1_000_000_000),\"author\":\(author),\"text\":\"\(text)\"\(more)}"
    }

    /// - Parameter info: members of the class's info.
    private func inLesson(_ info: String = "", _ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let options =
            "[{\"key\":\"A\",\"text\":\"one\",\"votes\":1},{\"key\":\"B\",\"text\":\"two\",\"votes\":3,\"isCorrect\":true}]"
        let timer = "{\"phase\":\"running\",\"total\":60,\"remaining\":60,\"isDecrease\":true}"
        let events = [
            Self.event(0, "users", "{\"users\":[\(Self.teacher),\(Self.student),\(Self.other)]}"),
            Self.event(0, "message", Self.message("1", 0, Self.student, "call 13812345678")),
            Self.event(0, "message", Self.message("2", 0, Self.other, "second group")),
            Self.event(0, "message", Self.message("3", 0, Self.teacher, "all of you", ",\"replyTo\":\"1\"")),
            Self.event(0, "messagePinned", Self.message("4", 0, Self.student, "pinned 13987654321")),
            Self.event(
                0, "questionPublished",
                "{\"id\":\"q\",\"author\":\(Self.student),\"text\":\"is it 13711112222?\",\"replies\":[]}"),
            Self.event(1, "timer", timer),
            Self.event(2, "answerSheet", "{\"id\":\"s\",\"title\":\"How many?\",\"options\":\(options)}"),
            Self.event(4, "answerSheetEnded"),
            Self.event(
                5, "redPacket",
                "{\"id\":\"r\",\"duration\":60000000000,\"segments\":[{\"timeOffset\":\"0\",\"score\":5}]}"),
        ]
        let manifest =
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"p\",\"title\":\"Lesson\","
            + "\"media\":[{\"url\":\"clip.mp4\"}]\(info)},\"signals\":{\"all\":\"signals.jsonl\"}}]}"
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("room.json"))
        try Data(events.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("signals.jsonl"))
        try FileManager.default.copyItem(
            atPath: Fixtures.path("counter.mp4"), toPath: folder.appendingPathComponent("clip.mp4").path)
        try body(folder.path)
    }

    private func attend(_ path: String, _ options: String...) throws -> PlayerRun {
        let run = try PlayerRun(["class", "--pause", "--no-resume"] + options + [path], columns: 120, rows: 36)
        try run.wait(for: "the class and its film") {
            $0.text(row: 0).contains("Lesson") && $0.text.contains("/ 00:10")
        }
        return run
    }

    @Test("INFO-11: a program gets black pictures of a class that may not be recorded, and the true ones of another")
    func streamed() throws {
        for (info, isBlack) in [(",\"enablePreventScreenCapture\":true", true), ("", false)] {
            try inLesson(info) { path in
                let program = path + "/reader"
                try BuiltProgram.writeScript("exec cat >\"$0.out\"\n", to: program)
                let run = try PlayerRun(
                    ["class", "--no-resume", "--no-audio", "--end=1", "--stream-to=" + program, path], columns: 120,
                    rows: 36)
                if isBlack {
                    try run.wait(for: "what the program gets") {
                        $0.text.contains("This class may not be recorded")
                            && $0.text.contains("tvplay sends reader black")
                    }
                } else {
                    try run.wait(for: "the class") { $0.text(row: 0).contains("Lesson") }
                }
                try expect(run.waitForExit(), is: .code(0))
                let stream = FileManager.default.contents(atPath: program + ".out") ?? Data()
                #expect(stream.count > 100_000)
                // White is 235.
                expect(stream.dropFirst(100).contains { $0 > 200 }, is: !isBlack)
            }
        }
    }

    @Test(
        "ROOM-33: a student's number is masked in the list, the pinned line, the quote, the search, the copy and the dump"
    )
    func phoneNumbers() throws {
        try inLesson(",\"enableHideStudentPhoneNumber\":true") { path in
            let run = try attend(path)
            try run.wait(for: "the chat") {
                $0.text.contains("call 138****5678") && $0.text.contains("pinned 139****4321")
                    && $0.text.contains("Mei: call 138****5678")
            }
            run.type("3/call")
            try run.wait(for: "what was found while typing") { $0.text.contains("1 found") }
            #expect(!run.screen.text.contains("13812345678"))
            run.type("\rgy")
            run.type("\u{1B}")
            run.type("3gky")
            run.type("7")
            try run.wait(for: "the question") { $0.text.contains("is it 137****2222?") }
            try run.quit()
            for copied in run.screen.clipboard { #expect(!copied.contains("13812345678")) }
            let dump = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["class", "--dump", path])
            #expect(dump.output.contains("138****5678") && dump.output.contains("137****2222"))
            for number in ["13812345678", "13987654321", "13711112222"] { #expect(!dump.output.contains(number)) }
        }
    }

    @Test("ROOM-09: the chat of a group contains its own messages and the teachers'")
    func group() throws {
        try inLesson { path in
            let run = try attend(path, "--room-group=1")
            try run.wait(for: "the group's chat") { $0.text.contains("all of you") && $0.text.contains("call 138") }
            #expect(!run.screen.text.contains("second group"))
            #expect(run.screen.text.contains("group 1"))
            try run.quit()
        }
    }

    @Test("ROOM-11: the list of people is shown unless the class or the viewer hides it")
    func people() throws {
        for (info, options, isThere) in [
            ("", [String](), true), (",\"showUsers\":false", [], false), ("", ["--room-hide-users"], false),
        ] {
            try inLesson(info) { path in
                let run = try PlayerRun(
                    ["class", "--pause", "--no-resume"] + options + [path], columns: 120, rows: 36)
                try run.wait(for: "the class") { $0.text(row: 0).contains("Lesson") && $0.text.contains("3 Chat") }
                expect(run.screen.text.contains("4 People"), is: isThere)
                try run.quit()
            }
        }
    }

    @Test(
        "ROOM-50: the answer sheet hides the right answer while it runs, and the result replaces it until the chat returns"
    )
    func answerSheet() throws {
        try inLesson { path in
            let run = try attend(path)
            run.type("g3\r")
            try run.wait(for: "the sheet in the chat's place") {
                $0.text.contains("How many?") && !$0.text.contains("all of you")
            }
            #expect(!run.screen.text.contains("75%") && !run.screen.text.contains("✓ B"))
            run.type("g5\r")
            try run.wait(for: "the result") { $0.text.contains("75%") && $0.text.contains("Time is up") }
            run.type("g100%\r")
            try run.wait(for: "the chat again") { $0.text.contains("all of you") && !$0.text.contains("75%") }
            try run.quit()
        }
    }

    @Test("ROOM-56, ROOM-57: the timer follows the position, and a seek and opening its pane show it again")
    func timer() throws {
        try inLesson { path in
            func told(_ screen: VTScreen) -> Int {
                (0..<screen.rows).count { screen.text(row: $0).contains("Timer 00:57 of 01:00") }
            }
            let run = try attend(path)
            run.type("g4\r")
            // The published question has opened the pane, which contains the timer, too.
            try run.wait(for: "the timer after a seek") { told($0) == 2 }
            try run.wait(for: "the pane alone") { told($0) == 1 }
            run.type("3")
            try run.wait(for: "the clock alone") { told($0) == 0 && $0.text.contains("00:57") }
            run.type("6")
            try run.wait(for: "the timer told anew beside the pane") { told($0) == 2 }
            run.type("g0\r")
            try run.wait(for: "no timer") { !$0.text.contains("of 01:00") }
            try run.quit()
        }
    }

    @Test("ROOM-55: a falling red packet is opened once")
    func redPacket() throws {
        try inLesson { path in
            let run = try attend(path)
            run.type("r")
            run.type("g6\r")
            try run.wait(for: "the packet") { $0.text.contains("Red packet: press r") }
            run.type("r")
            try run.wait(for: "its points") { $0.text.contains("Red packet: 5 points") }
            try run.wait(for: "nothing to open") { !$0.text.contains("Red packet: press r") }
            try run.quit()
        }
        try inLesson(",\"enableRedPackets\":false") { path in
            let run = try attend(path)
            run.type("g6\r")
            try run.wait(for: "the position") { $0.text.contains("00:06 /") }
            #expect(!run.screen.text.contains("Red packet"))
            try run.quit()
        }
    }

    @Test(
        "INFO-08, ROOM-36: a placeholder replaces the picture without a camera, but never in mixed recordings"
    )
    func placeholder() throws {
        try inLesson(",\"recordType\":0") { path in
            let run = try attend(path)
            try run.wait(for: "the placeholder") { $0.text.contains("no camera") }
            try run.quit()
        }
        try inLesson(",\"recordType\":3") { path in
            let run = try attend(path)
            try run.wait(for: "the picture") { $0.showsPicture(column: 30, row: 12) }
            #expect(!run.screen.text.contains("no camera"))
            try run.quit()
        }
    }

    @Test("a small terminal shows the pane that a digit chooses")
    func small() throws {
        try inLesson { path in
            let run = try PlayerRun(["class", "--pause", "--no-resume", path], columns: 24, rows: 6)
            try run.wait(for: "the pane of the video") { $0.text.contains("no camera") }
            run.type("3")
            try run.wait(for: "the chat") { $0.text.contains("all of you") }
            #expect(!run.screen.text.contains("no camera"))
            #expect(!run.screen.text.lowercased().contains("brightness"))
            run.type("2")
            try run.wait(for: "the pane of the video again") {
                $0.text.contains("no camera") && !$0.text.contains("all of you")
            }
            try run.quit()
        }
    }

    @Test("ROOM-18: an input that is no class or does not exist ends with status 2 and a fitting message")
    func noClass() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("notes.txt").path
        try Data("no chat at all\n".utf8).write(to: URL(fileURLWithPath: file))
        let empty = folder.appendingPathComponent("empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        for (path, words) in [
            (file, "neither a class nor a recorded chat"), (empty.path, "no class in this folder"),
            (folder.path + "/absent", "no such file"),
        ] {
            let run = try PlayerRun(["class", path])
            try expect(run.waitForExit(), is: .code(2))
            #expect(run.errors.contains(words), "\(run.errors)")
            let dump = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["class", "--dump", path])
            #expect(dump.status == 2 && dump.errors.contains(words), "\(dump.errors)")
        }
    }

    @Test("a BigBlueButton recording without events is reported as such, with exit status 2")
    func noEvents() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("events.xml").path
        let text =
            "<recording meeting_id=\"m-1\" bbb_version=\"2.6.1\"><meeting id=\"m-1\" name=\"Class\"/></recording>"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let dump = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["class", "--dump", file])
        #expect(dump.status == 2 && dump.errors.contains("no class events found"), "\(dump.errors)")
    }
}
