import ClassImport
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

/// The state reached by playing to a position equals the state reached by any seeks that end there.
@Suite("Playing and seeking lead to the same state", .timeLimit(.minutes(10)))
struct SeekLawTests {
    @Test(
        "ROOM-25, ROOM-26, ROOM-58: generated rooms show the same after playing and after seeking",
        arguments: 1...UInt64(Rounds.of(6)))
    func generated(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var events = RandomRecording.events(count: Int.random(in: 1...2500, using: &random), &random)
        // Every third class has many events at one time.
        if seed % 3 == 0 {
            for index in events.indices {
                events[index].time = .seconds(Int(events[index].time.nanoseconds / 1_000_000_000))
            }
        }
        events = Self.withoutLines(events)
        let length = max(1, events.count * 10)
        for number in 0..<Int.random(in: 0...1200, using: &random) {
            let time = MediaTime.milliseconds(Int.random(in: -500...length, using: &random))
            let author = ClassUser(id: "u\(number % 20)", name: "Name")
            // Some have IDs that are retracted one by one.
            let id = number < 20 ? "u\(number)" : "message \(number)"
            events.append(
                ClassEvent(time, .message(ChatMessage(id: id, time: time, author: author, text: "\(number)"))))
        }
        let contents = ClassContents(info: ClassInfo(playbackID: "p"), events: events.shuffled(using: &random))
        let law = SeekLaw(contents)
        law.check(seed: seed)
        #expect(!law.room.log.events.isEmpty)
    }

    /// IDs of gifts and awards in the chat must be unique, but the generated ones are not.
    private static func withoutLines(_ events: [ClassEvent]) -> [ClassEvent] {
        events.filter { $0.chatLine == nil }
    }

    @Test("ROOM-25: a room with late and unsorted events equals the sorted room", arguments: 1...UInt64(Rounds.of(3)))
    func late(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let events = RandomRecording.events(count: 1500, &random)
        let sorted = ClassLog(events)
        var log = ClassLog()
        var delayed: [ClassEvent] = []
        for event in events {
            if Int.random(in: 0..<100, using: &random) == 0 { delayed.append(event) } else { log.append(event) }
        }
        for event in delayed.shuffled(using: &random) { log.append(event) }
        #expect(log.events == sorted.events)
        for _ in 0..<30 {
            let time = MediaTime.milliseconds(Int.random(in: 0...15_000, using: &random))
            #expect(log.state(at: time) == sorted.state(at: time))
        }
    }

    @Test(
        "ROOM-25, ROOM-26, ROOM-58: whole classes and chats show the same after playing and after seeking",
        arguments: ClassLogs.fixtures.all)
    func whole(log: String) throws {
        SeekLaw(try ClassLogs.fixtures.read(log)).check(seed: UInt64(log.utf8.count))
    }

    @Test(
        "ROOM-25, ROOM-26, ROOM-58: all real classes and chats show the same after playing and after seeking",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
        arguments: ClassLogs.real.all)
    func real(log: String) throws {
        SeekLaw(try ClassLogs.real.read(log)).check(seed: UInt64(log.utf8.count))
    }

    @Test("ROOM-25: the checkout has logs of classes and of chats")
    func present() { Self.expect(ClassLogs.fixtures, rooms: 5, chats: 10) }

    @Test(
        "ROOM-25: the folder of real classes and chats has logs of both",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func realPresent() { Self.expect(ClassLogs.real, rooms: 5, chats: 20) }

    private static func expect(_ logs: ClassLogs, rooms: Int, chats: Int) {
        #expect(logs.all.filter { $0.hasPrefix("rooms/") }.count == rooms)
        #expect(logs.all.filter { $0.hasPrefix("chat/") }.count == chats)
    }
}

/// The logs in the subfolders `rooms` and `chat` of a folder, by path.
struct ClassLogs: Sendable {
    static let fixtures = ClassLogs(Fixtures.path(""), broken: ["chat/danmaku/page.xml"])
    /// `ccl_invalid_xss.xml` tests the error path of a library.
    static let real = ClassLogs(SharedMedia.path(""), broken: ["chat/danmaku/ccl_invalid_xss.xml"])

    private let root: String
    let all: [String]

    /// - Parameter broken: the files that are not logs.
    init(_ root: String, broken: Set<String>) {
        self.root = root
        func files(_ folder: String) -> [String] {
            FileManager.default.enumerator(atPath: root + "/" + folder)?.compactMap { $0 as? String } ?? []
        }
        let rooms = files("rooms")
        let single = rooms.filter { !$0.contains("/") && $0.hasSuffix(".xml") }
        let folders = rooms.filter { $0.hasSuffix("/events.xml") || $0.hasSuffix("/metadata.xml") }
            .map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) }
        let chats = files("chat").filter { $0.hasSuffix(".json") || $0.hasSuffix(".xml") }
        all =
            (single + folders).sorted().map { "rooms/" + $0 }
            + chats.sorted().map { "chat/" + $0 }.filter { !broken.contains($0) }
    }

    func read(_ log: String) throws -> ClassContents {
        if log.hasPrefix("chat/") {
            let bytes = Array(try #require(FileManager.default.contents(atPath: root + "/" + log)))
            return try ChatReplayReader.read(bytes, name: log).contents(id: log)
        }
        let files = RecordingFiles(base: nil, name: log) { path, limit throws(ClassReadError) in
            let place = log.hasSuffix(".xml") ? (path == "events.xml" ? log : nil) : log + "/" + path
            return place.flatMap { FileManager.default.contents(atPath: root + "/" + $0) }
                .map { Array($0.prefix(limit)) }
        } has: { path in
            !log.hasSuffix(".xml") && FileManager.default.fileExists(atPath: root + "/" + log + "/" + path)
        }
        return try BigBlueButton.read(files).contents
    }
}
