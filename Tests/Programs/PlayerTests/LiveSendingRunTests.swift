import Cells
import ClassAccess
import ClassKeeper
import Classes
import ClassroomHarness
import Foundation
import PlayCore
import TestSupport
import Testing

/// The built program with a real XMPP server, a real keeper and a real RTMP server.
@Suite(
    "Sending a microphone and a camera in a live class", .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: ProsodyServer.isPresent && ClassMediaServer.isPresent,
        "\(ProsodyServer.absentReason), \(ClassMediaServer.absentReason)"))
struct LiveSendingRunTests {
    @Test(
        "LIVE-20, LIVE-21, LIVE-26: a teacher's microphone is on air with its level, M ends it, and a missing camera is reported"
    )
    func teacher() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        teacher.type(":microphone lavfi:sine=frequency=1000,volume=4\r")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        let user = try classroom.userID(of: "Wang")
        #expect(try Self.loudness(of: try classroom.address(of: .audio, from: user)) > -30)
        teacher.type(":camera /dev/video99\r")
        try teacher.wait(for: "the failure") { $0.text.contains("Your camera is off: device not found") }
        #expect(teacher.screen.text(row: 0).contains("ON AIR ═"))
        teacher.type(":camera lavfi:testsrc2=size=320x180:rate=15\r")
        teacher.type("M")
        try teacher.wait(for: "the camera alone") {
            $0.text(row: 0).contains("ON AIR") && !$0.text(row: 0).contains("ON AIR ═")
        }
        teacher.type("gV")
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("ON AIR") }
    }

    @Test(
        "LIVE-20, LIVE-27, LIVE-81: the sender's own picture is shown among the small ones while it is sent, and its size in the header"
    )
    func preview() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass(["--camera=lavfi:testsrc2=size=320x180:rate=15"])
        #expect(!teacher.screen.text.contains("You  "))
        teacher.type("gV")
        try teacher.wait(for: "the size") { $0.text(row: 0).contains("ON AIR 640×360") }
        try teacher.wait(for: "the picture") { $0.text.contains("You") && Self.colours($0) > 40 }
        teacher.type("gV")
        try teacher.wait(for: "its end") { Self.colours($0) < 30 && !$0.text(row: 0).contains("ON AIR") }
    }

    private static func colours(_ screen: VTScreen) -> Int {
        Set(screen.cells.flatMap { [$0.foreground.rawValue, $0.background.rawValue] }).count
    }

    @Test("LIVE-25, LIVE-47, LIVE-53: a student who may speak is on air, and ending the microphone ends speaking")
    func student() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        let anna = try classroom.attendClass("Anna")
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

    @Test("LIVE-20, LIVE-31: M and g-V send the microphone of tvplay.conf and the camera of the command line")
    func options() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let configuration = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(configuration) }
        let folder = configuration.appendingPathComponent("tvplay")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("microphone=lavfi:sine=frequency=1000,volume=4\n".utf8).write(
            to: folder.appendingPathComponent("tvplay.conf"))
        let teacher = try classroom.startClass(
            ["--camera=lavfi:testsrc2=size=320x180:rate=15"], environment: ["XDG_CONFIG_HOME": configuration.path])
        teacher.type("M")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        teacher.type("MgV")
        try teacher.wait(for: "the camera alone") {
            $0.text(row: 0).contains("ON AIR") && !$0.text(row: 0).contains("ON AIR ═")
        }
    }

    @Test("an invalid microphone option ends the program with the accepted forms")
    func wrongOption() throws {
        let run = try BuiltProgram.run(
            BuiltProgram.path("tvplay"),
            ["--microphone=hw:0", "class", "--name=Wang", "https://school.example/c/AAAA-BBBB"],
            environment: ["LANG": "C.UTF-8"])
        expect(
            run.errors, is: "tvplay: Unknown capture device hw:0: use a name such as alsa:default or /dev/video0\n")
        expect(run.status, is: 1)
    }

    @Test("LIVE-28: a stream that the media server refuses ends with a message, and the on-air mark stays off")
    func refused() throws {
        let server = try ClassMediaServer()
        // The server asks at an address that this keeper does not answer.
        let classroom = try LiveClassroom {
            var settings = server.settings
            settings.hooks.path = "another"
            $0.mediaServer = settings
        }
        let teacher = try classroom.startClass(["--microphone=lavfi:sine"])
        teacher.type("M")
        try teacher.wait(for: "the refusal") {
            $0.text.contains("Your microphone is off: the media server refuses it")
        }
        #expect(!teacher.screen.text(row: 0).contains("ON AIR"))
    }

    @Test("LIVE-28, LIVE-29, LIVE-30, LIVE-49: a student whose sound is forbidden goes off the air with the reason")
    func forbidden() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        let anna = try classroom.attendClass("Anna", ["--microphone=lavfi:sine=frequency=1000,volume=4"])
        anna.type("h")
        try teacher.wait(for: "the hand") { $0.text.contains("Anna raises a hand") }
        teacher.type("gy")
        // Permission to speak starts the microphone.
        try anna.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        teacher.type(":mute-all on\r")
        try anna.wait(for: "the ban") { $0.text.contains("Your microphone is off: Sound is switched off") }
        try anna.wait(for: "the mark") { !$0.text(row: 0).contains("ON AIR") }
    }

    @Test(
        "LIVE-19, LIVE-45, LIVE-50, LIVE-56: a teacher switches a student's microphone on and off from People, and the student gets a message"
    )
    func switchedFromAfar() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        let anna = try classroom.attendClass("Anna", ["--microphone=lavfi:sine=frequency=1000,volume=4"])
        #expect(!anna.screen.text(row: 0).contains("you may speak"))
        teacher.type("4/ann\r")
        try teacher.wait(for: "the student") { $0.text.contains("Anna") }
        teacher.type("a")
        try teacher.wait(for: "the actions") { $0.text.contains("Microphone on") }
        teacher.type("/microphone\r")
        try anna.wait(for: "the order") { $0.text.contains("Wang changed your devices: microphone on") }
        try anna.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        let user = try classroom.userID(of: "Anna")
        #expect(try Self.loudness(of: try classroom.address(of: .audio, from: user)) > -30)
        teacher.type("a")
        try teacher.wait(for: "the other actions") { $0.text.contains("Microphone off") }
        teacher.type("/microphone\r")
        try anna.wait(for: "the order") { $0.text.contains("Wang changed your devices: microphone off") }
        try anna.wait(for: "the end") { !$0.text(row: 0).contains("ON AIR") }
        #expect(!anna.screen.text(row: 0).contains("you may speak"))
    }

    @Test("LIVE-26: after a killed media server returns, the microphone is on air again")
    func killedServer() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass(["--microphone=lavfi:sine=frequency=1000,volume=4"])
        teacher.type("M")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        try server.kill()
        try teacher.wait(for: "the broken line") { !$0.text(row: 0).contains("ON AIR") }
        try server.startAgain()
        try teacher.wait(for: "the microphone again") { $0.text(row: 0).contains("ON AIR ═") }
    }

    @Test("LIVE-31: g-M lists ALSA's microphones with the current one marked, and Enter selects one")
    func devices() throws {
        let classroom = try LiveClassroom()
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let alsa = folder.appendingPathComponent("alsa.conf")
        let text = """
            pcm.!default { type null }
            pcm.studio { type null hint { show on description "Studio microphone" } }
            pcm.spare { type null hint { show on description "Spare microphone" } }

            """
        try Data(text.utf8).write(to: alsa)
        let teacher = try classroom.startClass(
            ["--microphone=alsa:studio"], environment: ["ALSA_CONFIG_PATH": alsa.path])
        teacher.type("gM")
        try teacher.wait(for: "the list") {
            $0.text.contains("Studio microphone") && $0.text.contains("Spare microphone")
        }
        let rows = teacher.screen.text.split(separator: "\n")
        let studio = try #require(rows.first { $0.contains("alsa:studio") })
        let spare = try #require(rows.first { $0.contains("alsa:spare") })
        #expect(studio.contains("√") && !spare.contains("√"), "\(teacher.screen.text)")
        teacher.type("/spare\r")
        try teacher.wait(for: "the choice") { $0.text.contains("Microphone: alsa:spare") }
        teacher.type("gM")
        try teacher.wait(for: "the new mark") { screen in
            screen.text.split(separator: "\n").contains { $0.contains("alsa:spare") && $0.contains("√") }
        }
    }

    @Test("LIVE-20: with push to talk the server receives silence, and the microphone only while Space is held")
    func pushToTalk() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass(["--microphone=lavfi:sine=frequency=1000,volume=4"])
        teacher.type(":talk on\rM")
        try teacher.wait(for: "the silent microphone") { $0.text(row: 0).contains("silent: hold Space to talk") }
        let user = try classroom.userID(of: "Wang")
        let address = try classroom.address(of: .audio, from: user)
        #expect(try Self.loudness(of: address) < -80)
        // Sends the repeats of a held key while another thread listens.
        let isHeard = Monitor(false)
        let listening = WorkerThread(name: "listener") {
            let level = (try? Self.loudness(of: address)) ?? -91
            isHeard.update { $0 = level > -30 }
        }
        defer { listening.join() }
        var hasLevel = false
        try teacher.wait(for: "being heard") { screen in
            teacher.type(" ")
            hasLevel = hasLevel || screen.text(row: 0).contains("ON AIR ═")
            return hasLevel && isHeard.withLock { $0 }
        }
        try teacher.wait(for: "the silence") { $0.text(row: 0).contains("silent: hold Space to talk") }
        teacher.type(":talk off\r")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
    }

    @Test(
        "LIVE-32, LIVE-33, LIVE-34: :definition, :rotate and :smooth change the received camera picture at once"
    )
    func pictures() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        // Grain on grey, which smoothing reduces.
        teacher.type(":camera lavfi:color=c=gray:size=640x360:rate=15,noise=alls=12:allf=t\r")
        try teacher.wait(for: "the camera") { $0.text(row: 0).contains("ON AIR") }
        let user = try classroom.userID(of: "Wang")
        let address = try classroom.address(of: .video, from: user)
        #expect(try Self.picture(of: address) { $0.size == "640x360" } != nil)
        teacher.type(":definition low\r")
        let small = try #require(try Self.picture(of: address) { $0.size == "320x180" })
        teacher.type(":smooth on\r")
        let smooth = try #require(try Self.picture(of: address) { $0.edges < small.edges / 2 })
        expect(smooth.size, is: "320x180")
        teacher.type(":rotate 90\r")
        #expect(try Self.picture(of: address) { $0.size == "100x180" || $0.size == "102x180" } != nil)
    }

    private struct Picture {
        var size = ""
        /// The mean output of an edge detector, 0 … 255.
        var edges = 0.0
    }

    /// Returns a new viewer's picture as soon as it is as expected, or `nil` if it never is.
    private static func picture(of address: String, _ isExpected: (Picture) -> Bool) throws -> Picture? {
        var last = Picture()
        for _ in 0..<20 {
            let text = try FilteredStream.words(
                of: address, ["-t", "1", "-vf", "sobel,signalstats,metadata=mode=print:key=lavfi.signalstats.YAVG"])
            let size = text.components(separatedBy: "Video: ").dropFirst().first?.split(separator: ",")
                .map { $0.prefix { $0 != "[" && $0 != "(" }.filter { $0 != " " } }
                .first { $0.contains("x") && $0.allSatisfy { $0.isNumber || $0 == "x" } }
            let values = text.components(separatedBy: "YAVG=").dropFirst().compactMap {
                Double($0.prefix { $0.isNumber || $0 == "." })
            }
            last = Picture(size: size ?? "", edges: values.last ?? 0)
            if isExpected(last) { return last }
        }
        Issue.record("the last picture was \(last)")
        return nil
    }

    /// Returns the mean loudness of a second of sound, in dB of full scale.
    private static func loudness(of address: String) throws -> Double {
        let text = try FilteredStream.words(of: address, ["-t", "1", "-af", "volumedetect"])
        let found = text.components(separatedBy: "mean_volume: ").last?.prefix { $0 != " " }
        return try #require(found.flatMap { Double($0) }, "\(text.suffix(400))")
    }
}
