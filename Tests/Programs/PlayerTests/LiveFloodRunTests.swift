import Cells
import ClassAccess
import ClassKeeper
import ClassroomHarness
import Foundation
import PlayCore
import Rooms
import TestSupport
import Testing

/// A class in which many write, as one meets it: the built program, over a real XMPP server and a real RTMP server.
@Suite(
    "A flooded chat", .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: ProsodyServer.isPresent && ClassMediaServer.isPresent,
        "\(ProsodyServer.absentReason), \(ClassMediaServer.absentReason)"))
struct LiveFloodRunTests {
    private static let talkers = 3
    /// Messages a second.
    private static let flood = 60
    private static let rate = 10
    private static let seconds = 6

    /// What a viewer has of a class in ``seconds``.
    private struct Seen {
        /// Pictures that were another one than before.
        var pictures = 0
        /// Times when sound was wanted and none was there.
        var gaps = 0
        /// Lines of the flood that were on the screen.
        var lines: Set<String> = []
    }

    @Test("LIVE-73: while sixty messages a second are written, pictures and sound go on as without them")
    func flood() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        defer { withExtendedLifetime(teacher) {} }
        let log = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(log) }
        let anna = try classroom.attendClass("Anna", ["--log-file=\(log.path)/log"])
        let publisher = try LivePublisher(
            .greys(rate: Self.rate), to: try classroom.address(of: .video, from: try classroom.userID(of: "Wang")))
        defer { publisher.kill() }
        try anna.wait(for: "pictures") { Self.grey($0) != nil }
        // A machine that is busy with something else leaves out pictures, too: what is compared is seen on it in turn.
        for attempt in 1... {
            let calm = try watch(anna, classroom, log, "calm")
            let chatter = try Chatter(classroom, in: log)
            try anna.wait(for: "the flood") { $0.text.contains("flood ") }
            let flooded = try watch(anna, classroom, log, "flooded")
            chatter.end()
            #expect(flooded.lines.count > 20)
            let isEven =
                flooded.pictures * 10 >= calm.pictures * 9 && calm.pictures >= Self.rate * Self.seconds * 8 / 10
                && flooded.gaps <= calm.gaps + 1
            if isEven { break }
            try #require(attempt < 4, "calm: \(calm), flooded: \(flooded)")
        }
        // A key is answered at once.
        anna.type("4")
        try anna.wait(for: "the people") { $0.text.contains("Wang  teacher") }
    }

    /// With sound of its own, whose gaps are told when it ends.
    private func watch(_ run: PlayerRun, _ classroom: LiveClassroom, _ folder: URL, _ what: String) throws -> Seen {
        let user = try classroom.userID(of: "Wang")
        let before = Self.gaps(in: folder).count
        let sound = try LivePublisher(.sound(frequency: 440), to: try classroom.address(of: .audio, from: user))
        try run.wait(for: "the sound of \(what)") { _ in
            (try? classroom.working.state(of: LiveClassroom.name)?.state.users.list[user]?.hasAudio) == true
        }
        // Until how late it comes is known.
        pass(.seconds(2), run) { _ in }
        var seen = Seen()
        var last: Int?
        pass(.seconds(Self.seconds), run) { screen in
            let lines = screen.text.split(separator: "\n").filter { $0.contains("flood ") }
            seen.lines.formUnion(lines.map(String.init))
            guard let grey = Self.grey(screen), grey != last else { return }
            last = grey
            seen.pictures += 1
        }
        sound.kill()
        try run.wait(for: "what became of the sound of \(what)") { _ in Self.gaps(in: folder).count > before }
        seen.gaps = Self.gaps(in: folder).last ?? 0
        return seen
    }

    /// Of each sound that has ended.
    private static func gaps(in folder: URL) -> [Int] {
        let text = (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            guard line.contains("sound of "), line.hasSuffix(" places") else { return nil }
            return line.components(separatedBy: " gaps")[0].split(separator: " ").last.flatMap { Int($0) }
        }
    }

    private func pass(_ time: HostTime, _ run: PlayerRun, _ look: (VTScreen) -> Void) {
        let end = SystemClock().now + time
        _ = run.terminal.wait { terminal in
            look(terminal.screen)
            return SystemClock().now >= end
        }
    }

    /// Which of the greys is shown; nil: none.
    private static func grey(_ screen: VTScreen) -> Int? {
        // In the pane of the video, below the chat.
        let look = VTScreen.Look(screen[screen.columns - 18, screen.rows - 7])
        guard let level = level(Color(rawValue: look.background)) else { return nil }
        return Int((Double(level) * Double(LivePublisher.greys - 1) / 255).rounded())
    }

    /// Nil for what is no grey of a picture.
    private static func level(_ color: Color) -> UInt32? {
        if let index = color.paletteIndex {
            // Those of the 256 colours.
            return switch index {
            case 16: 0
            case 231: 255
            case 232...255: 8 + 10 * (UInt32(index) - 232)
            default: nil
            }
        }
        let raw = color.rawValue
        let (red, green, blue) = (raw >> 16 & 0xFF, raw >> 8 & 0xFF, raw & 0xFF)
        return raw >> 24 == 0 && red == green && green == blue ? green : nil
    }

    /// `tvplay-keeper film`, whose people write without a pause.
    private final class Chatter {
        private let process = Process()

        /// Begins.
        init(_ classroom: LiveClassroom, in folder: URL) throws {
            let cast = (0..<talkers).map { "{\"id\":\"p\($0)\",\"name\":\"Person \($0)\",\"role\":\"student\"}" }
            var lines = ["{\"cast\":[\(cast.joined(separator: ","))],\"seconds\":60}"]
            for number in 0..<60 * flood {
                let time = Double(number) / Double(flood)
                lines.append("{\"at\":\(time),\"who\":\"p\(number % talkers)\",\"say\":\"flood \(number) of words\"}")
            }
            let script = folder.appendingPathComponent("film.jsonl")
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: script)
            let link = try classroom.link()
            process.executableURL = URL(fileURLWithPath: RunningKeeper.program)
            process.arguments = [
                "film", script.path, "--teachers=" + link, "--students=" + link,
                "--authority=" + classroom.authorityFile,
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        deinit { end() }

        func end() {
            guard process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
}
