import Cells
import ClassAccess
import ClassKeeper
import Classes
import ClassroomHarness
import PlayCore
import TestSupport
import Testing

/// The built program on both sides, with a real XMPP server, a real keeper and a real Janus.
@Suite(
    "The UDP link of a live class", .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: ProsodyServer.isPresent && ClassMediaServer.isPresent && ClassJanusServer.isPresent,
        "\(ProsodyServer.absentReason), \(ClassMediaServer.absentReason), \(ClassJanusServer.absentReason)"))
struct LiveLinkRunTests {
    private static let camera = "--camera=lavfi:testsrc2=size=320x180:rate=15"

    @Test("LIVE-43: in a class with UDP only, sound and pictures are sent and received over it")
    func datagramsAlone() throws {
        let janus = try ClassJanusServer()
        let classroom = try LiveClassroom { try $0.use(janus) }
        let teacher = try classroom.startClass([Self.camera])
        let anna = try classroom.attendClass("Anna")
        teacher.type(":microphone lavfi:sine=frequency=1000,volume=4\r")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        try anna.wait(for: "its news") { $0.text.contains("Wang's microphone is on") }
        teacher.type("gV")
        try anna.wait(for: "the news") { $0.text.contains("Wang's camera is on") }
        try anna.wait(for: "the picture") { Self.colours($0) > 40 }
        anna.type(":link tcp\r")
        try anna.wait(for: "the refusal") { $0.text.contains("This class has no server for TCP") }
        teacher.type("gVM")
        try anna.wait(for: "the end") { $0.text.contains("is off") && Self.colours($0) < 30 }
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("ON AIR") }
    }

    @Test("LIVE-43, ADV-46: when Janus is killed, both sides get a notice and the pictures continue over TCP")
    func fallback() throws {
        let (server, janus) = (try ClassMediaServer(), try ClassJanusServer())
        let classroom = try LiveClassroom {
            $0.mediaServer = server.settings
            try $0.use(janus)
        }
        let teacher = try classroom.startClass([Self.camera])
        let anna = try classroom.attendClass("Anna")
        teacher.type("gV")
        try anna.wait(for: "the picture") { Self.colours($0) > 40 }
        #expect(!anna.screen.text.contains("TCP"))
        try janus.kill()
        try anna.wait(for: "the notice") { $0.text.contains("The UDP link broke; tvplay receives the class over TCP") }
        try teacher.wait(for: "the notice") {
            $0.text.contains("UDP does not get through; tvplay sends sound and pictures over TCP")
        }
        try Self.follow(anna, "pictures over TCP")
    }

    @Test("LIVE-43: when a killed Janus returns, both sides switch to UDP again and get a notice")
    func wayBack() throws {
        let (server, janus) = (try ClassMediaServer(), try ClassJanusServer())
        let classroom = try LiveClassroom {
            $0.mediaServer = server.settings
            try $0.use(janus)
        }
        let teacher = try classroom.startClass([Self.camera])
        let anna = try classroom.attendClass("Anna")
        teacher.type("gV")
        try anna.wait(for: "the picture") { Self.colours($0) > 40 }
        try janus.kill()
        try anna.wait(for: "the notice") { $0.text.contains("The UDP link broke; tvplay receives the class over TCP") }
        try teacher.wait(for: "the notice") {
            $0.text.contains("UDP does not get through; tvplay sends sound and pictures over TCP")
        }
        try janus.startAgain()
        try teacher.wait(for: "the return") {
            $0.text.contains("UDP works again; tvplay sends sound and pictures over UDP and TCP")
        }
        try anna.wait(for: "the return") { $0.text.contains("UDP works again; tvplay receives the class over it") }
        // With the TCP server killed, only UDP is left.
        try server.kill()
        try Self.follow(anna, "pictures over UDP")
        // A viewer who chooses TCP keeps it.
        try server.startAgain()
        anna.type(":link tcp\r")
        try anna.wait(for: "the answer") { $0.text.contains("tvplay receives the class over TCP") }
        try janus.kill()
        try Self.follow(anna, "pictures over TCP")
    }

    @Test(
        "LIVE-43: options and commands choose the link during the class, and a sender over UDP is also received over TCP"
    )
    func choice() throws {
        let (server, janus) = (try ClassMediaServer(), try ClassJanusServer())
        let classroom = try LiveClassroom {
            $0.mediaServer = server.settings
            try $0.use(janus)
        }
        let teacher = try classroom.startClass([Self.camera])
        let anna = try classroom.attendClass("Anna", ["--live-link=tcp"])
        teacher.type("gV")
        try anna.wait(for: "the picture over TCP") { Self.colours($0) > 40 }
        anna.type(":link udp\r")
        try anna.wait(for: "the answer") { $0.text.contains("tvplay receives the class over UDP") }
        // With the TCP server killed, only UDP is left.
        try server.kill()
        try Self.follow(anna, "pictures over UDP")
        try server.startAgain()
        teacher.type(":send-link tcp\r")
        try teacher.wait(for: "the answer") { $0.text.contains("tvplay sends sound and pictures over TCP only") }
        try Self.follow(anna, "pictures over TCP again")
    }

    @Test("ADV-82: a WHEP address plays at the live edge, and its server receives the header fields of the options")
    func whep() throws {
        let janus = try ClassJanusServer()
        let classroom = try LiveClassroom { try $0.use(janus) }
        let teacher = try classroom.startClass([Self.camera])
        teacher.type("gV")
        try teacher.wait(for: "the camera") { $0.text(row: 0).contains("ON AIR") }
        let user = try classroom.userID(of: "Wang")
        let (address, token) = try classroom.webStream(of: .video, from: user)
        let viewer = try PlayerRun(
            ["--no-history", "--header=Authorization: Bearer " + token, "whep+" + address], columns: 120, rows: 36)
        try viewer.wait(for: "pictures") { Self.colours($0) > 40 }
        try Self.follow(viewer, "more pictures")
        viewer.type("i")
        try viewer.wait(for: "what it is") { $0.text.contains("h264 640x360") }
        try viewer.quit()
        let refused = try PlayerRun(["--no-history", "whep+" + address], columns: 120, rows: 36)
        try refused.wait(for: "the refusal") { $0.text.contains("403") }
    }

    @Test("ADV-46, ADV-82: if a WHEP stream has no sender, the other address plays after a notice")
    func whepElsewhere() throws {
        let janus = try ClassJanusServer()
        let classroom = try LiveClassroom { try $0.use(janus) }
        let (address, token) = try classroom.webStream(of: .video, from: "nobody")
        let viewer = try PlayerRun(
            [
                "--no-history", "--loop-file=inf", "--header=Authorization: Bearer " + token,
                "--fallback-url=" + Fixtures.path("counter.mp4"), "whep+" + address,
            ], columns: 120, rows: 36)
        try viewer.wait(for: "the notice") { $0.text.contains("counter.mp4") }
        try viewer.waitForPictures(2)
        try viewer.quit()
    }

    /// Waits for more new pictures than any buffer holds.
    private static func follow(_ run: PlayerRun, _ what: String) throws {
        for _ in 0..<30 {
            let before = run.screen.cells
            try run.wait(for: what) { $0.cells != before && colours($0) > 40 }
        }
    }

    private static func colours(_ screen: VTScreen) -> Int {
        Set(screen.cells.flatMap { [$0.foreground.rawValue, $0.background.rawValue] }).count
    }
}
