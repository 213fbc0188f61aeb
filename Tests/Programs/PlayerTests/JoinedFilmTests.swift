import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// Tests of streams that `tvplay get` joins to one file, with the real front, daemon and joining program, and a real
/// server.
@Suite(
    .serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"), .timeLimit(.minutes(10)))
struct JoinedFilmTests {
    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
    }

    private func files(_ stream: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: Fixtures.path("streams/" + stream)) {
            files["film/" + name] = try Self.fixture("streams/\(stream)/\(name)")
        }
        return files
    }

    private func server(_ files: [String: [UInt8]]) throws -> NginxServer {
        try NginxServer(files: files, locations: "location / { root ROOT; }")
    }

    @Test(
        "DL-10: HLS and DASH streams become one file at the printed path, which plays to its end without the server, with seeking",
        arguments: [
            ("ts/master.m3u8", "Film.mp4"), ("mp4/manifest.mpd", "Film.mp4"), ("aes/index.m3u8", "Film.mp4"),
        ])
    func whole(_ stream: String, _ name: String) throws {
        let daemon = try DaemonRun()
        let parts = stream.split(separator: "/").map(String.init)
        do {
            let nginx = try server(try files(parts[0]))
            let address = "http://127.0.0.1:\(nginx.port)/film/\(parts[1])"
            let done = try daemon.run("get", "--wait", "--title=Film", address)
            expect(done.status, is: 0, "\(done.errors)")
            #expect(done.output.hasSuffix("\t\(daemon.downloads)/\(name)\n"), "\(done.output)")
        }
        try expect(FileManager.default.contentsOfDirectory(atPath: daemon.downloads), is: [name])
        let film = daemon.downloads + "/" + name
        #expect(try daemon.run("probe", film).output.contains("00:10"))
        let run = try PlayerRun(["--no-resume", "--pause", "--start=1", film], environment: daemon.environment)
        try run.waitForPicture()
        run.type("g8\r")
        try run.wait(for: "the picture at 8 s") { ($0.counter ?? 0) >= 195 }
        run.type("g1\r")
        try run.wait(for: "the picture at 1 s") { (20...30).contains($0.counter ?? 0) }
        try run.quit()
        let end = try PlayerRun(["--no-resume", "--speed=4", film], environment: daemon.environment)
        try expect(end.waitForExit(), is: .code(0), "\(end.errors)")
    }

    @Test(
        "DL-10: the file contains the stream's subtitles and chapters with their names, and --keep-segments keeps a folder"
    )
    func inside() throws {
        let daemon = try DaemonRun()
        var files = try files("ts")
        files["film/all.m3u8"] = Array(
            """
            #EXTM3U
            #EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,URI="text.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=90000,SUBTITLES="s"
            high.m3u8
            """.utf8)
        files["film/text.m3u8"] = Array(
            "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\ntext.vtt\n#EXT-X-ENDLIST\n".utf8)
        files["film/text.vtt"] = Array(
            "WEBVTT\n\n00:00.000 --> 00:04.000\nguten <i>Morgen</i>\n\n00:06.000 --> 00:09.900\nbis bald\n".utf8)
        files["film/chapters.json"] = Array(
            """
            [{"chapter":1,"start-time":0,"duration":5,"titles":[{"language":"en","title":"Hill"}]},
             {"chapter":2,"start-time":5,"duration":5,"titles":[{"language":"en","title":"Valley"}]}]
            """.utf8)
        do {
            let nginx = try server(files)
            let address = "http://127.0.0.1:\(nginx.port)/film/all.m3u8"
            try expect(daemon.run("get", "--wait", "--title=Film", address).status, is: 0)
            let folder = daemon.home.path + "/other"
            let kept = try daemon.run("get", "--wait", "--keep-segments", "--dir=" + folder, "--title=Film", address)
            expect(kept.status, is: 0, "\(kept.errors)")
            #expect(FileManager.default.fileExists(atPath: folder + "/Film/index.m3u8"))
            #expect(FileManager.default.fileExists(atPath: folder + "/Film/chapters.json"))
        }
        let film = daemon.downloads + "/Film.mkv"
        let told = try daemon.run("probe", film).output
        #expect(told.contains("ger") || told.contains("deu"), "\(told)")
        #expect(told.contains("Hill") && told.contains("Valley"), "\(told)")
        let run = try PlayerRun(["--no-resume", "--pause", "--start=7", film], environment: daemon.environment)
        try run.wait(for: "its subtitle") { $0.text.contains("bis bald") }
        try run.quit()
    }

    @Test("a download of a stream with invalid segments fails as incomplete and leaves no film")
    func short() throws {
        let daemon = try DaemonRun()
        var files = try files("ts")
        // Four of its five segments have no content.
        for number in 1...4 { files["film/high\(number).ts"] = Array(repeating: 0, count: 188) }
        let nginx = try server(files)
        let address = "http://127.0.0.1:\(nginx.port)/film/high.m3u8"
        let done = try daemon.run("get", "--wait", "--title=Film", address)
        #expect(done.status != 0)
        let row = try #require(try daemon.json("downloads").first)
        #expect(row["errorCode"] as? String == "incomplete", "\(row)")
        #expect(!FileManager.default.fileExists(atPath: daemon.downloads + "/Film.mp4"))
        #expect(FileManager.default.fileExists(atPath: daemon.downloads + "/Film.mp4.tvpart/index.m3u8"))
    }
}
