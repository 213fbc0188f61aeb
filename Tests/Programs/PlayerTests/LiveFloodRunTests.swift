import Cells
import ClassAccess
import ClassKeeper
import Classes
import ClassroomHarness
import Foundation
import PlayCore
import TestSupport
import Testing

/// The built program with a real XMPP server and a real RTMP server.
@Suite(
    "A flooded chat", .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: ProsodyServer.isPresent && ClassMediaServer.isPresent,
        "\(ProsodyServer.absentReason), \(ClassMediaServer.absentReason)"))
struct LiveFloodRunTests {
    private static let talkers = 3
    /// The number of messages a second.
    private static let flood = 60
    /// The number of messages before the numbers repeat.
    private static let messages = 3600

    @Test(
        "LIVE-73: sixty messages a second all arrive while pictures continue and keys are answered"
    )
    func flood() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        defer { withExtendedLifetime(teacher) {} }
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let anna = try classroom.attendClass("Anna")
        let user = try classroom.userID(of: "Wang")
        let publisher = try LivePublisher(.greys(rate: 10), to: try classroom.address(of: .video, from: user))
        defer { publisher.kill() }
        try anna.wait(for: "pictures") { Self.grey($0) != nil }
        let chatter = try Chatter(classroom, in: folder)
        try anna.wait(for: "the flood") { !Self.numbers($0).isEmpty }
        // Messages and pictures arrive side by side.
        var (grey, pictures) = (Self.grey(anna.screen), 0)
        var (newest, arrived) = (Self.numbers(anna.screen).last ?? 0, 0)
        try anna.wait(for: "pictures and words") { screen in
            let shown = Self.grey(screen)
            if shown != nil, shown != grey { (grey, pictures) = (shown, pictures + 1) }
            // The numbers repeat; a smaller one of another talker is a little late.
            let step = ((Self.numbers(screen).last ?? newest) - newest + Self.messages) % Self.messages
            if step < Self.messages / 2 { (newest, arrived) = ((newest + step) % Self.messages, arrived + step) }
            return pictures >= 30 && arrived >= 10 * Self.flood
        }
        anna.type("4")
        try anna.wait(for: "the people") { $0.text.contains("Wang  teacher") }
        try #require(chatter.isRunning && publisher.isRunning)
        anna.type("3")
        // The senders have left, so a missing message stays missing.
        chatter.end()
        try anna.wait(for: "the end of the flood, whole") { screen in
            let numbers = Self.numbers(screen)
            return screen.text.contains("People 2") && numbers.count >= 10
                && (0..<Self.talkers).allSatisfy { talker in
                    let own = numbers.filter { $0 % Self.talkers == talker }
                    return zip(own, own.dropFirst()).allSatisfy { $1 == ($0 + Self.talkers) % Self.messages }
                }
        }
    }

    /// Returns the numbers of the flood's messages on the screen, from the top.
    private static func numbers(_ screen: VTScreen) -> [Int] {
        screen.text.matches(of: /flood(\d+)/).compactMap { Int($0.1) }
    }

    /// Returns the number of the grey that is shown, or `nil` if none is.
    private static func grey(_ screen: VTScreen) -> Int? {
        // In the pane of the video, below the chat.
        let look = VTScreen.Look(screen[screen.columns - 18, screen.rows - 7])
        guard let level = level(Color(rawValue: look.background)) else { return nil }
        return Int((Double(level) * Double(LivePublisher.greys - 1) / 255).rounded())
    }

    /// Returns the level of a colour, or `nil` if it is not a grey of a picture.
    private static func level(_ color: Color) -> UInt32? {
        if let index = color.paletteIndex {
            // The greys of the 256 colours.
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

    /// A `tvplay-keeper film` whose people write without a pause.
    private final class Chatter {
        private let process = Process()

        var isRunning: Bool { process.isRunning }

        init(_ classroom: LiveClassroom, in folder: URL) throws {
            let cast = (0..<talkers).map { "{\"id\":\"p\($0)\",\"name\":\"Person \($0)\",\"role\":\"student\"}" }
            var lines = ["{\"cast\":[\(cast.joined(separator: ","))],\"seconds\":\(messages / flood)}"]
            for number in 0..<messages {
                let time = Double(number) / Double(flood)
                lines.append("{\"at\":\(time),\"who\":\"p\(number % talkers)\",\"say\":\"flood\(number)\"}")
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
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
        }
    }
}
