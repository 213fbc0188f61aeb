import Cells
import ClassAccess
import ClassKeeper
import ClassroomHarness
import Foundation
import Rooms
import TestSupport
import Testing

/// One's own microphone and camera in a live class, as one meets them: the built program, over a real XMPP server, a real
/// keeper and a real RTMP server.
@Suite(
    "One's own microphone and camera in a live class", .serialized, .timeLimit(.minutes(5)),
    .enabled(
        if: ProsodyServer.isPresent && ClassMediaServer.isPresent,
        "\(ProsodyServer.absentReason), \(ClassMediaServer.absentReason)"))
struct LiveSendingRunTests {
    @Test(
        "LIVE-20, LIVE-26: a teacher's microphone is on air with its level, and M ends it; a camera that is none is told"
    )
    func teacher() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        teacher.type(":microphone lavfi:sine=frequency=1000,volume=4\r")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        let state = try #require(try classroom.working.state(of: LiveClassroom.name)).state
        let user = try #require(state.users.list.elements.first { $0.user.name == "Wang" }?.user.id)
        #expect(try Self.loudness(of: try classroom.address(of: .audio, from: user)) > -30)
        teacher.type(":camera /dev/video99\r")
        try teacher.wait(for: "the failure") { $0.text.contains("No camera: No such file or directory") }
        #expect(teacher.screen.text(row: 0).contains("ON AIR ═"))
        teacher.type(":camera lavfi:testsrc2=size=320x180:rate=15\r")
        teacher.type("M")
        try teacher.wait(for: "the camera alone") {
            $0.text(row: 0).contains("ON AIR") && !$0.text(row: 0).contains("ON AIR ═")
        }
        teacher.type("gV")
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("ON AIR") }
    }

    @Test("LIVE-25, LIVE-47, LIVE-53: a student with the word is on air, and stops speaking by ending both")
    func student() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        let anna = try PlayerRun(["class", "--name=Anna", try classroom.link()], columns: 120, rows: 36)
        try anna.wait(for: "the class") {
            $0.text.contains("People 2") && !$0.text(row: 0).contains("class not started")
        }
        anna.type("M")
        try anna.wait(for: "the refusal") { $0.text.contains("You are not speaking") }
        anna.type("h")
        try teacher.wait(for: "the hand") { $0.text.contains("Anna raises a hand") }
        teacher.type("gy")
        try anna.wait(for: "the word") { $0.text(row: 0).contains("you may speak") }
        anna.type(":microphone lavfi:sine=frequency=1000,volume=4\r")
        try anna.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        anna.type("M")
        try anna.wait(for: "the end") {
            !$0.text(row: 0).contains("ON AIR") && !$0.text(row: 0).contains("you may speak")
        }
    }

    /// The mean, in dB of full scale, of what comes within a second.
    private static func loudness(of address: String) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments =
            ["-nostdin", "-hide_banner", "-rw_timeout", "10000000", "-i", address, "-t", "1"]
            + ["-af", "volumedetect", "-f", "null", "-"]
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let found = text.components(separatedBy: "mean_volume: ").last?.prefix { $0 != " " }
        return try #require(found.flatMap { Double($0) }, "\(text.suffix(400))")
    }
}
