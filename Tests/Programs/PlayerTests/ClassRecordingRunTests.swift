import Cells
import ClassKeeper
import ClassroomHarness
import Foundation
import HTTPServing
import Processes
import Rooms
import TestSupport
import Testing

/// A class that becomes a recording, as one meets it: the built program, over a real XMPP server and a real keeper.
@Suite(
    "A class that becomes a recording", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct ClassRecordingRunTests {
    /// Its keeper listens at a port that it keeps.
    private func makeClassroom() throws -> LiveClassroom {
        let port = try #require(FreePort.any())
        return try LiveClassroom {
            $0.web = HTTPServerSettings(host: "127.0.0.1", port: port)
            $0.publicAddress = "http://127.0.0.1:\(port)"
        }
    }

    private func packages(_ classroom: LiveClassroom) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: classroom.recordings).sorted().map {
            classroom.recordings + "/" + $0
        }
    }

    private func isOngoing(_ package: String) throws -> Bool {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: package + "/room.json")))
        return try RoomManifest(bytes, in: package).recordings[0].info.isOngoing
    }

    @Test(
        "LIVE-74, LIVE-82: what a teacher has recorded is marked for all; its package plays while it grows and afterwards, and its address is told at leaving"
    )
    func recording() throws {
        let classroom = try makeClassroom()
        let teacher = try classroom.startClass()
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        teacher.type("cPhotosynthesis\r")
        try teacher.wait(for: "the line") { $0.text.contains("Wang") && $0.text.contains("Photosynthesis") }
        let package = try #require(try packages(classroom).first)
        let viewer = try PlayerRun(["class", package], columns: 120, rows: 36)
        try viewer.wait(for: "the chat of the growing package") { $0.text.contains("Photosynthesis") }
        teacher.type("\u{1B}")
        try teacher.wait(for: "the end of writing") { $0.text.contains("c write a message") }
        teacher.type(":record off\r")
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("REC") }
        #expect(try !isOngoing(package))
        teacher.type("q")
        try teacher.wait(for: "the question") { $0.text.contains("end the class for everybody?") }
        teacher.type("y")
        #expect(try teacher.waitForExit() == .code(0))
        let words = try #require(
            teacher.errors.split(separator: "\n").first { $0.contains("Watch the recording of this class with:") })
        let address = String(try #require(words.split(separator: " ").last))
        let later = try PlayerRun(["class", address], columns: 120, rows: 36)
        try later.wait(for: "the chat of the whole package") { $0.text.contains("Photosynthesis") }
        // Another code opens nothing.
        let parts = address.split(separator: "/")
        let forged = address.replacingOccurrences(of: String(parts[3]), with: String(parts[3].reversed()))
        let refused = try PlayerRun(["class", forged], columns: 120, rows: 36)
        try refused.wait(for: "the refusal") { $0.text.contains("404") || $0.text.contains("not found") }
    }

    @Test("LIVE-74: a class server that is killed leaves a whole package, and goes on recording in another one")
    func killed() throws {
        let classroom = try makeClassroom()
        let teacher = try classroom.startClass()
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        teacher.type("cbefore\r")
        let first = try #require(try packages(classroom).first)
        try teacher.wait(for: "the line in the package") { _ in
            (try? String(contentsOfFile: first + "/signals.jsonl", encoding: .utf8))?.contains("before") == true
        }
        // As a kill leaves it: open, with half a line at its end.
        let manifest = try Data(contentsOf: URL(fileURLWithPath: first + "/room.json"))
        classroom.stop()
        #expect(try !isOngoing(first))
        try manifest.write(to: URL(fileURLWithPath: first + "/room.json"))
        let signals = try FileHandle(forWritingTo: URL(fileURLWithPath: first + "/signals.jsonl"))
        try signals.seekToEnd()
        try signals.write(contentsOf: Data("{\"time\":1,\"ki".utf8))
        try signals.close()
        try classroom.start()
        try teacher.wait(for: "the other package") { _ in (try? packages(classroom).count) == 2 }
        #expect(try !isOngoing(first))
        let text = try String(contentsOfFile: first + "/signals.jsonl", encoding: .utf8)
        #expect(text.hasSuffix("\n") && text.contains("before"))
        #expect(try isOngoing(try packages(classroom)[1]))
        #expect(teacher.screen.text(row: 0).contains("REC"))
    }
}
