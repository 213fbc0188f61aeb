import DownloadClient
import DownloadModel
import Downloads
import Encoding
import PlayCore
import TestSupport
import Testing

@testable import DownloadService

/// JSON-RPC 2.0 by its specification, over a real socket.
@Suite struct ProtocolTests {
    @Test(
        "a malformed request is answered with the specification's error code and does not end the service",
        arguments: [
            ("nonsense", -32700), ("{\"jsonrpc\":\"2.0\"", -32700), ("[]", -32600), ("1", -32600), ("{}", -32600),
            (#"{"jsonrpc":"1.0","method":"list","id":1}"#, -32600), (#"{"jsonrpc":"2.0","method":5,"id":1}"#, -32600),
            (#"{"jsonrpc":"2.0","method":"list","id":{}}"#, -32600),
            (#"{"jsonrpc":"2.0","method":"list","params":5,"id":1}"#, -32600),
            (#"{"jsonrpc":"2.0","method":"nothing","id":1}"#, -32601),
            (#"{"jsonrpc":"2.0","method":"other.list","id":1}"#, -32601),
            (#"{"jsonrpc":"2.0","method":"tellStatus","id":1}"#, -32602),
            (#"{"jsonrpc":"2.0","method":"tellStatus","params":{"x":1},"id":1}"#, -32602),
            (#"{"jsonrpc":"2.0","method":"aria2.addUri","params":[["a","b"]],"id":1}"#, -32602),
            (#"{"jsonrpc":"2.0","method":"aria2.tellStatus","params":["0123456789abcdef"],"id":1}"#, 1),
        ] as [(String, Int64)])
    func malformed(line: String, code: Int64) throws {
        let bench = try ServerBench()
        let again = #"{"jsonrpc":"2.0","method":"getVersion","id":"x"}"#
        let lines = try bench.raw(line + "\n" + again + "\n", lines: 2)
        try #require(lines.count == 2)
        let answer = try JSONValue(document: Array(lines[0].utf8))
        expect(answer["error"]?["code"]?.wholeNumber, is: code, "\(lines[0])")
        expect(answer["jsonrpc"]?.text, is: "2.0", "\(lines[0])")
        #expect(lines[1].contains(#""id":"x","result""#))
    }

    @Test("a batch is answered in one list, and notifications get no answer")
    func batches() throws {
        let bench = try ServerBench()
        let batch = """
            [{"jsonrpc":"2.0","method":"list","id":1},{"jsonrpc":"2.0","method":"list"},5,\
            {"jsonrpc":"2.0","method":"nothing","id":null}]
            {"jsonrpc":"2.0","method":"list"}
            [{"jsonrpc":"2.0","method":"list"}]
            {"jsonrpc":"2.0","method":"getVersion","id":9}

            """
        let lines = try bench.raw(batch, lines: 3)
        expect(lines.count, is: 2)
        let items = try #require(try JSONValue(document: Array(lines[0].utf8)).items)
        expect(items.map { $0["error"]?["code"]?.wholeNumber }, is: [nil, -32600, -32601])
        expect(lines.last?.contains("\"id\":9"), is: true)
    }

    @Test("a last line without a newline is read, and a shutdown works even after its client has left")
    func lastLine() throws {
        let bench = try ServerBench()
        let lines = try bench.raw(#"{"jsonrpc":"2.0","method":"getVersion","id":9}"#, lines: 1)
        #expect(lines.count == 1 && lines[0].contains("\"id\":9"))
        _ = try bench.raw(#"{"jsonrpc":"2.0","method":"shutdown","id":9}"#, lines: 0)
        expect(bench.end(), is: .asked)
    }

    @Test("a line that is too long closes its connection, and other clients are still served")
    func tooLong() throws {
        let bench = try ServerBench()
        #expect(try bench.raw(String(repeating: "x", count: LineBuffer.requestLimit + 100_000), lines: 1).isEmpty)
        #expect(try bench.client().call(.getVersion)["version"] != nil)
    }

    @Test("parameters can be passed by name, and multicall works as in aria2")
    func names() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let id = try bench.add(client, "a")
        let line = #"{"jsonrpc":"2.0","method":"aria2.tellStatus","params":{"keys":["gid"],"gid":"\#(id)"},"id":1}"#
        try expect(bench.raw(line + "\n", lines: 1), is: [#"{"jsonrpc":"2.0","id":1,"result":{"gid":"\#(id)"}}"#])
        let calls = JSONValue.list([
            .object(["methodName": .string("aria2.pauseAll")]), .object(["methodName": .string("none")]),
            .object(["methodName": .string("system.multicall")]),
        ])
        let answers = try #require(try client.call(.multicall, [calls]).items)
        #expect(answers.count == 3 && answers[0].items?.count == 1 && answers[1]["code"]?.wholeNumber == -32601)
        let methods = try #require(try client.call(.listMethods).items?.compactMap(\.text))
        for name in ["aria2.addUri", "aria2.tellActive", "aria2.changePosition", "aria2.shutdown", "tvplay.list"] {
            #expect(methods.contains(name))
        }
    }

    @Test("only this user can open the socket, and a shutdown is answered before the service ends")
    func socket() throws {
        let bench = try ServerBench()
        let path = try #require(bench.places.sockets.first)
        try expect(FileMode.of(path), is: 0o600)
        try expect(bench.client().call(.shutdown), is: .string("OK"))
        expect(bench.end(), is: .asked)
    }

    @Test("DL-01: an idle service without clients ends by itself")
    func idle() throws {
        let bench = try ServerBench(idle: .milliseconds(1))
        expect(bench.end(), is: .idle)
    }
}
