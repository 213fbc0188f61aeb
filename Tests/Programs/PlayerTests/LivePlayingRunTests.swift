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
    "Sound and pictures of a live class", .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: ProsodyServer.isPresent && ClassMediaServer.isPresent,
        "\(ProsodyServer.absentReason), \(ClassMediaServer.absentReason)"))
struct LivePlayingRunTests {
    @Test(
        "LIVE-22, LIVE-23, LIVE-35, LIVE-36, LIVE-38, LIVE-40: the teacher's video opens by itself, and Enter closes and opens a video"
    )
    func videos() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        defer { withExtendedLifetime(teacher) {} }
        let anna = try PlayerRun(["class", "--name=Anna", try classroom.link()], columns: 120, rows: 36)
        try anna.wait(for: "the class") { $0.text.contains("People 2") }
        let state = try #require(try classroom.working.state(of: LiveClassroom.name)).state
        let user = try #require(state.users.list.elements.first { $0.user.name == "Wang" }?.user.id)
        let publisher = try LivePublisher(
            .pictures(width: 320, height: 180, rate: 15), to: try classroom.address(of: .video, from: user))
        defer { publisher.kill() }
        try anna.wait(for: "the news") { $0.text.contains("Wang's camera is on") }
        // The test picture has many colours.
        try anna.wait(for: "the picture") { Self.colours($0) > 40 }
        // The teacher is selected first, and Enter closes the video.
        anna.type("4")
        try anna.wait(for: "the people") { $0.text.contains("camera") }
        anna.type("\u{1B}[H\r")
        try anna.wait(for: "an empty place") { Self.colours($0) < 30 }
        anna.type("\r")
        try anna.wait(for: "the picture again") { Self.colours($0) > 40 }
        publisher.kill()
        try anna.wait(for: "its end") { $0.text.contains("Wang's camera is off") }
    }

    @Test(
        "LIVE-39, LIVE-42: a shared desktop gets the large pane with its name, and is marked while it stands still"
    )
    func shared() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        defer { withExtendedLifetime(teacher) {} }
        let anna = try classroom.attendClass("Anna")
        let user = try classroom.userID(of: "Wang")
        let publisher = try LivePublisher(
            .pictures(width: 320, height: 180, rate: 15), to: try classroom.address(of: .shared, from: user))
        defer { publisher.kill() }
        try anna.wait(for: "the news") { $0.text.contains("Wang shares the desktop") }
        try anna.wait(for: "the picture") { $0.text.contains("Desktop") && Self.colours($0) > 40 }
        #expect(anna.screen.text(row: 0).contains("shared desktop"))
        #expect(!anna.screen.text.contains("poor network"))
        publisher.pause()
        try anna.wait(for: "the mark") { $0.text(row: 0).contains("poor network") }
        publisher.resume()
        try anna.wait(for: "its end") { $0.text.contains("Desktop") && !$0.text.contains("poor network") }
        publisher.kill()
        try anna.wait(for: "the end") { $0.text.contains("Wang shares nothing any more") }
    }

    @Test("LIVE-37: d selects small pictures of a participant, or says that there are none")
    func definitions() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        defer { withExtendedLifetime(teacher) {} }
        let anna = try classroom.attendClass("Anna")
        let user = try classroom.userID(of: "Wang")
        let full = try LivePublisher(
            .pictures(width: 320, height: 180, rate: 15), to: try classroom.address(of: .video, from: user))
        defer { full.kill() }
        try anna.wait(for: "the picture") { Self.colours($0) > 40 }
        anna.type("4\u{1B}[Hd")
        try anna.wait(for: "the refusal") { $0.text.contains("Wang sends video in one size only") }
        let small = try LivePublisher(
            .pictures(width: 160, height: 90, rate: 15), to: try classroom.address(of: .smallVideo, from: user))
        defer { small.kill() }
        try anna.wait(for: "the class's word") { _ in
            (try? classroom.working.state(of: LiveClassroom.name)?.state.users.list[user]?.media.hasSmallVideo) == true
        }
        // The student's own copy of the class follows within a moment.
        try anna.wait(for: "the small pictures") { screen in
            if !screen.text.contains("Small pictures of Wang"), !screen.text.contains("Wang  small") { anna.type("d") }
            return screen.text.contains("Wang  small") && Self.colours(screen) > 40
        }
        full.kill()
        try anna.wait(for: "what does not depend on the large ones") { Self.colours($0) > 40 }
    }

    @Test(
        "LIVE-41: from opening a video until its first picture, its pane shows a turning sign and the seconds"
    )
    func loading() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass()
        defer { withExtendedLifetime(teacher) {} }
        let anna = try classroom.attendClass("Anna")
        let user = try classroom.userID(of: "Wang")
        let publisher = try LivePublisher(
            .pictures(width: 320, height: 180, rate: 15), to: try classroom.address(of: .video, from: user))
        defer { publisher.kill() }
        try anna.wait(for: "the picture") { Self.colours($0) > 40 }
        anna.type("4\u{1B}[H\r")
        try anna.wait(for: "an empty place") { Self.colours($0) < 30 }
        publisher.pause()
        anna.type("\r")
        var signs: Set<Character> = []
        try anna.wait(for: "the seconds") { screen in
            for line in screen.text.split(separator: "\n") {
                guard let words = line.range(of: " Loading the picture") else { continue }
                signs.formUnion(line[..<words.lowerBound].suffix(1))
            }
            return screen.text.contains("picture … 2 s") && signs.count > 2
        }
        publisher.resume()
        try anna.wait(for: "the picture, and no sign") {
            Self.colours($0) > 40 && !$0.text.contains("Loading the picture")
        }
    }

    private static func colours(_ screen: VTScreen) -> Int {
        Set(screen.cells.flatMap { [$0.foreground.rawValue, $0.background.rawValue] }).count
    }
}
