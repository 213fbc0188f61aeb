import CPlatform
import Commands
import Encoding
import Foundation
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

@testable import RemoteControl

@Suite("JSON protocol")
struct IPCTests {
    func request(_ line: String) -> IPCRequest { IPCRequest(Array(line.utf8)) }

    func answer(_ line: String, _ runner: FakeRunner, _ client: inout IPCClient) -> JSONValue? {
        client.handle(request(line), runner, at: .seconds(5))
    }

    @Test("lines are split regardless of how bytes arrive, and an endless line is refused")
    func lines() throws {
        var buffer = LineBuffer()
        expect(buffer.append("ab".utf8), is: [])
        expect(buffer.append("c\nde\r\n\nf".utf8), is: [Array("abc".utf8), Array("de".utf8), []])
        expect(buffer.append("g\n".utf8), is: [Array("fg".utf8)])
        expect(buffer.append([UInt8](repeating: 0x61, count: LineBuffer.requestLimit)), is: [])
        expect(buffer.append([0x61]), is: nil)
    }

    @Test("a request is JSON, a line of input.conf, or a comment")
    func requests() {
        expect(
            request(#"{"command":["seek",1.5,"absolute"],"request_id":7}"#),
            is: .call(words: [.string("seek"), .number(1.5), .string("absolute")], id: .integer(7)))
        expect(request(#"{"command":["a"]}"#), is: .call(words: [.string("a")], id: .integer(0)))
        expect(request(" set volume 3 "), is: .line(" set volume 3 "))
        expect(request("# a"), is: .nothing)
        expect(request(""), is: .nothing)
        expect(request("  "), is: .nothing)
        for wrong in [#"{"command":[]}"#, #"{"command":"pause"}"#, #"{"command":["a"]"#, "{}", "{\u{1}}"] {
            expect(request(wrong), is: .wrong(id: .integer(0)), "\(wrong)")
        }
        expect(request(#"{"request_id":"x"}"#), is: .wrong(id: .string("x")))
    }

    @Test("JSON is read as it was written, and numbers that JSON lacks become null")
    func json() throws {
        let node = JSONValue.object(sorting: [
            "a": .list([.integer(-3), .number(1.5), .flag(true), .null]), "ü/\"\n": .string("\u{1F600}/"),
        ])
        try expect(JSONValue(document: node.shown.bytes), is: node)
        expect(String(decoding: JSONValue.list([.number(.infinity)]).shown.bytes, as: UTF8.self), is: "[null]")
        let deep = #"{"command":"# + String(repeating: "[", count: 100_000)
        expect(IPCRequest(Array(deep.utf8)), is: .wrong(id: .integer(0)))
    }

    @Test("properties are read and set, and errors have mpv's words")
    func properties() {
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        var client = IPCClient(name: "ipc-1")
        expect(
            answer(#"{"command":["get_property","duration"],"request_id":3}"#, runner, &client),
            is: .object(sorting: ["request_id": .integer(3), "error": .string("success"), "data": .number(60)]))
        expect(
            answer(#"{"command":["get_property_string","duration"]}"#, runner, &client),
            is: .object(sorting: [
                "request_id": .integer(0), "error": .string("success"), "data": .string("60.000000"),
            ]))
        let cases = [
            (#"["get_property","bogus"]"#, "property not found"),
            (#"["get_property","bogus/part"]"#, "property not found"),
            (#"["get_property"]"#, "invalid parameter"), (#"["bogus"]"#, "invalid parameter"),
            (#"["get_property","volume",1]"#, "invalid parameter"),
            (#"["run","sh"]"#, "error running command"), (#"["get_property","width"]"#, "property unavailable"),
        ]
        for (command, error) in cases {
            expect(
                answer("{\"command\":\(command)}", runner, &client),
                is: .object(sorting: ["request_id": .integer(0), "error": .string(error)]), "\(command)")
        }
        expect(
            answer(#"{"command":["get_property_string","bogus"]}"#, runner, &client),
            is: .object(sorting: ["request_id": .integer(0), "error": .string("success"), "data": .null]))
        #expect(runner.commands.isEmpty)
        _ = answer(#"{"command":["set_property","volume",30]}"#, runner, &client)
        _ = answer(#"{"command":["seek",5]}"#, runner, &client)
        _ = answer(#"{"command":["show-text","a"]}"#, runner, &client)
        expect(answer("cycle pause; set mute yes", runner, &client), is: nil)
        expect(
            runner.commands.map(\.command),
            is: [
                .set("volume", .integer(30)), .seek(.relative(.seconds(5)), .keyframe), .showText("a", nil),
                .cycle("pause", isUp: true), .set("mute", .string("yes")),
            ])
        expect(runner.commands.prefix(3).map(\.isQuiet), is: [true, true, false])
        runner.error = .unknownProperty("bogus")
        for (command, error) in [("set", "error running command"), ("set_property", "property not found")] {
            expect(
                answer("{\"command\":[\"\(command)\",\"bogus\",\"1\"]}", runner, &client),
                is: .object(sorting: ["request_id": .integer(0), "error": .string(error)]))
        }
        runner.error = .notAvailable("loadfile")
        expect(
            answer(#"{"command":["loadfile","x"]}"#, runner, &client),
            is: .object(sorting: ["request_id": .integer(0), "error": .string("error running command")]))
    }

    @Test(
        "OBS-01, OBS-03, OBS-06: an observed property is reported at once and after each change, until it is unobserved"
    )
    func observing() {
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        var client = IPCClient(name: "ipc-1")
        _ = answer(#"{"command":["observe_property",1,"volume"]}"#, runner, &client)
        _ = answer(#"{"command":["observe_property",2,"width"]}"#, runner, &client)
        func change(_ id: Int64, _ name: String, _ data: JSONValue?) -> JSONValue {
            var fields: [String: JSONValue] = [
                "event": .string("property-change"), "id": .integer(id), "name": .string(name),
            ]
            fields["data"] = data
            return .object(sorting: fields)
        }
        expect(
            client.changes(runner.properties), is: [change(1, "volume", .number(100)), change(2, "width", nil)])
        expect(client.changes(runner.properties), is: [])
        runner.properties.snapshot.volume = 50
        expect(client.changes(runner.properties), is: [change(1, "volume", .number(50))])
        _ = answer(#"{"command":["unobserve_property",1]}"#, runner, &client)
        runner.properties.snapshot.volume = 60
        expect(client.changes(runner.properties), is: [])
    }

    @Test("an unchanged list is not reported again, but a changed one is")
    func observingList() {
        let runner = FakeRunner()
        runner.properties = FakeRunner.playing()
        var client = IPCClient(name: "ipc-1")
        for (id, name) in ["playlist-count", "playlist-pos", "playlist"].enumerated() {
            _ = answer("{\"command\":[\"observe_property\",\(id),\"\(name)\"]}", runner, &client)
        }
        expect(client.changes(runner.properties).count, is: 3)
        #expect(client.changes(runner.properties).isEmpty)
        runner.properties.playlist.items.append(.init(id: 9, location: "/d.mkv"))
        expect(client.changes(runner.properties).count, is: 2)
        _ = answer(#"{"command":["observe_property",7,"playlist-count"]}"#, runner, &client)
        expect(client.changes(runner.properties).count, is: 1)
    }

    @Test("a slow command is answered with its result when it is done, and the client waits until then")
    func slowCommands() {
        let runner = FakeRunner()
        runner.isSlow = true
        var client = IPCClient(name: "ipc-1")
        var late: [JSONValue?] = []
        let load = request(#"{"command":["loadfile","a"],"request_id":4}"#)
        expect(client.handle(load, runner, at: .zero) { late.append($0) }, is: nil)
        #expect(client.isWaiting)
        #expect(late.isEmpty)
        runner.finish(.success(.object(sorting: ["playlist_entry_id": .integer(3)])))
        expect(
            late,
            is: [
                .object(sorting: [
                    "request_id": .integer(4), "error": .string("success"),
                    "data": .object(sorting: ["playlist_entry_id": .integer(3)]),
                ])
            ])
        late = []
        client.isWaiting = false
        _ = client.handle(request("loadfile a; loadfile b"), runner, at: .zero) { late.append($0) }
        runner.finish(.success(.null))
        #expect(client.isWaiting)
        #expect(late.isEmpty)
        runner.finish(.failure(.failed("loadfile")))
        expect(late, is: [nil])
    }

    @Test("a command with named arguments equals one with a list")
    func namedArguments() {
        expect(
            request(#"{"command":{"name":"seek","target":2,"flags":"absolute"},"request_id":3}"#),
            is: .call(words: [.string("seek"), .integer(2), .string("absolute")], id: .integer(3)))
        expect(request(#"{"command":{"name":"seek","bogus":2}}"#), is: .wrong(id: .integer(0)))
        expect(request(#"{"command":{}}"#), is: .wrong(id: .integer(0)))
    }

    @Test("script-message reaches every client, and script-message-to only the named one")
    func messages() throws {
        let name = "@tvplay-test-messages-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        let (first, second) = (try IPCTestClient(name), try IPCTestClient(name))
        for client in [first, second] { client.send(#"{"command":["client_name"]}"#) }
        func readAll() {
            first.read()
            second.read()
        }
        serve(service, runner) {
            readAll()
            return first.text.contains("ipc-") && second.text.contains("ipc-")
        }
        let other = second.text.contains("ipc-1") ? "ipc-1" : "ipc-2"
        #expect(service.deliver(ClientMessage(["all", "of you"])))
        #expect(service.deliver(ClientMessage(to: other, ["you"])))
        #expect(!service.deliver(ClientMessage(to: "nobody", ["you"])))
        serve(service, runner) {
            readAll()
            return second.text.contains(#"["you"]"#) && first.text.contains(#"["all","of you"]"#)
        }
        #expect(first.text.contains(#"{"args":["all","of you"],"event":"client-message"}"#))
        #expect(!first.text.contains(#"["you"]"#))
        #expect(second.text.contains(#"{"args":["you"],"event":"client-message"}"#))
    }

    @Test("log lines are events for a client that requests their level, until it requests none")
    func logMessages() throws {
        let name = "@tvplay-test-log-\(getpid())"
        let service = try IPCService(path: name)
        defer { service.close() }
        let runner = FakeRunner()
        let client = try IPCTestClient(name)
        func wait(for text: String) {
            serve(service, runner) {
                client.read()
                return client.text.contains(text)
            }
        }
        client.send(#"{"command":["request_log_messages","bogus"],"request_id":1}"#)
        client.send(#"{"command":["request_log_messages","warn"],"request_id":2}"#)
        wait(for: #""request_id":2"#)
        #expect(client.text.contains(#"{"error":"invalid parameter","request_id":1}"#))
        #expect(client.text.contains(#"{"error":"success","request_id":2}"#))
        Log.shared.write(.info, "ipc-test", "not asked for")
        Log.shared.write(.warning, "ipc-test", "a \"warning\"")
        let event = #"{"event":"log-message","level":"warn","prefix":"ipc-test","text":"a \"warning\"\n"}"#
        wait(for: event)
        #expect(client.text.contains(event))
        #expect(!client.text.contains("not asked for"))
        client.send(#"{"command":["request_log_messages","no"],"request_id":3}"#)
        wait(for: #""request_id":3"#)
        Log.shared.write(.error, "ipc-test", "too late")
        client.send(#"{"command":["client_name"],"request_id":4}"#)
        wait(for: #""request_id":4"#)
        #expect(!client.text.contains("too late"))
    }

    @Test("OBS-02: events can be disabled by name")
    func disabling() {
        let runner = FakeRunner()
        var client = IPCClient(name: "ipc-1")
        let seek = JSONValue.object(sorting: ["event": .string("seek")])
        #expect(client.wants(seek))
        _ = answer(#"{"command":["disable_event","seek"]}"#, runner, &client)
        #expect(!client.wants(seek))
        _ = answer(#"{"command":["enable_event","all"]}"#, runner, &client)
        #expect(client.wants(seek))
    }

    @Test("the stages of an item are reported as mpv's events")
    func events() {
        func names(_ nodes: [JSONValue]) -> [String] {
            nodes.map { node in
                [node["event"], node["reason"]].compactMap { $0?.text }.joined(separator: " ")
            }
        }
        var events = PlayerEvents()
        var context = FakeRunner.playing()
        context.snapshot.status = .loading
        expect(names(events.update(context)), is: ["start-file"])
        context.snapshot.status = .playing
        expect(names(events.update(context)), is: ["file-loaded", "playback-restart"])
        expect(events.update(context), is: [])
        context.snapshot.isSeeking = true
        context.snapshot.seekCount = 1
        expect(names(events.update(context)), is: ["seek"])
        context.snapshot.isSeeking = false
        expect(names(events.update(context)), is: ["playback-restart"])
        // A seek that was over before the next update.
        context.snapshot.seekCount = 2
        expect(names(events.update(context)), is: ["seek", "playback-restart"])
        // A pause before the first picture after a seek.
        context.snapshot.status = .ready
        context.snapshot.seekCount = 3
        expect(names(events.update(context)), is: ["seek", "playback-restart"])
        context = FakeRunner.playing(index: 1)
        context.snapshot.status = .loading
        context.lastEnding = .reachEnd
        expect(names(events.update(context)), is: ["end-file eof", "start-file"])
        context.snapshot.status = .failed
        expect(names(events.update(context)), is: ["end-file error"])
        expect(names(events.finish()), is: ["shutdown"])
    }

    @Test("events name items by the list's IDs, and report when nothing plays any more")
    func idleEvents() {
        func told(_ nodes: [JSONValue]) -> [[JSONValue?]] {
            nodes.map { [$0["event"], $0["playlist_entry_id"]] }
        }
        var events = PlayerEvents()
        var context = FakeRunner.playing()
        context.playlist.items = PlaylistContents.Items([.init(id: 12, location: "/a")])
        expect(told(events.update(context)).first, is: [.string("start-file"), .integer(12)])
        context.playlist.items = PlaylistContents.Items([.init(id: 13, location: "/b")])
        context.itemNumber += 1
        expect(
            told(events.update(context)).prefix(2),
            is: [
                [.string("end-file"), .integer(12)], [.string("start-file"), .integer(13)],
            ])
        context.playlist.index = nil
        context.snapshot = .empty
        context.itemNumber += 1
        expect(told(events.update(context)), is: [[.string("end-file"), .integer(13)], [.string("idle"), nil]])
        context.itemNumber += 1
        #expect(events.update(context).isEmpty)
    }

    @Test("ARCH-05: an item that is left before any update is reported as started and ended, in order")
    func passedItems() {
        func told(_ nodes: [JSONValue]) -> [String] {
            nodes.map {
                [$0["event"]?.text ?? "", $0["playlist_entry_id"].map { "\($0)" } ?? ""].joined(separator: " ")
            }
        }
        var events = PlayerEvents()
        var context = FakeRunner.playing()
        context.snapshot.status = .loading
        context.playlist.items = PlaylistContents.Items((1...4).map { .init(id: $0, location: "/\($0)") })
        events.begin(0)
        let first = told(events.update(context))
        for entry in 1...3 {
            events.leave()
            events.begin(entry)
        }
        context.playlist.index = 3
        context.itemNumber += 3
        let names = told(events.update(context))
        #expect(first.count == 1 && names.count == 6)
        expect(
            names.map { $0.split(separator: " ")[0] },
            is: [
                "end-file", "start-file", "end-file", "start-file", "end-file", "start-file",
            ])
        let numbers = names.map { $0.filter(\.isNumber) }
        expect(numbers, is: ["1", "2", "2", "3", "3", "4"])
        // An item that was reported is reported once.
        events.leave()
        context.playlist.index = nil
        context.snapshot = .empty
        context.itemNumber += 1
        expect(told(events.update(context)).map { $0.split(separator: " ")[0] }, is: ["end-file", "idle"])
    }
}
