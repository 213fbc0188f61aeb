import Classes
import PlayCore
import TestSupport
import Testing

private final class GrowingFiles: ClassFiles {
    let place = ClassPlace.folder("room/")
    let files: Monitor<[String: String]>

    init(_ files: [String: String]) { self.files = Monitor(files) }

    func read(
        _ location: String, from offset: Int, limit: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [UInt8] {
        guard let text = files.withLock({ $0[location] }) else { throw ClassReadError(.fileLost, "none", in: location) }
        return Array(text.utf8.dropFirst(offset))
    }

    func add(_ text: String) { files.update { $0["room/signals.jsonl", default: ""] += text } }
}

@Suite("Ongoing rooms") struct OngoingClassTests {
    private static func line(_ number: Int) -> String {
        "{\"t\":\(number),\"kind\":\"message\",\"value\":{\"id\":\"\(number)\",\"t\":\(number),\"text\":\"n\(number)\"}}"
    }

    private func package(isOngoing: Bool, _ signals: String) -> GrowingFiles {
        let info = "{\"playbackID\":\"p\"" + (isOngoing ? ",\"isOngoing\":true}" : "}")
        return GrowingFiles([
            "room/room.json": "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":\(info),"
                + "\"signals\":{\"all\":\"signals.jsonl\"}}]}",
            "room/signals.jsonl": signals,
        ])
    }

    @Test("ROOM-59: each line is read once it is complete, even if a read ends within it")
    func pieces() throws {
        let all = (0..<20).map { Self.line($0) + "\n" }.joined()
        for step in [1, 7, 61, 500] {
            let files = package(isOngoing: true, String(all.prefix(100)))
            let reading = PackageReading(files)
            let room = try reading.room(ClassOptions(), cancel: CancelToken())
            #expect(room.warnings.isEmpty)
            var ids = room.virtualChat.map(\.id)
            var rest = all.dropFirst(100)
            while !rest.isEmpty {
                files.add(String(rest.prefix(step)))
                rest = rest.dropFirst(step)
                ids += try reading.news(cancel: CancelToken()).compactMap { $0.chatLine?.id }
            }
            expect(ids, is: (0..<20).map { "\($0)" }, "\(step)")
        }
    }

    @Test("ROOM-59: a complete class is not read again")
    func whole() throws {
        let files = package(isOngoing: false, Self.line(0) + "\n")
        let reading = PackageReading(files)
        _ = try reading.room(ClassOptions(), cancel: CancelToken())
        files.add(Self.line(1) + "\n")
        try expect(reading.news(cancel: CancelToken()), is: [])
    }

    @Test("ROOM-59: added lines reach the view models automatically")
    func following() throws {
        let files = package(isOngoing: true, Self.line(0) + "\n")
        let client = ClassClient(PackageReading(files)) {}
        defer { client.close() }
        client.enter()
        while client.session == nil {
            client.waitForAnswer()
            _ = client.deliver()
        }
        client.jump(to: .seconds(1))
        expect(client.snapshot.messages?.content.count, is: 1)
        files.add(Self.line(1) + "\n")
        while client.snapshot.messages?.content.count == 1 {
            client.waitForAnswer()
            _ = client.deliver()
        }
        expect(client.snapshot.messages?.content.count, is: 2)
    }
}
