import Cells
import Foundation
import TestSupport
import Testing

struct NetworkOptionTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    private func player(_ words: [String]) throws -> (run: PlayerRun, client: SocketClient) {
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["--no-resume", "--input-ipc-server=" + name] + words,
            environment: ["no_proxy": "127.0.0.1,film.example"])
        return (run, try SocketClient(name))
    }

    @Test("ADV-70: --resolve gives a name an address that no name service knows")
    func resolved() throws {
        let server = try FaultServer(file: Self.film)
        let (run, _) = try player([
            "--pause", "--start=1", "--resolve=film.example:\(server.port):127.0.0.1",
            "http://film.example:\(server.port)/film.mp4",
        ])
        try run.waitForPicture()
        #expect(server.requests.allSatisfy { $0["host"] == "film.example:\(server.port)" })
        try run.quit()
    }

    @Test("ADV-46: --fallback-url plays if a transmission is unavailable")
    func fallback() throws {
        let server = try FaultServer(file: Self.film)
        let (run, _) = try player([
            "--network-timeout=2", "--fallback-url=" + server.text("/film.mp4"), "rtmp://127.0.0.1:1/live/x",
        ])
        try run.waitForPictures(2)
        try run.quit()
    }

    @Test("ADV-46: if a manifest's transmission is unavailable, its own other address plays, not --fallback-url")
    func manifestFallback() throws {
        let server = try FaultServer(file: Self.film)
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.path + "/live.tvplay.json"
        let text = """
            {"tvplay": 1, "videos": [{"id": "live", "definitions": "AUTO", "addresses": ["rtmp://127.0.0.1:1/live/x"],
             "headers": {"X-Class": "botany"}, "downgrade_url": "\(server.text("/film.mp4"))"}]}
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let (run, _) = try player(["--network-timeout=2", "--fallback-url=" + server.text("/wrong.mp4"), path])
        try run.waitForPictures(2)
        #expect(!server.requests.isEmpty && server.requests.allSatisfy { $0["x-class"] == "botany" })
        #expect(server.requests(for: "/wrong.mp4").isEmpty)
        try run.quit()
    }

    @Test("ARCH-14: --preload opens the next item ahead, from that percentage of the current one on")
    func preloading() throws {
        let server = try FaultServer(file: Self.film)
        let (run, client) = try player(["--preload=1", server.text("/a.mp4"), server.text("/b.mp4")])
        #expect(server.wait { !$0.requests(for: "/b.mp4").isEmpty })
        #expect(try client.get("playlist-pos") as? Int == 0)
        try run.quit()
    }

    @Test(
        "ARCH-13: on a metered line nothing of the next item is requested, despite --preload and --cache-ahead",
        arguments: [true, false])
    func meteredLine(_ isMetered: Bool) throws {
        let server = try FaultServer(file: Self.film)
        let tools = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(tools) }
        // NetworkManager's values: 1 is yes, 2 is no.
        try BuiltProgram.writeScript(
            "echo >> \(tools.path)/asked\necho u \(isMetered ? 1 : 2)\n", to: tools.path + "/busctl")
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            [
                "--no-resume", "--input-ipc-server=" + name, "--preload=1", "--cache", "--cache-ahead=5",
                "--cache-dir=" + tools.path + "/cache", server.text("/a.mp4"), server.text("/b.mp4"),
            ], environment: ["no_proxy": "127.0.0.1", "PATH": tools.path + ":/usr/bin:/bin"])
        let client = try SocketClient(name)
        _ = try client.ask(#"["observe_property",1,"time-pos"]"#)
        try client.wait(for: "three seconds of it") { ($0["data"] as? Double ?? 0) > 3 }
        #expect(FileManager.default.fileExists(atPath: tools.path + "/asked"))
        if isMetered {
            #expect(server.requests(for: "/b.mp4").isEmpty)
        } else {
            #expect(server.wait { !$0.requests(for: "/b.mp4").isEmpty })
        }
        #expect(try client.get("playlist-pos") as? Int == 0)
        try run.quit()
    }

    @Test("ADV-06: --feed-preload sets how many neighbours in a feed are prepared")
    func feed() throws {
        let server = try FaultServer(file: Self.film)
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["feed", "--no-resume", "--input-ipc-server=" + name, "--feed-preload=1"]
                + ["/a.mp4", "/b.mp4", "/c.mp4", "/d.mp4"].map(server.text), environment: ["no_proxy": "127.0.0.1"])
        #expect(server.wait { !$0.requests(for: "/b.mp4").isEmpty })
        run.type("j")
        #expect(server.wait { !$0.requests(for: "/c.mp4").isEmpty })
        #expect(server.requests(for: "/d.mp4").isEmpty)
        try run.quit()
    }

    @Test("ADV-22: --no-video decodes no picture, and the sound plays")
    func soundOnly() throws {
        let (run, client) = try player(["--no-video", Fixtures.path("counter.mp4")])
        _ = try client.ask(#"["observe_property",1,"time-pos"]"#)
        try client.wait(for: "sound") { ($0["data"] as? Double ?? 0) > 0.3 }
        #expect(try client.get("vid") as? Bool == false)
        #expect(try client.ask(#"["get_property","video-codec"]"#)["error"] as? String == "property unavailable")
        try run.quit()
    }

    @Test("ADV-50: --background sets the colour around the picture")
    func background() throws {
        let (run, _) = try player([
            "--pause", "--control-bar=never", "--background=#ff0000", Fixtures.path("odd-size.mkv"),
        ])
        // The exact colour, or the nearest of 256.
        try run.wait(for: "red beside the picture") { screen in
            let color = Color(rawValue: VTScreen.Look(screen[0, 0]).background)
            return color.paletteIndex == 196 || color.paletteIndex == nil && color.rawValue == 0xFF_0000
        }
        try run.quit()
    }
}
