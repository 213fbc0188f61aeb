import PlayCore
import Testing

@testable import Options

@Suite struct RoomOptionTests {
    @Test("ROOM-01, ROOM-08, ROOM-09: room takes one class, its version and its group; --dump is its own word")
    func room() throws {
        let parsed = try OptionParser.parse(["class", "--room-version=0", "--room-group=3", "https://a/b/"])
        #expect(parsed.command == .room)
        #expect(parsed.items.map(\.path) == ["https://a/b/"])
        #expect(parsed.options.rooms.version == 0)
        #expect(parsed.options.rooms.group == 3)
        #expect(try OptionParser.parse(["class", "--dump", "class"]).command == .roomEvents)
        #expect(try OptionParser.parse(["class", "class", "--dump"]).command == .roomEvents)
        // Its older name.
        #expect(try OptionParser.parse(["room", "class", "--dump"]).command == .roomEvents)
        #expect(throws: OptionError.unexpectedArgument("two", command: "class")) {
            try OptionParser.parse(["class", "one", "two"])
        }
        #expect(throws: OptionError.self) { try OptionParser.parse(["--dump", "film.mkv"]) }
    }

    @Test("ROOM-67: a chat belongs to a file, and is moved by a time")
    func chat() throws {
        let items = try OptionParser.parse(["--{", "--chat-file=a.json", "--chat-offset=-2.5", "a.mkv", "--}", "b.mkv"])
            .items
        #expect(items.map(\.options.chatFile) == ["a.json", nil])
        #expect(items.map(\.options.chatOffset) == [.milliseconds(-2500), nil])
    }
}
