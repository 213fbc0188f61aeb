import Cells
import ClassKeeper
import ClassroomHarness
import Foundation
import Rooms
import TestSupport
import Testing

/// A class that becomes a recording, as one meets it: the built program, over a real XMPP server and a real keeper.
@Suite(
    "A class that becomes a recording", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct ClassRecordingRunTests {
    @Test("LIVE-74, LIVE-82: what a teacher has recorded is marked for all, and its package plays with its chat")
    func recording() throws {
        let classroom = try LiveClassroom()
        let teacher = try PlayerRun(["class", "--name=Wang", try classroom.link(.teacher)], columns: 120, rows: 36)
        try teacher.wait(for: "the question") { $0.text.contains("Start the class now?") }
        teacher.type("y")
        try teacher.wait(for: "the class") { !$0.text(row: 0).contains("class not started") }
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        teacher.type("cPhotosynthesis\r")
        try teacher.wait(for: "the line") { $0.text.contains("Wang") && $0.text.contains("Photosynthesis") }
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: classroom.recordings).first)
        let package = classroom.recordings + "/" + name
        let viewer = try PlayerRun(["class", package], columns: 120, rows: 36)
        try viewer.wait(for: "the chat of the growing package") { $0.text.contains("Photosynthesis") }
        teacher.type("\u{1B}:record off\r")
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("REC") }
        let manifest = try String(contentsOfFile: package + "/room.json", encoding: .utf8)
        #expect(manifest.contains("\"duration\""))
        let later = try PlayerRun(["class", package], columns: 120, rows: 36)
        try later.wait(for: "the chat of the whole package") { $0.text.contains("Photosynthesis") }
    }
}
