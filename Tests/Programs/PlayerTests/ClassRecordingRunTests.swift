import Cells
import ClassAccess
import ClassKeeper
import Classes
import ClassroomHarness
import Foundation
import HTTPServing
import PlayCore
import Processes
import TestSupport
import Testing

/// Tests of recording a class with the built program, a real XMPP server and a real keeper.
@Suite(
    "Recording a class", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct ClassRecordingRunTests {
    /// Starts a classroom whose keeper listens on a fixed port.
    private func makeClassroom(
        _ server: ClassMediaServer? = nil, adjust: (inout KeeperSettings) -> Void = { _ in }
    ) throws -> LiveClassroom {
        let port = try PortLease.next()
        return try LiveClassroom {
            $0.web = HTTPServerSettings(host: "127.0.0.1", port: port)
            $0.publicAddress = "http://127.0.0.1:\(port)"
            $0.mediaServer = server?.settings
            $0.recorder = BuiltProgram.path("tvplay-recorder")
            adjust(&$0)
        }
    }

    private func packages(_ classroom: LiveClassroom) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: classroom.recordings).sorted().map {
            classroom.recordings + "/" + $0
        }
    }

    /// Returns the address that is printed on leaving.
    private func address(in run: PlayerRun) throws -> String {
        let words = try #require(
            run.errors.split(separator: "\n").first { $0.contains("Watch the recording of this class with:") })
        return String(try #require(words.split(separator: " ").last))
    }

    private func isOngoing(_ package: String) throws -> Bool {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: package + "/room.json")))
        return try ClassManifest(bytes, in: package).recordings[0].info.isOngoing
    }

    @Test(
        "LIVE-74, LIVE-82: a recorded class is marked for all, its package plays while it grows and afterwards, and leaving prints its address"
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
        try teacher.endWriting()
        teacher.type(":record off\r")
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("REC") }
        #expect(try !isOngoing(package))
        teacher.type("q")
        try teacher.wait(for: "the question") { $0.text.contains("End the class for everyone?") }
        teacher.type("y")
        try expect(teacher.waitForExit(), is: .code(0))
        let address = try address(in: teacher)
        let later = try PlayerRun(["class", address], columns: 120, rows: 36)
        try later.wait(for: "the chat of the whole package") { $0.text.contains("Photosynthesis") }
        // A wrong code is refused.
        let parts = address.split(separator: "/")
        let forged = address.replacingOccurrences(of: String(parts[3]), with: String(parts[3].reversed()))
        let refused = try PlayerRun(["class", forged], columns: 120, rows: 36)
        try refused.wait(for: "the refusal") { $0.text.contains("404") || $0.text.contains("not found") }
    }

    @Test("LIVE-82: a student who leaves a recorded class can watch the growing recording from the server")
    func growing() throws {
        let classroom = try makeClassroom()
        let teacher = try classroom.startClass()
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        teacher.type("cPhotosynthesis\r")
        let student = try classroom.attendClass("Anna")
        try student.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        student.type("q")
        try student.wait(for: "the question") { $0.text.contains("Leave the class?") }
        student.type("y")
        try expect(student.waitForExit(), is: .code(0))
        let later = try PlayerRun(["class", try address(in: student)], columns: 120, rows: 36)
        try later.wait(for: "the chat of the growing package") { $0.text.contains("Photosynthesis") }
        teacher.type("Chlorophyll\r")
        try later.wait(for: "what is written meanwhile") { $0.text.contains("Chlorophyll") }
    }

    @Test("LIVE-82: a viewer of a growing recording requests only its new bytes")
    func ranges() throws {
        let port = try PortLease.next()
        let line = try LineProxy(to: port)
        let classroom = try LiveClassroom {
            $0.web = HTTPServerSettings(host: "127.0.0.1", port: port)
            $0.publicAddress = "http://127.0.0.1:\(line.port)"
        }
        let teacher = try classroom.startClass()
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        teacher.type(":notice " + String(repeating: "a long notice ", count: 60) + "\rcPhotosynthesis\r")
        let package = try #require(try packages(classroom).first)
        try teacher.wait(for: "the line in the package") { _ in
            (try? String(contentsOfFile: package + "/signals.jsonl", encoding: .utf8))?.contains("Photosynthesis")
                == true
        }
        let size = try Data(contentsOf: URL(fileURLWithPath: package + "/signals.jsonl")).count
        let student = try classroom.attendClass("Anna")
        try student.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        student.type("q")
        try student.wait(for: "the question") { $0.text.contains("Leave the class?") }
        student.type("y")
        try expect(student.waitForExit(), is: .code(0))
        let later = try PlayerRun(["class", try address(in: student)], columns: 120, rows: 36)
        try later.wait(for: "the chat of the growing package") { $0.text.contains("Photosynthesis") }
        func asked() -> [LineProxy.Asked] { line.asked.filter { $0.path.hasSuffix("/signals.jsonl") } }
        let (before, bytes) = (asked().count, line.bytes)
        teacher.type("Chlorophyll\r")
        try later.wait(for: "what is written meanwhile") { $0.text.contains("Chlorophyll") }
        #expect(line.wait { asked().count >= before + 3 })
        let starts = asked().dropFirst(before).map { $0.range?.lowerBound ?? 0 }
        #expect(starts.allSatisfy { $0 >= size } && starts == starts.sorted(), "\(starts), \(size) bytes were there")
        print("growing recording: \(size) bytes, \(starts.count) requests for \(line.bytes - bytes) bytes with heads")
        #expect(line.bytes - bytes < size * starts.count)
    }

    @Test("LIVE-74: if a recording cannot start, the teacher gets the reason and no address is printed")
    func impossible() throws {
        let classroom = try makeClassroom { $0.recordings = "/proc/recordings" }
        let teacher = try classroom.startClass()
        teacher.type(":record on\r")
        try teacher.wait(for: "the reason") {
            $0.text.contains("Recording failed: the class server cannot write the recording")
        }
        #expect(!teacher.screen.text(row: 0).contains("REC"))
        teacher.type("q")
        try teacher.wait(for: "the question") { $0.text.contains("End the class for everyone?") }
        teacher.type("y")
        try expect(teacher.waitForExit(), is: .code(0))
        #expect(!teacher.errors.contains("Watch the recording"))
    }

    @Test("LIVE-74: a class server without recordings tells the teacher so")
    func switchedOff() throws {
        let classroom = try makeClassroom { $0.records = false }
        let teacher = try classroom.startClass()
        teacher.type(":record on\r")
        try teacher.wait(for: "the reason") { $0.text.contains("Recording failed: this class server does not record") }
    }

    @Test("LIVE-74: a recording ends intact when the space for recordings is used up")
    func space() throws {
        let classroom = try makeClassroom { $0.recordingSpace = 100_000 }
        let teacher = try classroom.startClass()
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        let package = try #require(try packages(classroom).first)
        try Data(count: 200_000).write(to: URL(fileURLWithPath: package + "/large"))
        try teacher.wait(for: "the reason") {
            $0.text.contains("the space for recordings, 100.0 kB, is used up") && !$0.text(row: 0).contains("REC")
        }
        #expect(try !isOngoing(package))
        // There is no space for another recording, either.
        teacher.type("\u{1B}:record on\r")
        try expect(packages(classroom).count, is: 1)
    }

    @Test(
        "LIVE-74: a killed class server continues its recording in the same package, including the chat during its absence"
    )
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
        // The state after a kill: open, without its last whole line, with half a line at its end.
        let manifest = try Data(contentsOf: URL(fileURLWithPath: first + "/room.json"))
        try teacher.endWriting()
        teacher.type(":notice lost line\r")
        try teacher.wait(for: "the notice") { $0.text.contains("lost line") }
        classroom.stop()
        #expect(try !isOngoing(first))
        try manifest.write(to: URL(fileURLWithPath: first + "/room.json"))
        let whole = try String(contentsOfFile: first + "/signals.jsonl", encoding: .utf8)
        // A kill loses the end of the file.
        let kept = whole.split(separator: "\n").prefix { !$0.contains("lost line") }.joined(separator: "\n") + "\n"
        #expect(kept.count < whole.count)
        try kept.write(toFile: first + "/signals.jsonl", atomically: true, encoding: .utf8)
        teacher.type("cmeanwhile\r")
        try teacher.wait(for: "the line of meanwhile") { $0.text.contains("meanwhile") }
        let signals = try FileHandle(forWritingTo: URL(fileURLWithPath: first + "/signals.jsonl"))
        try signals.seekToEnd()
        try signals.write(contentsOf: Data("{\"time\":1,\"ki".utf8))
        try signals.close()
        try classroom.start()
        func written() -> String { (try? String(contentsOfFile: first + "/signals.jsonl", encoding: .utf8)) ?? "" }
        try teacher.wait(for: "the chat of meanwhile in the package") { _ in written().contains("meanwhile") }
        teacher.type("after\r")
        // The chat and the events of the class are written one after the other.
        try teacher.wait(for: "the line behind it, and the notice") { _ in
            written().contains("after") && written().contains("lost line")
        }
        #expect(try packages(classroom) == [first] && isOngoing(first))
        for text in ["before", "lost line", "meanwhile", "after"] {
            expect(written().components(separatedBy: text).count, is: 2, "\(text)")
        }
        let lines = JSONLines.read(ClassEvent.self, Array(written().utf8), file: "signals")
        #expect(lines.warnings.isEmpty && written().hasSuffix("\n"))
        #expect(teacher.screen.text(row: 0).contains("REC"))
        try teacher.endWriting()
        teacher.type(":record off\r")
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("REC") }
        #expect(try !isOngoing(first))
    }

    /// White and loud in each odd second of this machine's clock.
    private static let signals = [
        "--camera=lavfi:color=black:size=64x36:rate=100,format=gray,geq=lum='if(lt(mod(time(0),2),1),16,235)'",
        "--microphone=lavfi:aevalsrc='if(lt(mod(time(0),2),1),0,0.5*sin(2764*t))':s=48000",
    ]

    private static let edgeFilters = [
        (kind: MediaStreamName.Kind.video, name: "black_end:", filter: ["-vf", "blackdetect=d=0.3:pix_th=0.2"]),
        (kind: .audio, name: "silence_end:", filter: ["-af", "silencedetect=n=-30dB:d=0.3"]),
    ]

    @Test(
        "LIVE-74, LIVE-82: sound and picture are recorded at the times of the class, also after the recorder was killed, and the growing package plays",
        .enabled(if: ClassMediaServer.isPresent, "\(ClassMediaServer.absentReason)"))
    func media() throws {
        let server = try ClassMediaServer()
        let classroom = try makeClassroom(server)
        let teacher = try classroom.startClass(Self.signals)
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        teacher.type("M")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        teacher.type("gV")
        try teacher.wait(for: "the camera") { _ in
            (try? classroom.working.state(of: LiveClassroom.name)?.state.users.list.elements.first?.hasVideo) == true
        }
        // The recording is compared with the timestamps of the class's streams.
        let (base, user) = (WallTime.now.milliseconds, try classroom.userID(of: "Wang"))
        let watches = try Self.edgeFilters.map {
            try FilteredStream.Watch(try classroom.address(of: $0.kind, from: user), $0.filter, base: base)
        }
        let package = try #require(try packages(classroom).first)
        let list = package + "/media/index.m3u8"
        let segments = {
            (try? String(contentsOfFile: list, encoding: .utf8))?.components(separatedBy: "#EXTINF").count ?? 0
        }
        try teacher.wait(for: "two segments") { _ in segments() > 2 }
        let viewer = try PlayerRun(["--start=0", "class", package], columns: 120, rows: 36)
        try viewer.wait(for: "the picture of the growing package") {
            $0.text.contains("Slide") || $0.text.contains("REC") || Self.whites($0) > 200
        }
        try Self.killRecorder(of: package)
        let killed = Double(WallTime.now.milliseconds - base) / 1000
        let before = segments()
        try teacher.wait(for: "what is recorded after the kill") { _ in segments() > before + 2 }
        teacher.type(":record off\r")
        try teacher.wait(for: "the end") { !$0.text(row: 0).contains("REC") }
        try teacher.wait(for: "the end of the list") { _ in
            (try? String(contentsOfFile: list, encoding: .utf8))?.contains("#EXT-X-ENDLIST") == true
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: package + "/room.json")))
        let info = try ClassManifest(bytes, in: package).recordings[0].info
        let start = try #require(info.startWallTime)
        let words = try FilteredStream.words(of: list, Self.edgeFilters.flatMap(\.filter))
        for (watch, (_, name, _)) in zip(watches, Self.edgeFilters) {
            let sent = FilteredStream.numbers(behind: name, in: watch.end())
            let offset = Double(start - base) / 1000
            let recorded = FilteredStream.numbers(behind: name, in: words).map { $0 + offset }
            func wasSent(_ edge: Double) -> Bool { sent.contains { abs($0 - edge) < 0.1 } }
            // Edges before the start of the watch are unknown, and the recording may end in the middle of one.
            let begin = (sent.dropFirst().first ?? .infinity) - 0.2
            let wrong = recorded.dropLast().filter { $0 > begin && !wasSent($0) }
            let right = recorded.count(where: wasSent)
            // Further edges occur where the recorder was absent, and where a busy machine left sound out. If the times
            // were wrong, hardly any would match.
            let comment: Comment = "\(name) recorded \(recorded), sent \(sent), killed at \(killed)"
            #expect(right >= 2 && right > wrong.count, comment)
        }
    }

    @Test(
        "LIVE-82: a paused class that is recorded resumes from its recording at the pause, and g-e returns to the class",
        .enabled(if: ClassMediaServer.isPresent, "\(ClassMediaServer.absentReason)"))
    func catchingUp() throws {
        let server = try ClassMediaServer()
        let classroom = try makeClassroom(server)
        let teacher = try classroom.startClass(Self.signals)
        teacher.type(":record on\r")
        try teacher.wait(for: "the mark") { $0.text(row: 0).contains("REC") }
        teacher.type("M")
        try teacher.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        teacher.type("gV")
        let anna = try classroom.attendClass("Anna")
        try anna.wait(for: "the picture") { Self.whites($0) > 200 }
        anna.type(" ")
        try anna.wait(for: "the pause") { $0.secondsOfPause != nil }
        teacher.type("cmeanwhile\r")
        try anna.wait(for: "a while") { $0.secondsOfPause ?? 0 >= 14 }
        anna.type(" ")
        try anna.wait(for: "the recording") {
            $0.text(row: 0).contains("behind the class; g-e returns") && Self.whites($0) > 200
        }
        // It resumes at the pause, so later lines appear later.
        try anna.wait(for: "the line of the recording") { $0.text.contains("meanwhile") }
        anna.type("ge")
        try anna.wait(for: "the return") { $0.text.contains("Live again") }
        try anna.wait(for: "the class") {
            !$0.text(row: 0).contains("behind the class") && Self.whites($0) > 200
        }
        teacher.type("now\r")
        try anna.wait(for: "what is written now") { $0.text.contains("now") }
    }

    private static func whites(_ screen: VTScreen) -> Int {
        screen.cells.count { $0.background.rawValue != 0 }
    }

    private static func killRecorder(of package: String) throws {
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        let found = processes.filter { id in
            let line = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
            return line.contains("tvplay-recorder") && line.contains(package)
        }
        expect(found.count, is: 1)
        for id in found { kill(id, SIGKILL) }
    }
}
