import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@Suite("Streams to programs", .serialized, .timeLimit(.minutes(10)))
struct StreamOutputTests {
    /// Returns a program that writes its input to a file.
    private func reader(_ name: String, in folder: URL, _ script: String = "exec cat >\"$0.out\"\n") throws -> String {
        let path = folder.path + "/" + name
        try BuiltProgram.writeScript(script, to: path)
        return path
    }

    private func contents(_ program: String) -> Data {
        FileManager.default.contents(atPath: program + ".out") ?? Data()
    }

    /// Returns the numbers of the pictures of a YUV4MPEG2 stream of the counter, 128 × 32.
    private func numbers(_ data: Data, header: String) throws -> [Int] {
        var rest = data[...]
        let line = try #require(rest.firstIndex(of: 10))
        expect(String(decoding: rest[..<line], as: UTF8.self), is: header)
        rest = rest[(line + 1)...]
        let (mark, size) = (Data("FRAME\n".utf8), 128 * 32 * 3 / 2)
        var numbers: [Int] = []
        while rest.count >= mark.count + size {
            expect(rest.prefix(mark.count), is: mark)
            let luma = rest.dropFirst(mark.count)
            let row = luma.startIndex + 16 * 128
            numbers.append((0..<16).reduce(0) { $0 | (luma[row + $1 * 8 + 4] > 127 ? 1 << $1 : 0) })
            rest = luma.dropFirst(size)
        }
        #expect(rest.isEmpty)
        return numbers
    }

    private static let header = "YUV4MPEG2 W128 H32 F25:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED"

    @Test(
        "ARCH-39: one program gets the pictures and another the sound in real time to the end, and the pane stays empty"
    )
    func both() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let (picture, sound) = (try reader("picture", in: folder), try reader("sound", in: folder))
        let run = try PlayerRun([
            "--vo=null", "--stream-to=" + picture, "--stream-audio-to=" + sound, "--no-resume", "--control-bar=always",
            "--start=8", Fixtures.path("counter.mp4"),
        ])
        try run.wait(for: "the bar") { $0.text.contains("00:0") }
        expect(run.screen.counter, is: nil)
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
        expect(run.errors, is: "")
        let numbers = try numbers(contents(picture), header: Self.header)
        // A busy machine is late with the first pictures, and late pictures are dropped.
        #expect((200...204).contains(numbers.first ?? 0), "\(numbers)")
        #expect((48...52).contains(numbers.count), "\(numbers.count)")
        expect(numbers.last, is: 249, "\(numbers)")
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }, "\(numbers)")
        let wave = contents(sound)
        expect(wave.prefix(4), is: Data("RIFF".utf8))
        expect(wave.dropFirst(8).prefix(8), is: Data("WAVEfmt ".utf8))
        // 16 bits, 2 channels, 48 kHz: two seconds.
        #expect((375_000...392_000).contains(wave.count - 44), "\(wave.count)")
        #expect(wave.dropFirst(44).contains { $0 != 0 })
    }

    @Test("ARCH-39: if a program gets the sound, the list of devices names it and offers no device")
    func noDevices() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let sound = try reader("sound", in: folder)
        let run = try PlayerRun([
            "--stream-audio-to=" + sound, "--no-resume", "--loop-file=inf", Fixtures.path("counter.mp4"),
        ])
        try run.waitForPictures(2)
        run.type("gd")
        try run.wait(for: "the program") { $0.text.contains("This program gets the sound") }
        run.type("q")
        try run.wait(for: "the film alone") { !$0.text.contains("This program gets the sound") }
        try run.quit()
    }

    @Test("ARCH-39: without a terminal pictures are decoded for the program, without a message about sound only")
    func noTerminal() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let picture = try reader("picture", in: folder)
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"),
            ["--stream-to=" + picture, "--no-audio", "--no-resume", "--end=1", Fixtures.path("counter.mp4")],
            environment: ["HOME": folder.path, "LANG": "C.UTF-8"])
        expect(outcome.status, is: 0)
        expect(outcome.errors, is: "")
        expect(outcome.output, is: "")
        #expect(try (24...30).contains(numbers(contents(picture), header: Self.header).count))
    }

    @Test("ARCH-39: playback continues after the program has ended, with a message, and if it never reads")
    func bad() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let dead = try reader("dead", in: folder, "exit 3\n")
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun([
            "--stream-to=" + dead, "--stream-audio-to=sleep 1000", "--no-resume", "--input-ipc-server=" + name,
            Fixtures.path("counter.mp4"),
        ])
        try run.wait(for: "the word of it") { $0.text.contains("ended with status 3") }
        let client = try SocketClient(name)
        try run.wait(for: "playing on") { _ in ((try? client.get("time-pos")) as? Double ?? 0) > 1 }
        _ = try client.ask(#"["quit"]"#)
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
    }

    @Test("ARCH-39: a missing program is reported before anything plays")
    func missing() throws {
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["--stream-to=/nowhere/program -x", Fixtures.path("counter.mp4")],
            environment: ["HOME": "/nonexistent", "LANG": "C.UTF-8"])
        expect(outcome.status, is: 1)
        #expect(outcome.errors.contains("/nowhere/program cannot be started"), "\(outcome.errors)")
    }

    @Test("ARCH-39: after Ctrl-Z the program still gets pictures")
    func background() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let picture = try reader("picture", in: folder)
        let job = try JobRun(["--stream-to=" + picture])
        try job.wait(forText: "The picture goes to")
        try job.run.wait(for: "pictures") { _ in contents(picture).count > 100_000 }
        try job.suspend()
        let before = contents(picture).count
        try job.run.wait(for: "more pictures") { _ in contents(picture).count > before + 100_000 }
        try job.end(with: 4)
    }

    /// Returns which pictures of a YUV4MPEG2 stream of the counter are entirely black.
    private func blacks(_ data: Data) -> [Bool] {
        let size = 6 + 128 * 32 * 3 / 2
        guard var rest = data.firstIndex(of: 10).map({ data[($0 + 1)...] }) else { return [] }
        var blacks: [Bool] = []
        while rest.count >= size {
            let planes = rest.prefix(size).dropFirst(6)
            blacks.append(
                planes.prefix(128 * 32).allSatisfy { $0 == 16 } && planes.suffix(2048).allSatisfy { $0 == 128 })
            rest = rest.dropFirst(size)
        }
        return blacks
    }

    @Test(
        "INFO-11: for a video that may not be captured a program gets black pictures with a message, then the next video's true pictures",
        arguments: [true, false])
    func protected(hasTerminal: Bool) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let film = try FaultServer(
            file: Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("counter.mp4")))))
        let catalogue = try FaultServer { _ in
            .manifest(
                #"""
                {"id": "a", "definitions": [{"key": "low", "addresses": ["\#(film.text())"]}],
                 "prevent_screen_capture": true}
                """#)
        }
        let picture = try reader("picture", in: folder)
        let words = [
            "--stream-to=" + picture, "--no-audio", "--no-resume", "--start=3", "--length=1",
            "--catalogue=" + catalogue.text("/c.tvplay.json"), "catalogue://video/a", Fixtures.path("counter.mp4"),
        ]
        if hasTerminal {
            let run = try PlayerRun(words, environment: ["no_proxy": "127.0.0.1"])
            try run.wait(for: "what the program gets") {
                $0.text.contains("This video may not be recorded")
                    && $0.text.contains("tvplay sends picture black pictures")
            }
            try run.wait(for: "the next one") { !$0.text.contains("black pictures") }
            try expect(run.waitForExit(), is: .code(0))
        } else {
            let outcome = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), words,
                environment: ["HOME": folder.path, "LANG": "C.UTF-8", "no_proxy": "127.0.0.1"])
            expect(outcome.status, is: 0)
            expect(
                outcome.errors, is: "tvplay: This video may not be recorded: tvplay sends picture black pictures\n",
                "\(outcome.errors)")
        }
        let blacks = blacks(contents(picture))
        let count = blacks.prefix { $0 }.count
        #expect((20...30).contains(count), "\(count)")
        #expect((20...30).contains(blacks.count - count), "\(blacks.count)")
        #expect(!blacks.dropFirst(count).contains(true))
    }

    @Test("ARCH-39: the size in a report is 0 by 0")
    func size() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let film = Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("counter.mp4"))))
        let manifest =
            #"{"tvplay": 1, "videos": [{"id": "v", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}]}"#
        let server = try FaultServer { request in
            switch request.path {
            case "/report": FaultReply(204)
            case "/film.mp4": .file(film, for: request)
            default: FaultReply(200, Array(manifest.utf8))
            }
        }
        let picture = try reader("picture", in: folder)
        let run = try PlayerRun(
            [
                "--stream-to=" + picture, "--report-address=" + server.text("/report"), "--no-resume",
                server.text("/a.tvplay.json"),
            ], environment: ["no_proxy": "127.0.0.1"])
        try run.wait(for: "pictures") { _ in contents(picture).count > 100_000 }
        try run.quit()
        let report = server.requests.last { $0.method == "POST" }.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        #expect(report.contains(#""screen":{"columns":0,"height":0,"rows":0,"width":0}"#), "\(report)")
    }
}
