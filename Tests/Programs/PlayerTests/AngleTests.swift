import Foundation
import TestSupport
import Testing

/// An HLS stream of which the second angle has black and white swapped.
struct AngleTests {
    private func player(
        _ manifest: String = "/angles/master.m3u8", _ options: [String] = []
    ) throws -> (run: PlayerRun, client: SocketClient, server: FaultServer) {
        let server = try FaultServer { request in
            let data = FileManager.default.contents(atPath: Fixtures.path("streams" + request.path))
            return data.map { .file(Array($0), for: request) } ?? FaultReply(404)
        }
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["--no-resume", "--loop", "--input-ipc-server=" + name] + options + [server.text(manifest)],
            environment: ["no_proxy": "127.0.0.1"])
        return (run, try SocketClient(name), server)
    }

    private func isReversed(_ run: PlayerRun) -> Bool { (run.screen.counter ?? 0) > 0x8000 }

    @Test(
        "PLAY-26: the key _ switches to the other angle without a seek and shows its name, and the socket lists and selects angles",
        arguments: ["/angles/master.m3u8", "/angles/apart.m3u8"])
    func choosing(_ manifest: String) throws {
        let (run, client, server) = try player(manifest, ["--start=1"])
        let first = try run.waitForPicture()
        #expect(first < 250)
        let tracks = try #require(try client.get("track-list") as? [[String: Any]])
        let videos = tracks.filter { $0["type"] as? String == "video" }
        expect(videos.map { $0["title"] as? String }, is: ["Stage", "Reverse"])
        expect(videos.map { $0["lang"] as? String }, is: ["en", "de"])
        expect(videos.map { $0["id"] as? Int }, is: [1, 2])
        expect(videos.map { $0["selected"] as? Bool }, is: [true, false])
        expect(tracks.count { $0["type"] as? String == "audio" }, is: 1)
        _ = try client.ask(#"["observe_property",1,"seeking"]"#)
        run.type("_")
        try run.wait(for: "the name") { $0.text.contains("Video track 2 of 2: Reverse") }
        try run.wait(for: "the other angle") { _ in isReversed(run) }
        #expect(try client.get("vid") as? Int == 2)
        #expect(try client.get("aid") as? Int == 1)
        _ = try client.ask(#"["set_property","vid",1]"#)
        try run.wait(for: "the first angle") { _ in (run.screen.counter ?? 0) > 0 && !isReversed(run) }
        #expect(try client.get("vid") as? Int == 1)
        #expect(!client.messages.contains { $0["name"] as? String == "seeking" && $0["data"] as? Bool == true })
        #expect(server.requests.contains { $0.path.hasPrefix("/angles/mid") || $0.path.hasPrefix("/angles/low") })
        try run.quit()
    }

    @Test("--vid selects an angle from the first picture on, and the angle stays when the definition changes")
    func fromTheStart() throws {
        let (run, client, server) = try player(
            "/angles/master.m3u8", ["--vid=2", "--pause", "--default-bandwidth=100000"])
        try run.wait(for: "the other angle") { _ in isReversed(run) }
        #expect(try client.get("vid") as? Int == 2)
        #expect(!server.requests.contains { $0.path == "/angles/mid.m3u8" })
        run.type("djj\r")
        _ = try client.ask(#"["set_property","pause",false]"#)
        let isFetched = run.terminal.wait { _ in server.requests.contains { $0.path == "/angles/mid4.ts" } }
        #expect(isFetched, "\(server.requests.map(\.path))")
        try run.wait(for: "the other angle in the other definition") { _ in isReversed(run) }
        #expect(try client.get("vid") as? Int == 2)
        // Before the choice, the first definition was read ahead up to the limit of the buffer.
        let later = server.requests.map(\.path).drop { !($0.hasPrefix("/angles/mid") && $0.hasSuffix(".ts")) }
        #expect(!later.contains { $0.hasPrefix("/angles/low") }, "\(later)")
        try run.quit()
    }
}
