import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// A viewer's catalogue, and feeds with credentials.
@Suite("Names of a catalogue", .timeLimit(.minutes(10)))
struct CatalogueNameTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    private static func manifest(_ videos: String, _ albums: String = "") -> FaultReply {
        var reply = FaultReply(
            200, Array(#"{"tvplay": 1, "title": "Physics", "videos": [\#(videos)], "albums": [\#(albums)]}"#.utf8))
        reply.headers = [("Content-Type", "application/json")]
        return reply
    }

    @Test(
        "ARCH-06, ARCH-11, ARCH-12, PLAY-04: catalogue:// plays by id, by reference and as a playlist, and the policy key goes only to the catalogue and is never shown"
    )
    func names() throws {
        let media = try FaultServer(file: Self.film)
        let film = media.text("/film.mp4")
        let server = try FaultServer { request in
            guard request["x-policy-key"] == "s3cr3t" else { return FaultReply(403) }
            return Self.manifest(
                #"""
                {"id": "v1", "reference": "waves", "title": "Waves", "definitions": [{"key": "low", "addresses": ["\#(film)?1"]}]},
                {"id": "v2", "title": "Light", "definitions": [{"key": "low", "addresses": ["\#(film)?2"]}]}
                """#, #"{"id": "term", "title": "First", "videos": ["v2", "v1"]}"#)
        }
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let options = [
            "--no-resume", "--end=0.1", "--log-file=" + folder.path + "/log",
            "--catalogue=" + server.text("/c.tvplay.json"),
        ]
        func play(_ name: String, key: String? = "s3cr3t", _ more: [String] = []) throws -> PlayerRun {
            var environment: [String: String?] = ["no_proxy": "127.0.0.1"]
            if let key { environment["TVPLAY_POLICY_KEY"] = key }
            let run = try PlayerRun(
                options + more + [name], environment: environment,
                script: "\"$0\" \"$@\" </dev/null | cat; echo status=${PIPESTATUS[0]}")
            try expect(run.waitForExit(), is: .code(0))
            #expect(!run.screen.text.contains("s3cr3t"))
            #expect(!run.errors.contains("s3cr3t"))
            return run
        }
        #expect(try play("catalogue://video/v1").screen.text.contains("status=0"))
        #expect(try play("catalogue://ref/waves").screen.text.contains("status=0"))
        #expect(try play("catalogue://ref/waves", key: nil, ["--policy-key=s3cr3t"]).screen.text.contains("status=0"))
        expect(Set(media.requests.map(\.query)), is: ["1"])
        #expect(try play("catalogue://playlist/term").screen.text.contains("status=0"))
        #expect(media.requests.contains { $0.query == "2" })
        let refused = try play("catalogue://video/v1", key: nil)
        #expect(refused.screen.text.contains("status=2"))
        #expect(media.requests.allSatisfy { $0["x-policy-key"] == nil })
        let log = String(decoding: FileManager.default.contents(atPath: folder.path + "/log") ?? Data(), as: UTF8.self)
        #expect(log.contains(" 1010 invalidToken: "))
        #expect(!log.contains("s3cr3t"))
    }

    @Test(
        "ADV-07, ADV-09, ADV-84: in a feed an entry's credential is fetched when the viewer reaches it, and a play credential is refused"
    )
    func feed() throws {
        let server = try FaultServer { request in
            if request.path == "/film.mp4" { return .file(Self.film, for: request) }
            return Self.manifest(
                ["a sts", "b sts", "c auth"].map { text in
                    let words = text.split(separator: " ")
                    return
                        #"{"id": "\#(words[0])", "credential": "\#(words[1])", "definitions": [{"key": "low", "addresses": ["film.mp4?t={token}"]}]}"#
                }.joined(separator: ","))
        }
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let script = folder.appendingPathComponent("token.sh")
        try Data("echo \"$1 ${2##*#}\" >> \"$ASKED\"; echo token-of-${2##*#}\n".utf8).write(to: script)
        let asked = folder.path + "/asked"
        func lines() -> [String] {
            String(decoding: FileManager.default.contents(atPath: asked) ?? Data(), as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }
        let place = server.text("/all.tvplay.json")
        let run = try PlayerRun(
            [
                "--no-resume", "--pause", "--start=1", "--token-command=/bin/sh " + script.path, "feed", place + "#a",
                place + "#b",
                place + "#c",
            ], environment: ["no_proxy": "127.0.0.1", "ASKED": asked])
        try run.waitForPicture()
        expect(lines(), is: ["video a"])
        run.type("j")
        try run.wait(for: "the second entry") { _ in server.requests.contains { $0.query == "t=token-of-b" } }
        expect(lines(), is: ["video a", "video b"])
        run.type("j")
        try run.wait(for: "the refusal") { $0.text.contains("cannot be played in a feed") }
        #expect(!server.requests.contains { $0.query == "t=token-of-c" })
        run.type("q")
        _ = try run.waitForExit()
    }
}
