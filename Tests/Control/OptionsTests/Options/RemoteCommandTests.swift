import TestSupport
import Testing

@testable import Options

@Suite("Commands for another player")
struct RemoteCommandTests {
    @Test("ARCH-33: all words after remote, with dashes or not, are its command, and only options before it apply")
    func parsing() throws {
        let parsed = try OptionParser.parse(["remote", "--input-ipc-server=/s", "seek", "-5", "--mute"])
        try expect(parsed.command, is: .remote(try #require(RemoteCommand(["seek", "-5", "--mute"]))))
        expect(parsed.options.ipcServer, is: "/s")
        #expect(!parsed.command.plays)
        #expect(throws: OptionError.missingArgument("COMMAND...", command: "remote")) {
            try OptionParser.parse(["remote"])
        }
        // As the second word it is a file.
        try expect(OptionParser.parse(["a.mkv", "remote"]).command, is: .play)
    }

    @Test(
        "ARCH-33: words of media keys are translated into the player's commands, and all others are unchanged",
        arguments: [
            (["play"], ["set", "pause", "no"]), (["pause"], ["set", "pause", "yes"]),
            (["play-pause"], ["cycle", "pause"]), (["next"], ["playlist-next"]), (["previous"], ["playlist-prev"]),
            (["volume", "40"], ["set", "volume", "40"]), (["get", "time-pos"], ["get_property", "time-pos"]),
            (["set", "speed", "2"], ["set_property", "speed", "2"]),
            (["seek", "-5", "exact"], ["seek", "-5", "exact"]), (["cycle", "mute"], ["cycle", "mute"]),
        ])
    func words(_ words: [String], _ expected: [String]) throws {
        try expect(#require(RemoteCommand(words)).playerWords, is: expected)
    }

    @Test("ARCH-33: a request is one line of JSON, even if its words contain line breaks")
    func request() throws {
        let command = try #require(RemoteCommand(["show-text", "a\"b\\c\n\u{1}é"]))
        expect(
            String(decoding: command.request, as: UTF8.self),
            is: #"{"command":["show-text","a\"b\\c\n\u0001é"],"request_id":1}"# + "\n")
    }

    @Test("ARCH-33: only the line with the request's ID is the answer, with its data or its error")
    func answers() {
        expect(RemoteCommand.answer(#"{"event":"pause"}"#), is: nil)
        expect(RemoteCommand.answer(#"{"data":null,"error":"success","request_id":2}"#), is: nil)
        expect(RemoteCommand.answer(#"{"data":null,"error":"success","request_id":1}"#), is: .done(data: nil))
        expect(RemoteCommand.answer(#"{"error":"success","request_id":1}"#), is: .done(data: nil))
        expect(RemoteCommand.answer(#"{"data":1.5,"error":"success","request_id":1}"#), is: .done(data: "1.5"))
        expect(
            RemoteCommand.answer(#"{"data":"x\",\"error\":\"y","error":"success","request_id":1}"#),
            is: .done(data: #""x\",\"error\":\"y""#))
        expect(
            RemoteCommand.answer(#"{"error":"property unavailable","request_id":1}"#),
            is: .failed("property unavailable"))
    }
}
