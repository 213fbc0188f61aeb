import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

/// Tests of `tvplay get` and its related commands with the real front, the real daemon and a real server.
@Suite(.serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
struct DownloadCommandTests {
    /// Returns a repeated block of random bytes.
    private static func bytes(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 7)
        let block = (0..<65_537).map { _ in UInt8.random(in: 0...255, using: &random) }
        var result: [UInt8] = []
        while result.count < count { result += block }
        return Array(result.prefix(count))
    }

    private static let film = bytes(3 << 20)

    private func server() throws -> NginxServer {
        try NginxServer(
            files: ["film.mp4": Self.film, "b.mp4": Self.bytes(99_999)], locations: "location / { root ROOT; }")
    }

    private func address(_ nginx: NginxServer, _ name: String = "film.mp4") -> String {
        "http://127.0.0.1:\(nginx.port)/\(name)"
    }

    @Test("DL-01, DL-16, DL-19, DL-24: get downloads files with progress; DL-08: a repeated get adds nothing")
    func get() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let waited = try daemon.run("get", "--wait", address(nginx), address(nginx, "b.mp4"))
        expect(waited.status, is: 0, "\(waited.errors)")
        #expect(daemon.has("film.mp4", Self.film) as Bool)
        #expect(daemon.has("b.mp4", Self.bytes(99_999)))
        let rows = try daemon.json("downloads")
        expect(rows.map { $0["label"] as? String }, is: ["done", "done"])
        #expect(rows.map { $0["totalLength"] as? Int } == [3 << 20, 99_999] && rows[0]["fraction"] as? Double == 1)
        let again = try daemon.run("get", address(nginx))
        let id = try #require(rows.first?["gid"] as? String)
        expect(again.status, is: 0)
        #expect(again.output.isEmpty)
        #expect(again.errors.contains("already in the list as " + id))
        let list = try daemon.run("downloads").output
        #expect(list.hasPrefix(id + "\tdone\t100%\t3.1 MB\t-\t-\tfilm.mp4\n"))
        try expect(
            daemon.run("downloads", "path", id).output, is: daemon.downloads + "/film.mp4\n")
    }

    @Test("get reads addresses from lists and playlists, and an unreadable list does not stop the rest")
    func lists() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let list = daemon.home.path + "/list.m3u"
        let text = "\u{FEFF}#EXTM3U\r\n#EXTINF:1,Film\r\n  \(address(nginx)) \r\n\r\n\(address(nginx, "b.mp4"))"
        try Data(text.utf8).write(to: URL(fileURLWithPath: list))
        let outcome = try daemon.run("get", "--wait", "--input-file=" + list, "--input-file=/nowhere/list")
        expect(outcome.status, is: 3, "\(outcome)")
        #expect(outcome.errors.contains("Cannot read the list /nowhere/list: No such file or directory"))
        #expect(daemon.has("film.mp4", Self.film) as Bool)
        #expect(daemon.has("b.mp4", Self.bytes(99_999)))
    }

    @Test(
        "get prints each file's path, or the folder before the server's answer, and reports an invalid address"
    )
    func said() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let added = try daemon.run("get", address(nginx))
        #expect(added.output.hasSuffix("\t\(address(nginx))\t\(daemon.downloads)/film.mp4\n"), "\(added.output)")
        let secret = address(nginx, "c.mp4").replacing("http://", with: "http://anna:geheim@")
        let hidden = try daemon.run("get", "--paused", secret)
        #expect(hidden.output.contains("\t\(address(nginx, "c.mp4"))\t"), "\(hidden)")
        #expect(!hidden.output.contains("geheim"))
        let row = try #require(try daemon.json("get", "--paused", address(nginx, "b.mp4")).first)
        #expect(row["path"] as? String == daemon.downloads + "/")
        // The same address with another folder is another download.
        let other = try daemon.run("get", "--wait", "--dir=" + daemon.home.path + "/other", address(nginx))
        expect(other.status, is: 0)
        #expect(other.output.hasSuffix("/other/film.mp4\n"), "\(other.output)")
        #expect(try daemon.run("get", address(nginx)).errors.contains("already in the list"))
        let wrong = try daemon.run("get", "notaurl")
        expect(wrong.status, is: 2)
        #expect(wrong.errors == "tvplay: notaurl: not an address; give one such as https://example.org/film.mp4\n")
        try Data([1]).write(to: daemon.home.appendingPathComponent("film.mkv"))
        let local = try daemon.run("get", daemon.home.path + "/film.mkv")
        expect(local.status, is: 2)
        #expect(local.errors.contains("already a file on this computer; tvplay plays it as it is"), "\(local.errors)")
        #expect(try daemon.run("downloads", "pause", "zzz").errors.contains("zzz"))
    }

    @Test(
        "get names the file, verifies a checksum, and runs a program after completion, with aria2's arguments"
    )
    func completed() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let program = daemon.home.path + "/done.sh"
        try BuiltProgram.writeScript("printf '%s|' \"$@\" >> \"$HOME/told\"\n", to: program)
        try Data(Self.film).write(to: daemon.home.appendingPathComponent("film"))
        let sum = try BuiltProgram.run("/usr/bin/sha256sum", [daemon.home.path + "/film"]).output
        let digits = String(sum.prefix(64))
        let right = try daemon.run(
            "get", "-o", "mine.mp4", "--checksum=sha-256=" + digits, "--on-complete=" + program, address(nginx))
        expect(right.status, is: 0, "\(right.errors)")
        #expect(daemon.has("mine.mp4", Self.film) as Bool)
        let id = try #require(right.output.split(separator: "\t").first)
        func told() throws -> String { try String(contentsOfFile: daemon.home.path + "/told", encoding: .utf8) }
        let first = "\(id)|1|\(daemon.downloads)/mine.mp4|"
        try expect(told(), is: first)
        let wrong = try daemon.run(
            "get", "-oother.mp4", "--checksum=sha-256=" + digits, "--on-complete=" + program, address(nginx, "b.mp4"))
        #expect(wrong.status == 32 && wrong.errors.contains("checksum mismatch"), "\(wrong)")
        #expect(try told() == first && !FileManager.default.fileExists(atPath: daemon.downloads + "/other.mp4"))
        let two = try daemon.run("get", "-o", "x.mp4", address(nginx), address(nginx, "b.mp4"))
        #expect(two.status == 2 && two.errors.contains("there are 2 addresses"), "\(two)")
        let path = try daemon.run("get", "-o", "../x.mp4", address(nginx))
        #expect(path.status != 0 && path.errors.contains("--out"), "\(path)")
        let other = try daemon.run("get", "--checksum=md5=00", address(nginx))
        #expect(other.status == 2 && other.errors.contains("a checksum is sha-256="), "\(other)")
        let empty = try daemon.run("get", "")
        #expect(empty.errors == "tvplay: : not an address; give one such as https://example.org/film.mp4\n")
    }

    @Test("downloads clear removes completed and failed downloads from the list, and keeps their files")
    func clear() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let done = try daemon.get("--wait", address(nginx))
        #expect(try daemon.run("get", "--wait", address(nginx, "none.mp4")).status != 0)
        let paused = try daemon.get("--paused", address(nginx, "b.mp4"))
        let refused = try daemon.run("downloads", "clear", paused)
        expect(refused.status, is: 2)
        #expect(refused.errors.contains("only completed or failed downloads can be cleared"), "\(refused.errors)")
        try expect(daemon.run("downloads", "clear", done).status, is: 0)
        #expect(try daemon.row(done) == nil)
        try expect(daemon.run("downloads", "clear").output, is: "Cleared 1 download; its files are kept.\n")
        try expect(daemon.json("downloads").map { $0["gid"] as? String }, is: [paused])
        #expect(daemon.has("film.mp4", Self.film) as Bool)
        #expect(try daemon.run("downloads", "clear").output.hasPrefix("Nothing to clear"))
    }

    @Test("DL-03: --download-metered=deny makes no request before NetworkManager has reported the kind of line")
    func metered() throws {
        let server = try FaultServer(file: Self.film)
        let daemon = try DaemonRun()
        let tools = daemon.home.path + "/tools"
        try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
        // It answers once the test allows it.
        try BuiltProgram.writeScript(
            "while [ ! -e \(tools)/go ]; do sleep 0.02; done\necho u 2\n", to: tools + "/busctl")
        let environment = daemon.environment.merging(["PATH": tools + ":/usr/bin:/bin"]) { _, new in new }
        let added = try BuiltProgram.run(
            DaemonRun.tvplay, ["get", "--download-metered=deny", server.text("/film.mp4")], environment: environment)
        let id = try #require(added.output.split(separator: "\t").first.map(String.init), "\(added.errors)")
        try daemon.wait(id) { $0["waiting"] as? String == "metered" }
        #expect(server.requests.isEmpty)
        _ = FileManager.default.createFile(atPath: tools + "/go", contents: nil)
        try daemon.wait(id) { $0["label"] as? String == "done" }
    }

    @Test("ADV-76, ADV-78: get --list-formats lists the definitions, and adds no download")
    func formats() throws {
        let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=1280x720\nhigh.m3u8\n"
        let nginx = try NginxServer(
            files: ["master.m3u8": Array(master.utf8), "film.mp4": Self.film], locations: "location / { root ROOT; }")
        let daemon = try DaemonRun()
        let said = try daemon.run("get", "--list-formats", address(nginx, "master.m3u8"), address(nginx))
        expect(said.status, is: 0, "\(said.errors)")
        #expect(said.output.contains("720p\t1280x720\t900 kbit/s\t"), "\(said.output)")
        #expect(said.output.hasSuffix("Only one version is available.\n"), "\(said.output)")
        let rows = try daemon.json("get", "--list-formats", address(nginx, "master.m3u8"))
        let definitions = rows.first?["definitions"] as? [[String: Any]]
        expect(definitions?.count, is: 1)
        #expect(definitions?.first?["key"] as? String == "720p")
        #expect(try daemon.run("get", "--list-formats", address(nginx, "none.m3u8")).status != 0)
        #expect(try daemon.json("downloads").isEmpty)
    }

    @Test("DL-25, DL-26: downloads can be paused, resumed and removed; PLAY-06: an unfinished file has a path")
    func control() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let id = try daemon.get("--limit=1K", address(nginx))
        try daemon.wait(id) { $0["phase"] as? String == "transfer" && ($0["files"] as? [Any])?.isEmpty == false }
        try expect(daemon.run("downloads", "pause", String(id.prefix(10))).status, is: 0)
        try daemon.wait(id) { $0["status"] as? String == "paused" }
        try expect(daemon.run("downloads", "pause", id).status, is: 0)
        let play = try #require(try daemon.json("downloads", "path", id).first)
        #expect(play["uri"] as? String == address(nginx))
        expect((play["part"] as? String)?.hasSuffix("film.mp4.tvpart"), is: true)
        try expect(daemon.run("downloads", "limit", "0", id).status, is: 0)
        try expect(daemon.run("downloads", "resume", id).status, is: 0)
        try daemon.wait(id) { $0["label"] as? String == "done" }
        #expect(daemon.has("film.mp4", Self.film) as Bool)
        // DL-25: a complete download cannot be paused.
        try expect(daemon.run("downloads", "pause", id).status, is: 2)
        try expect(daemon.run("downloads", "remove", "--yes", id).status, is: 0)
        #expect(try daemon.row(id) == nil)
        let other = try daemon.get("--paused", address(nginx))
        expect(daemon.contents("film.mp4"), is: nil)
        try expect(daemon.run("downloads", "remove", "--yes", "--all").status, is: 0)
        #expect(try daemon.row(other) == nil)
    }

    @Test("DL-01, DL-04: a killed daemon is restarted by the next command and resumes its downloads")
    func killed() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let id = try daemon.get("--limit=600K", address(nginx))
        // Each of the three connections notes every 256 KiB in the journal, and at least one has.
        let step = 256 << 10
        try daemon.wait(id) { ($0["completedLength"] as? Int ?? 0) >= 4 * step }
        // At this limit, fetching these bytes again would take hours.
        try expect(daemon.run("downloads", "limit", "1", id).status, is: 0)
        let first = try #require(daemon.processID)
        kill(first, SIGKILL)
        daemon.waitForEnd(of: first)
        try daemon.wait(id) { ($0["completedLength"] as? Int ?? 0) >= step }
        #expect(daemon.processID != first)
        try expect(daemon.run("downloads", "limit", "0", id).status, is: 0)
        try daemon.wait(id) { $0["label"] as? String == "done" }
        #expect(daemon.has("film.mp4", Self.film) as Bool)
    }

    @Test("DL-01: a download continues after its terminal is closed")
    func hangUp() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let library = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=" + $0] } ?? []
        try terminal.spawn(
            "/bin/sh", ["-c", #""$0" get --limit=1K "$1"; exec cat"#, DaemonRun.tvplay, address(nginx)],
            environment: daemon.words + library + ["PATH=/usr/bin:/bin", "TERM=xterm"])
        #expect(terminal.wait { $0.screen.text.contains("film.mp4") })
        let process = try #require(daemon.processID)
        terminal.hangUp()
        #expect(terminal.waitForExit() != nil)
        let id = try #require(try daemon.json("downloads").first?["gid"] as? String)
        expect(daemon.processID, is: process, "it has ended with the terminal")
        try daemon.wait(id) { $0["label"] as? String == "downloading" }
        try expect(daemon.run("downloads", "limit", "0", id).status, is: 0)
        try daemon.wait(id) { $0["label"] as? String == "done" }
        #expect(daemon.has("film.mp4", Self.film) as Bool)
    }

    @Test("DL-01: after SIGTERM the daemon resumes with the next command, and downloads stop ends it")
    func terminated() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let id = try daemon.get("--limit=1K", address(nginx))
        let first = try #require(daemon.processID)
        kill(first, SIGTERM)
        daemon.waitForEnd(of: first)
        #expect(try daemon.row(id)?["label"] as? String == "downloading")
        let second = try #require(daemon.processID)
        try expect(daemon.run("downloads", "stop").status, is: 0)
        daemon.waitForEnd(of: second)
        // No daemon is started only to be stopped.
        try expect(daemon.run("downloads", "stop").status, is: 0)
        expect(daemon.processID, is: nil)
    }

    @Test("CFG-08, DL-11: a class without a token helper is refused with a message about the option")
    func refusals() throws {
        let daemon = try DaemonRun()
        let room = try daemon.run("get", "--class=C")
        expect(room.status, is: 2)
        #expect(room.errors.contains("token-command"))
        let mixed = try daemon.run("get", "--paused", "http://127.0.0.1:9/a.mp4", "nothing")
        expect(mixed.status, is: 3)
        try expect(daemon.run("downloads", "retry", "abcdef").status, is: 2)
    }

    @Test("DL-15, ADV-75: a secure download is unreadable without the key, and fails with a message if there is none")
    func secure() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let without = try daemon.run("get", "--secure", "--wait", address(nginx, "b.mp4"))
        expect(without.status, is: 24)
        #expect(without.errors.contains("no key for encrypted downloads"))
        #expect(try daemon.run("downloads", "key").output.hasSuffix("/secure.key\n"))
        let id = try #require(try daemon.json("downloads").first?["gid"] as? String)
        try expect(daemon.run("downloads", "retry", id).status, is: 0)
        try daemon.wait(id) { $0["label"] as? String == "done" }
        let sealed = try #require(daemon.contents("b.mp4.sealed"))
        #expect(sealed.count > 99_999)
        #expect(!sealed.starts(with: Self.bytes(99_999).prefix(64)))
    }

    @Test("DL-20: concurrent clients share one list and one daemon")
    func together() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let environment = daemon.environment
        let statuses = Monitor<[Int32]>([])
        let plain = address(nginx, "b.mp4")
        let threads = (0..<6).map { number in
            WorkerThread(name: "client") {
                // Recorded below as a failure.
                let outcome = try? BuiltProgram.run(
                    DaemonRun.tvplay, ["get", plain + "?\(number)"], environment: environment)
                statuses.update { $0.append(outcome?.status ?? -1) }
            }
        }
        for thread in threads { thread.join() }
        expect(statuses.withLock { $0 }, is: [0, 0, 0, 0, 0, 0])
        try expect(daemon.json("downloads").count, is: 6)
    }

    @Test(
        "DL-01: a download queued over SSH continues after the session ends, as another session shows",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd"), "needs sshd"))
    func secureShell() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        func session(_ arguments: [String]) throws -> BuiltProgram.Outcome {
            let root = Checkout.folder
            let library = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=" + $0] } ?? []
            return try BuiltProgram.run(
                root.path + "/Scripts/ssh-link",
                ["--mbit", "100", "--rtt", "1", "--", "/usr/bin/env"] + daemon.words + library + [DaemonRun.tvplay]
                    + arguments)
        }
        let first = try session(["get", "--limit=1K", address(nginx)])
        try #require(first.status == 0, "\(first.errors)")
        let process = try #require(daemon.processID)
        let second = try session(["downloads", "--json"])
        #expect(second.output.contains(#""label":"downloading""#))
        expect(daemon.processID, is: process)
        let id = try #require(try daemon.json("downloads").first?["gid"] as? String)
        try expect(daemon.run("downloads", "limit", "0", id).status, is: 0)
        try daemon.wait(id) { $0["label"] as? String == "done" }
        #expect(daemon.has("film.mp4", Self.film) as Bool)
    }
}
