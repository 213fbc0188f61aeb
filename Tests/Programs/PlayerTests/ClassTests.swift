import CPlatform
import Cells
import Foundation
import TestSupport
import Testing

@Suite("Classes and chats", .serialized, .timeLimit(.minutes(10)))
struct ClassTests {
    /// Creates a class with the counter as its video, one slide, and a chat.
    private static func package(_ folder: URL) throws {
        let info =
            "{\"playbackID\":\"p\",\"title\":\"Algebra\",\"media\":[{\"url\":\"clip.mp4\"}],\"majorPlayType\":\"ppt\"}"
        let manifest =
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":\(info),"
            + "\"signals\":{\"all\":\"signals.jsonl\"}}]}"
        let author = "{\"id\":\"m\",\"name\":\"Mei\"}"
        let signals = [
            "{\"t\":0,\"kind\":\"documentAdded\",\"value\":{\"id\":\"d\",\"kind\":\"slides\",\"pages\":"
                + "[{\"picture\":\"page.png\",\"text\":\"the words of the slide\"}]}}",
            "{\"t\":0,\"kind\":\"pageShown\",\"value\":{\"key\":{\"document\":\"d\",\"page\":0}}}",
            "{\"t\":0,\"kind\":\"message\",\"value\":{\"id\":\"1\",\"t\":0,\"author\":\(author),\"text\":\"early\"}}",
            "{\"t\":6000000000,\"kind\":\"message\",\"value\":{\"id\":\"2\",\"t\":6000000000,\"author\":\(author),"
                + "\"text\":\"late\"}}",
        ]
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("room.json"))
        try Data((signals.joined(separator: "\n") + "\n").utf8).write(
            to: folder.appendingPathComponent("signals.jsonl"))
        for (name, fixture) in [("clip.mp4", "counter.mp4"), ("page.png", "still.png")] {
            try FileManager.default.copyItem(
                atPath: Fixtures.path(fixture), toPath: folder.appendingPathComponent(name).path)
        }
    }

    private func inPackage(_ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try Self.package(folder)
        try body(folder.path)
    }

    @Test(
        "ROOM-01, ROOM-18, ROOM-47, ROOM-59: a class is entered and its video opens, and its chat and slide follow the position"
    )
    func attending() throws {
        try inPackage { path in
            let run = try PlayerRun(["class", "--pause", path], columns: 120, rows: 36)
            try run.wait(for: "the class") {
                $0.text(row: 0).contains("Algebra · Slide 1 of 1") && $0.text.contains("early")
            }
            #expect(!run.screen.text.contains("late"))
            try run.wait(for: "the slide's picture") { $0.showsPicture(column: 40, row: 15) }
            try run.wait(for: "the video") { $0.text.contains("00:00 / 00:10") }
            run.type("g7\r")
            try run.wait(for: "the later message") { $0.text.contains("late") }
            run.type("g1\r")
            try run.wait(for: "the list is another one") { !$0.text.contains("late") && $0.text.contains("early") }
            run.type("T")
            try run.wait(for: "the slide's words") { $0.text.contains("the words of the slide") }
            try run.quit()
        }
    }

    @Test("ROOM-67: a chat is shown beside a video, and its time shift is saved for the video")
    func chatFile() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let chat = folder.appendingPathComponent("chat.txt").path
        try Data("00:00:00 Mei: hello there\n00:00:05 Ada: and later\n".utf8).write(to: URL(fileURLWithPath: chat))
        let home = ["XDG_STATE_HOME": folder.path as String?]
        func run(_ arguments: String...) throws -> PlayerRun {
            try PlayerRun(
                ["--pause", "--chat-file=" + chat, "--no-resume"] + arguments + [Fixtures.path("counter.mp4")],
                columns: 120, rows: 36, environment: home)
        }
        let first = try run()
        try first.wait(for: "the chat") { $0.text.contains("hello there") && !$0.text.contains("and later") }
        first.type("((((((")
        try first.wait(for: "what was later") { $0.text.contains("and later") }
        try first.quit()
        let second = try run()
        try second.wait(for: "the shift") { $0.text.contains("and later") }
        try second.quit()
    }

    @Test("ROOM-25: --dump prints the events in order of time, as lines of JSON")
    func dump() throws {
        try inPackage { path in
            let outcome = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["class", "--dump", path])
            expect(outcome.status, is: 0)
            let lines = outcome.output.split(separator: "\n")
            let times = try lines.map { line -> Int in
                let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return try #require(value?["t"] as? Int)
            }
            expect(times, is: [0, 0, 0, 6_000_000_000])
        }
        let missing = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["class", "--dump", "/nowhere/at/all"])
        expect(missing.status, is: 2)
    }

    @Test("ROOM-15: a class without picture and sound still has a clock")
    func withoutMedia() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try Self.package(folder)
        let file = folder.appendingPathComponent("room.json")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try Data(text.replacingOccurrences(of: "{\"url\":\"clip.mp4\"}", with: "").utf8).write(to: file)
        let run = try PlayerRun(["class", "--pause", folder.path], columns: 120, rows: 36)
        try run.wait(for: "the class") { $0.text.contains("early") && $0.text.contains("00:12") }
        run.type("g7\r")
        try run.wait(for: "the later message") { $0.text.contains("late") }
        try run.quit()
    }
}

/// Classes of several rooms, and classes with a second video.
@Suite("Several rooms", .serialized, .timeLimit(.minutes(10)))
struct SeveralClassesTests {
    private static func write(_ text: String, _ file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Creates a room with a video and one line of chat.
    private static func part(_ name: String, _ folder: URL, info: String = "", signals: [String] = []) throws {
        let folder = folder.appendingPathComponent(name)
        let line =
            "{\"t\":0,\"kind\":\"message\",\"value\":{\"id\":\"1\",\"t\":0,\"author\":{\"id\":\"m\",\"name\":\"Mei\"},"
            + "\"text\":\"said in \(name)\"}}"
        try write(([line] + signals).joined(separator: "\n"), folder.appendingPathComponent("signals.jsonl"))
        try write(
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"\(name)\","
                + "\"title\":\"Title \(name)\",\"media\":[{\"url\":\"clip.mp4\"}]\(info)},"
                + "\"signals\":{\"all\":\"signals.jsonl\"}}]}", folder.appendingPathComponent("room.json"))
        for (file, fixture) in [("clip.mp4", "counter.mp4"), ("second.mkv", "counter.mkv")] {
            try FileManager.default.copyItem(
                atPath: Fixtures.path(fixture), toPath: folder.appendingPathComponent(file).path)
        }
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try body(folder)
    }

    @Test("ROOM-04, ROOM-21: parts share one time axis, and a seek into another part shows its chat and its title")
    func merged() throws {
        try inFolder { folder in
            for name in ["one", "two"] { try Self.part(name, folder) }
            let slices = ["one", "two"].map {
                "{\"room\":\"\($0)/room.json\",\"title\":\"Part \($0)\",\"duration\":10000000000}"
            }
            try Self.write(
                "{\"format\":\"tvplay-room\",\"version\":1,\"title\":\"Course\","
                    + "\"slices\":[\(slices.joined(separator: ","))]}", folder.appendingPathComponent("room.json"))
            let run = try PlayerRun(["class", "--pause", "--no-resume", folder.path], columns: 120, rows: 36)
            try run.wait(for: "the first part on the common axis") {
                $0.text.contains("00:00 / 00:20") && $0.text.contains("said in one")
                    && $0.text(row: 0).contains("part 1 of 2: Part one")
            }
            run.type("g15\r")
            try run.wait(for: "the second part") {
                $0.text.contains("00:15 / 00:20") && $0.text.contains("said in two")
                    && $0.text(row: 0).contains("Title two") && $0.text(row: 0).contains("part 2 of 2")
            }
            run.type("N")
            try run.wait(for: "the first part again") {
                $0.text.contains("said in one") && $0.text.contains("00:00 / 00:20")
            }
            run.type("8")
            try run.wait(for: "the list of parts") { $0.text.contains("Part two  00:10") }
            try run.quit()
        }
    }

    @Test("ROOM-22: a missing part is reported when the position reaches it, and r retries it")
    func missingPart() throws {
        try inFolder { folder in
            try Self.part("one", folder)
            let slices = ["one", "two"].map { "{\"room\":\"\($0)/room.json\",\"duration\":10000000000}" }
            try Self.write(
                "{\"format\":\"tvplay-room\",\"version\":1,\"slices\":[\(slices.joined(separator: ","))]}",
                folder.appendingPathComponent("room.json"))
            let run = try PlayerRun(["class", "--pause", "--no-resume", folder.path], columns: 120, rows: 36)
            try run.wait(for: "the first part") { $0.text.contains("said in one") && $0.text.contains("/ 00:20") }
            run.type("g15\r")
            try run.wait(for: "why the second one is not there") {
                $0.text.contains("The file does not exist") && $0.text.contains("r retry")
            }
            try Self.part("two", folder)
            run.type("r")
            try run.wait(for: "the second part") { $0.text(row: 0).contains("Title two") }
            try run.quit()
        }
    }

    @Test("ROOM-05: an album starts with the chosen item, and the next item has its own class")
    func album() throws {
        try inFolder { folder in
            for name in ["one", "two", "three"] { try Self.part(name, folder) }
            let items = ["one", "two", "three"].map {
                "{\"id\":\"\($0)\",\"room\":\"\($0)/room.json\",\"title\":\"Item \($0)\"}"
            }
            try Self.write(
                "{\"format\":\"tvplay-room\",\"version\":1,\"items\":[\(items.joined(separator: ","))]}",
                folder.appendingPathComponent("room.json"))
            let run = try PlayerRun(
                ["class", "--pause", "--no-resume", "--playlist-start=1", folder.path], columns: 120, rows: 36)
            try run.wait(for: "the second item") {
                $0.text.contains("said in two") && $0.text(row: 0).contains("part 2 of 3: Item two")
                    && $0.text.contains("00:00 / 00:10")
            }
            run.type("n")
            try run.wait(for: "the third item") {
                $0.text.contains("said in three") && $0.text(row: 0).contains("part 3 of 3")
            }
            try run.quit()
        }
    }

    @Test("ROOM-42, ROOM-30: the desktop's own video is shown beside the main one while it is shared")
    func desktop() throws {
        try inFolder { folder in
            let video = "{\"user\":{\"id\":\"deskshare\",\"name\":\"d\"},\"url\":\"second.mkv\"}"
            try Self.part(
                "one", folder, info: ",\"userVideoList\":[\(video)]",
                signals: [
                    "{\"t\":3000000000,\"kind\":\"desktopSharing\",\"value\":true}",
                    "{\"t\":6000000000,\"kind\":\"desktopSharing\",\"value\":false}",
                ])
            let run = try PlayerRun(
                ["class", "--pause", "--no-resume", folder.appendingPathComponent("one").path], columns: 120, rows: 36)
            try run.wait(for: "the class") { $0.text.contains("said in one") && $0.text.contains("00:00 / 00:10") }
            #expect(!run.screen.text.contains("V Desktop"))
            run.type("g4\r")
            try run.wait(for: "the pane") { $0.text.contains("V Desktop") }
            // The video is the large picture. The desktop is the small one below the list.
            try run.wait(for: "both pictures") {
                $0.showsPicture(column: 30, row: 15) && $0.showsPicture(column: 110, row: 27)
            }
            run.type("g8\r")
            try run.wait(for: "no pane any more") { !$0.text.contains("V Desktop") }
            try run.quit()
        }
    }

    @Test("ROOM-30: cameras are small pictures at the class's position, also after a seek, and Enter enlarges one")
    func cameras() throws {
        try inFolder { folder in
            let videos = [("a", "Ada", 0), ("b", "Bo", 0), ("c", "Cy", 6)].map { id, name, start in
                "{\"user\":{\"id\":\"\(id)\",\"name\":\"\(name)\"},\"url\":\"second.mkv\",\"start\":\(start * 1_000_000_000)}"
            }
            try Self.part("one", folder, info: ",\"userVideoList\":[\(videos.joined(separator: ","))]")
            let run = try PlayerRun(
                ["class", "--pause", "--no-resume", folder.appendingPathComponent("one").path], columns: 120, rows: 36)
            func hasPicture(_ name: String, _ screen: VTScreen) -> Bool {
                for row in 3..<screen.rows {
                    let text = screen.text(row: row)
                    guard let place = text.range(of: name), screen.text(row: row).contains("Ada") else { continue }
                    let column = text.distance(from: text.startIndex, to: place.lowerBound)
                    return screen.showsPicture(column: column + 3, row: row - 3)
                }
                return false
            }
            try run.wait(for: "two cameras") {
                hasPicture("Ada", $0) && hasPicture("Bo", $0) && $0.text.contains("W Cameras 2")
            }
            // The class starts an item, which closes the panels of the previous one.
            try run.wait(for: "the video") { $0.text.contains("00:00 / 00:10") }
            run.type("g7\r")
            try run.wait(for: "a third one") { hasPicture("Cy", $0) && $0.text.contains("W Cameras 3") }
            run.type("Wl\r")
            try run.wait(for: "Bo's, large") { $0.text.contains("V Bo") && $0.text.contains("large") }
            run.type("\r")
            try run.wait(for: "small again") { !$0.text.contains("V Bo") && hasPicture("Bo", $0) }
            try run.quit()
        }
    }

    private func expectCamera(of name: String, at start: Int, in path: String) throws {
        let run = try PlayerRun(
            ["class", "--pause", "--no-resume", "--start=\(start)", path], columns: 120, rows: 36)
        try run.wait(for: "the camera") { screen in
            guard screen.text.contains("W Cameras 1") else { return false }
            // The title of the meeting contains the name, too.
            let name = (0..<screen.rows).last { row in
                let text = screen.text(row: row)
                return text.contains(name) && !text.contains("meeting")
            }
            let row = name ?? 0
            return row > 4 && screen.showsPicture(column: 5, row: row - 2)
        }
        try run.quit()
    }

    @Test("ROOM-30: the camera of a raw recording is a small picture beside its desktop")
    func rawCamera() throws { try expectCamera(of: "turing", at: 4, in: Fixtures.path("rooms/raw")) }

    @Test(
        "ROOM-30: the camera of a real recording is a small picture beside its desktop",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func realCamera() throws {
        try expectCamera(of: "matterhorn", at: 45, in: SharedMedia.path("rooms/bbb_raw_8774263b"))
    }

    @Test("ROOM-23: a class recording with several definitions offers them for selection")
    func definitions() throws {
        try inFolder { folder in
            try Self.part("one", folder)
            let file = folder.appendingPathComponent("one/room.json")
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            let media = "{\"url\":\"clip.mp4\",\"definition\":\"720p\"},{\"url\":\"second.mkv\",\"definition\":\"low\"}"
            try Self.write(text.replacingOccurrences(of: "{\"url\":\"clip.mp4\"}", with: media), file)
            let run = try PlayerRun(
                ["class", "--pause", "--no-resume", folder.appendingPathComponent("one").path], columns: 120, rows: 36)
            try run.wait(for: "the class") { $0.text.contains("said in one") && $0.text.contains("00:00 / 00:10") }
            run.type("gq")
            try run.wait(for: "the definitions") { $0.text.contains("720p") && $0.text.contains("Standard") }
            run.type("j\r")
            try run.wait(for: "the other definition") { $0.text.contains("Definition: Standard") }
            run.type("gq")
            try run.wait(for: "what plays now") { $0.text.contains("√ Standard") && $0.text.contains("said in one") }
            run.type("\r")
            try run.wait(for: "no list any more") { !$0.text.contains("√ Standard") }
            try run.quit()
        }
    }
}
