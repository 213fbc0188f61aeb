import ClassroomHarness
import Foundation
import Processes
import TestSupport
import Testing

/// Tests of a live class without a screen: the built program prints it, with a real XMPP server and a keeper.
@Suite(
    "A live class printed by --dump", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct LiveDumpRunTests {
    /// Starts `tvplay class --dump` with its output in a file.
    private func dump(_ classroom: LiveClassroom, _ output: String) throws -> PlayerRun {
        try PlayerRun(
            ["class", "--dump", "--name=Log", try classroom.link()], columns: 100,
            script: "exec \"$0\" \"$@\" >\(output)")
    }

    private func wait(_ output: String, for text: String) -> Bool {
        eventually {
            let bytes = FileManager.default.contents(atPath: output) ?? Data()
            return String(decoding: bytes, as: UTF8.self).contains(text)
        }
    }

    @Test("CFG-01: --dump attends a live class without a screen and prints each event, and Ctrl-C leaves the class")
    func printed() throws {
        let classroom = try LiveClassroom()
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let output = folder.path + "/events"
        let anna = try PlayerRun(["class", "--name=Anna", try classroom.link()], columns: 120, rows: 36)
        try anna.wait(for: "the class") { $0.text(row: 0).contains("Botany") }
        anna.type("cbefore\r")
        try anna.wait(for: "her line") { $0.text.contains("before") && $0.text.contains("People 1") }
        let log = try dump(classroom, output)
        #expect(wait(output, for: #""text":"before""#))
        try anna.wait(for: "who prints") { $0.text.contains("People 2") }
        anna.type("now\r")
        #expect(wait(output, for: #""text":"now""#))
        let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        expect(lines.count { $0.contains(#""text":"before""#) }, is: 1)
        for line in lines {
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(value?["kind"] is String && value?["t"] is Int, "\(line)")
        }
        log.type(Keys.control("c"))
        try expect(log.waitForExit(), is: .code(4))
        try anna.wait(for: "who has left") { $0.text.contains("People 1") }
    }

    @Test("an invalid code ends --dump with the reason")
    func refused() throws {
        let classroom = try LiveClassroom()
        let link = try classroom.link()
        let run = try PlayerRun(["class", "--dump", "--name=Log", String(link.dropLast(4)) + "AAAA"], columns: 100)
        try expect(run.waitForExit(), is: .code(2))
        #expect(run.errors.hasPrefix("tvplay: http://127.0.0.1"), "\(run.errors)")
    }
}
