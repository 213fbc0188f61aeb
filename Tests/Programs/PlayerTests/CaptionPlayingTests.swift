import Cells
import Foundation
import TestSupport
import Testing

@Suite("Captions inside pictures in the program", .serialized, .timeLimit(.minutes(10)))
struct CaptionPlayingTests {
    private let clip = Fixtures.path("captions.ts")

    private func row(_ screen: VTScreen, _ row: Int) -> String {
        screen.text(row: row).trimmingCharacters(in: .whitespaces)
    }

    @Test("INFO-07, CTRL-07: captions are listed but not shown, and keys select them and switch them off")
    func keys() throws {
        let run = try PlayerRun(["--pause", "--start=2", clip])
        try run.wait(for: "the button of captions") { $0.text(row: 23).contains(" CC ") }
        #expect(!run.screen.text.contains("HELLO"))
        run.type("s")
        try run.wait(for: "the list") {
            $0.text.contains("CC1") && $0.text.contains("CC3") && $0.text.contains("CEA-608")
        }
        run.type("\u{1B}")
        try run.wait(for: "no list") { !$0.text.contains("CC3") }
        run.type("j")
        try run.wait(for: "the caption that began before the start") { $0.text.contains("HELLO CAPTIONS") }
        run.type("g6.5\r")
        try run.wait(for: "no caption where none is") { !$0.text.contains("HELLO") && $0.text.contains("00:06") }
        run.type("g4.5\r")
        try run.wait(for: "both lines after the jump") {
            $0.text.contains("- What is this?") && $0.text.contains("- The second.")
        }
        run.type("J")
        try run.wait(for: "none") { !$0.text.contains("The second.") && $0.text.contains("Subtitles: off") }
        try run.quit()
    }

    @Test("PLAY-27: --sid selects captions, and the socket lists them and has their text")
    func socket() throws {
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["--pause", "--start=8", "--sid=1", "--control-bar=never", "--input-ipc-server=" + name, clip])
        try run.wait(for: "the caption") { self.row($0, 22) == "♪ cafÉ" }
        let client = try SocketClient(name)
        let tracks = try client.ask(#"["get_property","track-list"]"#)["data"] as? [[String: Any]] ?? []
        let captions = tracks.filter { $0["type"] as? String == "sub" }
        expect(captions.map { $0["title"] as? String }, is: ["CC1", "CC3"])
        expect(captions.map { $0["codec"] as? String }, is: ["eia_608", "eia_608"])
        #expect(captions.allSatisfy { $0["lang"] == nil })
        #expect(try client.ask(#"["get_property","sub-text"]"#)["data"] as? String == "♪ cafÉ")
        _ = try client.ask(#"["set_property","sid",2]"#)
        try run.wait(for: "the rolling captions of the other channel") {
            self.row($0, 21) == "Rolling one" && self.row($0, 22) == "and two"
        }
        _ = try client.ask(#"["set_property","sid","no"]"#)
        try run.wait(for: "none") { !$0.text.contains("Rolling") }
        try run.quit()
    }

    @Test("INFO-07: captions have the name and the language from HLS, and --slang selects them")
    func named() throws {
        let film = Array(try Data(contentsOf: URL(fileURLWithPath: clip)))
        let server = try FaultServer { request in
            switch request.path {
            case "/master.m3u8":
                let master = """
                    #EXTM3U
                    #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="English captions",LANGUAGE="en",INSTREAM-ID="CC1"
                    #EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS="avc1.64000a,mp4a.40.2",CLOSED-CAPTIONS="c"
                    /list.m3u8

                    """
                return .file(Array(master.utf8), for: request)
            case "/list.m3u8":
                let list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/0.ts\n#EXT-X-ENDLIST\n"
                return .file(Array(list.utf8), for: request)
            case "/0.ts": return .file(film, for: request)
            default: return FaultReply(404)
            }
        }
        let run = try PlayerRun(
            ["--slang=en", "--control-bar=always", server.text("/master.m3u8")], environment: ["no_proxy": "127.0.0.1"])
        try run.wait(for: "the caption") { $0.text.contains("HELLO CAPTIONS") && $0.text(row: 23).contains(" CC en ") }
        run.type("s")
        try run.wait(for: "its name") { $0.text.contains("English captions") && $0.text.contains("CC3") }
        try run.quit()
    }
}
