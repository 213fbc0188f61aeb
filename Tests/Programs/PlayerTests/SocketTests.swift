import Foundation
import TestSupport
import Testing

struct SocketTests {
    private let counter = Fixtures.path("counter.mp4")

    private func idlePlayer(_ options: [String] = []) throws -> (run: PlayerRun, client: SocketClient) {
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["--idle", "--no-resume", "--input-ipc-server=" + name] + options, environment: ["no_proxy": "127.0.0.1"])
        return (run, try SocketClient(name))
    }

    @Test(
        "OBS-01, OBS-03, OBS-06: an observed property is reported at once and on changes until it is unobserved; OBS-02: events can be disabled by name"
    )
    func observing() throws {
        let (run, client) = try idlePlayer()
        _ = try client.ask(#"["observe_property",7,"volume"]"#)
        #expect(try client.wait(for: "volume", "100")["id"] as? Int == 7)
        _ = try client.ask(#"["set_property","volume",40]"#)
        try client.wait(for: "volume", "40")
        _ = try client.ask(#"["unobserve_property",7]"#)
        let before = client.messages.count
        _ = try client.ask(#"["set_property","volume",50]"#)
        _ = try client.ask(#"["observe_property",8,"volume"]"#)
        try client.wait(for: "volume", "50")
        expect(client.messages[before...].filter { $0["event"] as? String == "property-change" }.count, is: 1)
        _ = try client.ask(#"["disable_event","start-file"]"#)
        client.send("[\"loadfile\",\"\(counter)\",\"replace\",\"pause=yes\"]")
        try client.wait(for: "the file") { $0["event"] as? String == "file-loaded" }
        #expect(!client.messages.contains { $0["event"] as? String == "start-file" })
        _ = try client.ask(#"["enable_event","start-file"]"#)
        client.send("[\"loadfile\",\"\(counter)\",\"replace\",\"pause=yes\"]")
        try client.wait(for: "the start") { $0["event"] as? String == "start-file" }
        try run.quit()
    }

    @Test(
        "OBS-05, OBS-08: an unavailable property can be observed: it is reported as unavailable, then with the item's value, then as unavailable again"
    )
    func early() throws {
        let (run, client) = try idlePlayer()
        for (id, name) in ["duration", "track-list/1/type", "chapter-list/0/title", "of-a-newer-player"].enumerated() {
            #expect(try client.ask("[\"observe_property\",\(id),\"\(name)\"]")["error"] as? String == "success")
            try client.wait(for: name, nil)
        }
        #expect(try client.ask(#"["get_property","duration"]"#)["error"] as? String == "property unavailable")
        client.send("[\"loadfile\",\"\(counter)\",\"replace\",\"pause=yes\"]")
        let first = try client.wait(for: "the values") { ($0["name"] as? String) == "chapter-list/0/title" }
        #expect(first["data"] as? String == "First")
        let told = client.messages.suffix(8)
        #expect(told.contains { $0["name"] as? String == "track-list/1/type" && $0["data"] as? String == "audio" })
        #expect(told.contains { $0["name"] as? String == "duration" && $0["data"] is Double })
        #expect(!client.messages.contains { $0["name"] as? String == "of-a-newer-player" && $0["data"] != nil })
        let before = client.messages.count
        client.send(#"["stop"]"#)
        // Changes are reported in the order in which they are observed.
        try client.wait(for: "chapter-list/0/title", nil)
        for name in ["duration", "track-list/1/type"] {
            #expect(
                client.messages[before...].contains { $0["name"] as? String == name && $0["data"] == nil }, "\(name)")
        }
        try run.quit()
    }

    @Test("PLAY-24: each state of playback is reported as playback-status")
    func states() throws {
        let film = Array(try Data(contentsOf: URL(fileURLWithPath: counter)))
        let server = try FaultServer { request in
            switch request.path {
            case "/late": .file(film, for: request, faults: [.hold])
            case "/none": FaultReply(404)
            // The stream has only its first segment.
            default:
                .file(
                    Array(FileManager.default.contents(atPath: Fixtures.path("streams" + request.path)) ?? Data()),
                    for: request, faults: request.path == "/ts/low1.ts" ? [.hold] : [])
            }
        }
        let (run, client) = try idlePlayer(["--keep-open", "--buffer-start=0.1", "--network-timeout=300"])
        func load(_ path: String, _ options: String = "") throws {
            client.send("[\"loadfile\",\"\(path)\",\"replace\"\(options)]")
        }
        #expect(try client.get("playback-status") as? String == "unload")
        _ = try client.ask(#"["observe_property",1,"playback-status"]"#)
        try load(server.text("/late"))
        try client.wait(for: "playback-status", "loading")
        try load(counter, ",\"pause=yes\"")
        try client.wait(for: "playback-status", "ready")
        _ = try client.ask(#"["set_property","pause",false]"#)
        try client.wait(for: "playback-status", "playing")
        _ = try client.ask(#"["set_property","pause",true]"#)
        try client.wait(for: "playback-status", "paused")
        #expect(try client.get("playback-status") as? String == "paused")
        _ = try client.ask(#"["seek",9.6,"absolute+exact"]"#)
        _ = try client.ask(#"["set_property","pause",false]"#)
        try client.wait(for: "playback-status", "reachEnd")
        try load(server.text("/ts/low.m3u8"))
        try client.wait(for: "playback-status", "stalled")
        server.release()
        try client.wait(for: "playback-status", "playing")
        try load(server.text("/none"))
        try client.wait(for: "playback-status", "failed")
        _ = try client.ask(#"["stop"]"#)
        try client.wait(for: "playback-status", "stopped")
        try run.quit(expecting: nil)
    }

    @Test("PLAY-24: a stopped item is reported as stopped, not as never loaded, and a kept list plays again")
    func stopping() throws {
        let (run, client) = try idlePlayer()
        try run.wait(for: "the word of it") { $0.text.contains("Nothing is playing") }
        _ = try client.ask(#"["observe_property",1,"playback-status"]"#)
        try client.wait(for: "playback-status", "unload")
        client.send("[\"loadfile\",\"\(counter)\"]")
        try client.wait(for: "playback-status", "playing")
        _ = try client.ask(#"["stop","keep-playlist"]"#)
        try client.wait(for: "playback-status", "stopped")
        #expect(try client.get("playback-status") as? String == "stopped")
        #expect(try client.get("idle-active") as? Bool == true)
        #expect(try client.get("playlist-count") as? Int == 1)
        try run.wait(for: "the word of it") { $0.text.contains("Nothing is playing") }
        run.type(" ")
        try client.wait(for: "playback-status", "playing")
        // The end of the list leaves the played item, too.
        _ = try client.ask(#"["seek",9.9,"absolute+exact"]"#)
        try client.wait(for: "playback-status", "stopped")
        _ = try client.ask(#"["set_property","pause",false]"#)
        try client.wait(for: "playback-status", "playing")
        _ = try client.ask(#"["stop"]"#)
        try client.wait(for: "playback-status", "stopped")
        #expect(try client.get("playlist-count") as? Int == 0)
        try run.quit()
    }

    @Test(
        "ARCH-27: a passed cue point is reported with name, time and metadata on the socket and in the log, and a skipped one on request"
    )
    func cuePoints() throws {
        let film = Array(try Data(contentsOf: URL(fileURLWithPath: counter)))
        let manifest = #"""
            {"tvplay": 1, "videos": [{"id": "v", "title": "Waves", "marks": [
              {"time": 0.2, "title": "Start", "metadata": {"slide": "1"}}, {"time": 5, "title": "Leapt over"},
              {"time": 8.2, "title": "Late", "kind": "advert"}],
              "definitions": [{"key": "720p", "addresses": ["film.mp4"]}]}]}
            """#
        let server = try FaultServer { request in
            request.path == "/film.mp4" ? .file(film, for: request) : FaultReply(200, Array(manifest.utf8))
        }
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = folder.path + "/events"
        let (run, client) = try idlePlayer(["--keep-open", "--log-events=" + log])
        _ = try client.ask("[\"loadfile\",\"\(server.text("/a.tvplay.json"))\"]")
        func next() throws -> SocketClient.Message {
            try client.wait(for: "a cue point") {
                $0["event"] as? String == "cue-point" && $0["kind"] as? String != "chapter"
            }
        }
        let start = try next()
        #expect(start["name"] as? String == "Start")
        #expect(start["time"] as? Double == 0.2)
        #expect(start["metadata"] as? [String: String] == ["slide": "1"])
        #expect(start["skipped"] as? Bool == false)
        _ = try client.ask(#"["seek",8,"absolute+exact"]"#)
        #expect(try next()["name"] as? String == "Late")
        _ = try client.ask(#"["enable_event","cue-point-skipped"]"#)
        _ = try client.ask(#"["seek",0,"absolute+exact"]"#)
        #expect(try next()["name"] as? String == "Start")
        _ = try client.ask(#"["seek",8,"absolute+exact"]"#)
        let skipped = try next()
        #expect(skipped["name"] as? String == "Leapt over")
        #expect(skipped["skipped"] as? Bool == true)
        #expect(try next()["name"] as? String == "Late")
        try run.quit()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter {
            $0.contains("cue-point") && !$0.contains("kind=chapter")
        }
        expect(lines.count, is: 6, "\(lines)")
        expect(
            lines.first?.hasSuffix(#"cue-point position=0.200 name="Start" kind=mark metadata={"slide":"1"}"#), is: true
        )
        expect(lines.dropFirst().first?.contains(#"cue-point-skipped position=5.000 name="Leapt over""#), is: true)
    }
}
