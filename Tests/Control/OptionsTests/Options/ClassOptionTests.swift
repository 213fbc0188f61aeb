import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite struct ClassOptionTests {
    @Test("ROOM-01, ROOM-08, ROOM-09: class takes one class with version and group, and --dump belongs to that command")
    func room() throws {
        let parsed = try OptionParser.parse(["class", "--room-version=0", "--room-group=3", "https://a/b/"])
        expect(parsed.command, is: .room)
        #expect(parsed.items.map(\.path) == ["https://a/b/"])
        expect(parsed.options.rooms.version, is: 0)
        expect(parsed.options.rooms.group, is: 3)
        try expect(OptionParser.parse(["class", "--dump", "class"]).command, is: .roomEvents)
        try expect(OptionParser.parse(["class", "class", "--dump"]).command, is: .roomEvents)
        // The older name of the command.
        try expect(OptionParser.parse(["room", "class", "--dump"]).command, is: .roomEvents)
        #expect(throws: OptionError.unexpectedArgument("two", command: "class")) {
            try OptionParser.parse(["class", "one", "two"])
        }
        #expect(throws: OptionError.self) { try OptionParser.parse(["--dump", "film.mkv"]) }
    }

    @Test("ROOM-67: a chat file and its time offset belong to one file")
    func chat() throws {
        let items = try OptionParser.parse(["--{", "--chat-file=a.json", "--chat-offset=-2.5", "a.mkv", "--}", "b.mkv"])
            .items
        expect(items.map(\.options.chatFile), is: ["a.json", nil])
        expect(items.map(\.options.chatOffset), is: [.milliseconds(-2500), nil])
    }
}
