import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// Marked parts, and silence.
@Suite("Skipped parts", .serialized, .timeLimit(.minutes(10)))
struct SkipRunTests {
    /// The counter, with files beside it.
    private struct Film {
        let folder: URL
        let path: String

        init(_ files: [String: String] = [:]) throws {
            folder = try BuiltProgram.temporaryFolder()
            path = folder.path + "/film.mp4"
            try FileManager.default.copyItem(atPath: Fixtures.path("counter.mp4"), toPath: path)
            for (name, text) in files {
                try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            }
        }

        func remove() { BuiltProgram.remove(folder) }

        /// Returns a program that writes its input to a file.
        func reader(_ name: String) throws -> String {
            let program = folder.path + "/" + name
            try BuiltProgram.writeScript("exec cat >\"$0.out\"\n", to: program)
            return program
        }

        func output(_ name: String) -> Data {
            FileManager.default.contents(atPath: folder.path + "/" + name + ".out") ?? Data()
        }
    }

    /// Plays the film to its end and returns the numbers of the pictures that a program received, 25 a second.
    private func pictures(_ film: Film, _ options: [String]) throws -> [Int] {
        let reader = try film.reader("picture")
        let run = try PlayerRun(["--stream-to=" + reader, "--no-resume"] + options + [film.path])
        try expect(run.waitForExit(), is: .code(0))
        expect(run.errors, is: "")
        return PictureStream.numbers(film.output("picture"))
    }

    @Test(
        "the cuts of NAME.edl beside a film are skipped with all of their pictures, and the film plays to its end"
    )
    func editList() throws {
        let film = try Film(["film.edl": "## cuts\n0 1 0\n2 0:00:06.0 3\n#200 #225 0\n"])
        defer { film.remove() }
        let numbers = try pictures(film, [])
        #expect((25...29).contains(numbers.first ?? 0), "\(numbers)")
        #expect(!numbers.contains { (50..<150).contains($0) || (200..<225).contains($0) }, "\(numbers)")
        #expect(
            numbers.contains { (45..<50).contains($0) } && numbers.contains { (150..<155).contains($0) }, "\(numbers)")
        expect(numbers.last, is: 249, "\(numbers)")
    }

    @Test(
        "--skip=no plays every part, and --no-skip-auto ignores the file of marks beside the film",
        arguments: ["--skip=no", "--no-skip-auto"])
    func everything(option: String) throws {
        let film = try Film(["film.edl": "2 6 0\n"])
        defer { film.remove() }
        #expect(try pictures(film, [option, "--start=1.5", "--end=4"]).contains { (50..<100).contains($0) })
    }

    @Test("--skip-file names another file, and --skip sets the action of each category")
    func named() throws {
        let film = try Film([
            "other.json": #"[{"segment":[2,8],"category":"intro"},{"segment":[9,10],"category":"sponsor"}]"#
        ])
        defer { film.remove() }
        let numbers = try pictures(
            film, ["--skip=intro:skip,sponsor:show", "--skip-file=\(film.folder.path)/other.json"])
        #expect(!numbers.contains { (50..<200).contains($0) }, "\(numbers)")
        #expect(numbers.contains { $0 > 225 })
    }

    @Test("--skip-chapters skips the chapters with matching names, also the first one")
    func chapters() throws {
        let film = try Film()
        defer { film.remove() }
        let numbers = try pictures(film, ["--skip-chapters=^fir"])
        #expect((numbers.first ?? 0) >= 100, "\(numbers)")
        expect(numbers.last, is: 249, "\(numbers)")
    }

    @Test("a skip is announced with the key that goes back, and the same key skips again")
    func undone() throws {
        let film = try Film(["film.skip.json": #"{"segments":[{"segment":[1,8],"category":"sponsor"}]}"#])
        defer { film.remove() }
        let run = try PlayerRun(["--no-resume", film.path])
        try run.wait(for: "the word of it") { $0.text.contains("Skipped: sponsor (00:07). g-Backspace goes back") }
        try run.wait(for: "what comes behind it") { ($0.counter ?? 0) >= 200 }
        run.type("g\u{7F}")
        try run.wait(for: "the skipped part") { (25..<60).contains($0.counter ?? 0) }
        try run.waitForPictures(20)
        run.type("g\u{7F}")
        try run.wait(for: "what comes behind it, again") { ($0.counter ?? 0) >= 200 }
        try run.quit()
    }

    @Test("a part with a question names the key that skips it, and the slider shows parts")
    func asked() throws {
        let film = try Film(["film.skip.json": #"[{"segment":[1,7],"category":"intro"}]"#])
        defer { film.remove() }
        let run = try PlayerRun(["--no-resume", "--control-bar=always", film.path])
        try run.wait(for: "the question") { $0.text.contains("intro: X skips to 00:07") }
        #expect(run.row(23).filter { $0 == "▒" }.count > 5, "\(run.row(23))")
        run.type("X")
        try run.wait(for: "the end of it") { ($0.counter ?? 0) >= 175 }
        run.type("X")
        try run.wait(for: "why nothing happens") { $0.text.contains("The playback position is not in a marked part") }
        try run.quit()
    }

    @Test(
        "an unreadable file of marks is reported with the reason, and the film plays",
        arguments: [
            ("film.edl", "# mpv EDL v0\nfilm.mp4,1,2\n", "mpv's"), ("film.edl", "hello\n", "line 1"),
            ("film.skip.json", "{\u{1B}]0;x\u{7}", "SponsorBlock"),
        ])
    func unreadable(_ name: String, _ text: String, _ reason: String) throws {
        let film = try Film([name: text])
        defer { film.remove() }
        let run = try PlayerRun(["--no-resume", film.path], columns: 120)
        try run.wait(for: "the reason") {
            $0.text.contains("Cannot read the marked parts of \(name):") && $0.text.contains(reason)
        }
        try run.waitForPictures(5)
        try run.quit()
    }

    @Test("an invalid line of an edit list is reported, and the other lines apply")
    func wrongLine() throws {
        let film = try Film(["film.edl": "4 6 0\nrubbish\n"])
        defer { film.remove() }
        let run = try PlayerRun(["--no-resume", "--no-audio", film.path], columns: 120)
        try run.wait(for: "the line's number") { $0.text.contains("film.edl: line 2 is not an edit of Kodi's EDL") }
        try run.wait(for: "what was skipped") { $0.text.contains("Skipped: edited-out part (00:02)") }
        try run.quit()
    }

    @Test("a server that does not answer for the marks costs two seconds, and is reported")
    func late() throws {
        let film = try Film()
        defer { film.remove() }
        let server = try FaultServer { .file([], for: $0, faults: [.hold]) }
        let run = try PlayerRun(
            ["--no-resume", "--no-audio", "--skip-file=" + server.text("/marks.edl"), film.path], columns: 120)
        try run.wait(for: "the reason") {
            $0.text.contains("Cannot read the marked parts of marks.edl: it did not arrive within 2 seconds")
        }
        try run.waitForPictures(5)
        try run.quit()
    }

    @Test("a position is saved on the film's own time axis, regardless of skipped parts before it")
    func remembered() throws {
        let film = try Film(["film.edl": "0 2 0\n"])
        defer { film.remove() }
        let home = film.folder.appendingPathComponent("home").path
        func run(_ options: [String]) throws -> PlayerRun {
            try PlayerRun(options + [film.path], environment: ["HOME": home])
        }
        let first = try run(["--start=2.5"])
        try first.wait(for: "3 s") { ($0.counter ?? 0) >= 75 }
        first.type(" ")
        try first.wait(for: "the pause") { $0.text(row: 23).contains("►") }
        let stopped = try first.waitForPicture()
        try first.quit()
        let second = try run(["--pause"])
        try second.wait(for: "the place") { ($0.counter ?? 0) > 0 }
        #expect(abs(try second.waitForPicture() - stopped) <= 1)
        try second.quit()
    }

    @Test("a muted part has no sound, and its picture plays")
    func muted() throws {
        let film = try Film(["film.edl": "2 6 1\n"])
        defer { film.remove() }
        let reader = try film.reader("sound")
        let run = try PlayerRun(["--vo=null", "--no-resume", "--stream-audio-to=" + reader, film.path])
        try expect(run.waitForExit(), is: .code(0))
        // 16 bits, 2 channels, 48 kHz.
        func isSilent(_ from: Double, _ to: Double) -> Bool {
            let wave = film.output("sound").dropFirst(44)
            return wave.dropFirst(Int(from * 48_000) * 4).prefix(Int((to - from) * 48_000) * 4).allSatisfy { $0 == 0 }
        }
        #expect(isSilent(2.01, 5.99))
        #expect(!isSilent(1.8, 1.99))
        #expect(!isSilent(6.01, 6.2))
    }

    /// A second of sound, four of silence, a second of sound, at 48 kHz.
    private static let talk: [Int16] = {
        let step: Double = 440 * 2 * .pi / 48_000
        return (0..<48_000 * 6).map { (48_000..<240_000).contains($0) ? 0 : Int16(8000 * sin(Double($0) * step)) }
    }()

    @Test("--skip-silence plays silence faster, and the sound around it at normal speed")
    func silence() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("talk.wav")
        try Data(WaveFile.bytes(Self.talk, sampleRate: 48_000)).write(to: file)
        func seconds(_ options: [String]) throws -> Double {
            let reader = folder.path + "/sound"
            try BuiltProgram.writeScript("exec cat >\"$0.out\"\n", to: reader)
            let run = try PlayerRun(["--no-resume", "--stream-audio-to=" + reader] + options + [file.path])
            try expect(run.waitForExit(), is: .code(0))
            let data = FileManager.default.contents(atPath: reader + ".out") ?? Data()
            return Double(data.count - 44) / 4 / 48_000
        }
        #expect(abs(try seconds([]) - 6) < 0.1)
        // 0.5 s and 0.1 s of the silence at normal speed, 3.4 s four times as fast.
        #expect(abs(try seconds(["--skip-silence"]) - 3.45) < 0.15)
        #expect(abs(try seconds(["--skip-silence", "--silence-speed=2", "--silence-length=1.9"]) - 5) < 0.15)
        #expect(abs(try seconds(["--skip-silence", "--silence-length=5"]) - 6) < 0.1)
    }

    @Test("g-P and the property skip-silence switch faster playback of silence on and off")
    func silenceKey() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("talk.wav")
        try Data(WaveFile.bytes(Self.talk, sampleRate: 48_000)).write(to: file)
        let reader = folder.path + "/sound"
        try BuiltProgram.writeScript("exec cat >\"$0.out\"\n", to: reader)
        /// Returns the seconds of sound if the key was pressed before playback.
        func seconds(_ options: [String], _ text: String, isOn: Bool) throws -> Double {
            let name = "@tvplay-test-" + UUID().uuidString
            let run = try PlayerRun(
                [
                    "--no-resume", "--pause", "--control-bar=always", "--input-ipc-server=" + name,
                    "--stream-audio-to=" + reader,
                ] + options + [file.path])
            let client = try SocketClient(name)
            try run.wait(for: "the file") { $0.text.contains("00:00 / 00:06") }
            #expect(try client.get("skip-silence") as? Bool == !isOn)
            run.type("gP")
            try run.wait(for: "what it says") { $0.text.contains(text) }
            #expect(try client.get("skip-silence") as? Bool == isOn)
            for value in [!isOn, isOn] {
                _ = try client.ask("[\"set_property\", \"skip-silence\", \(value)]")
                #expect(try client.get("skip-silence") as? Bool == value)
            }
            run.type(" ")
            try expect(run.waitForExit(), is: .code(0))
            let data = FileManager.default.contents(atPath: reader + ".out") ?? Data()
            return Double(data.count - 44) / 4 / 48_000
        }
        // Sound that was ready before the key was pressed plays at its old speed.
        #expect((3.3..<5).contains(try seconds([], "Speeding up silence", isOn: true)))
        #expect((5.5..<6.1).contains(try seconds(["--skip-silence"], "Playing silence at normal speed", isOn: false)))
    }

    @Test("the key that speeds up silence reports an item without sound")
    func silenceWithoutSound() throws {
        let run = try PlayerRun(["--no-resume", "--pause", Fixtures.path("video-only.mp4")])
        try run.wait(for: "the bar") { $0.text.contains("00:00 / 00:10") }
        run.type("g")
        run.type("P")
        try run.wait(for: "the message") { $0.text.contains("This item has no sound") }
        try run.quit()
    }

    @Test(
        "invalid rules are refused before anything plays",
        arguments: ["--skip=sponsor", "--skip=x:skip", "--skip-chapters=("])
    func refused(_ option: String) throws {
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), [option, Fixtures.path("counter.mp4")], environment: ["LANG": "C.UTF-8"])
        expect(outcome.status, is: 1)
        #expect(outcome.errors.contains("--skip"))
    }

    @Test("chapters and the highlight of NAME.skip.json are chapters, and X seeks to the highlight")
    func highlight() throws {
        let film = try Film([
            "film.skip.json":
                #"[{"category":"poi_highlight","actionType":"poi","segment":[8,8],"description":""},"#
                + #"{"category":"chapter","actionType":"chapter","segment":[2,5],"description":"The gate"}]"#
        ])
        defer { film.remove() }
        let run = try PlayerRun(["--no-resume", "--pause", film.path])
        try run.wait(for: "the hint") { $0.text.contains("highlight: X skips to 00:08") }
        run.type("gc")
        try run.wait(for: "the chapters") { $0.text.contains("The gate") && $0.text.contains("4: Highlight") }
        run.type("\u{1B}")
        try run.wait(for: "no list any more") { !$0.text.contains("The gate") }
        run.type("X")
        try run.wait(for: "the highlight") { (200..<205).contains($0.counter ?? 0) }
        try run.quit()
    }
}

/// Reads the counter's film from `--stream-to`.
enum PictureStream {
    /// Returns the numbers of the pictures, which are 128 × 32 in YUV4MPEG2.
    static func numbers(_ data: Data) -> [Int] {
        var rest = Array(data.drop { $0 != 10 }.dropFirst())[...]
        let (mark, size) = (6, 128 * 32 * 3 / 2)
        var numbers: [Int] = []
        while rest.count >= mark + size {
            let row = rest.startIndex + mark + 16 * 128
            numbers.append((0..<16).reduce(0) { $0 | (rest[row + $1 * 8 + 4] > 127 ? 1 << $1 : 0) })
            rest = rest.dropFirst(mark + size)
        }
        return numbers
    }
}

/// A mono WAV file of 16 bits.
enum WaveFile {
    static func bytes(_ samples: [Int16], sampleRate: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let data = samples.flatMap { number(Int($0), 2) }
        let format = number(1, 2) + number(1, 2) + number(sampleRate, 4) + number(sampleRate * 2, 4) + number(2, 2)
        let body =
            Array("WAVEfmt ".utf8) + number(16, 4) + format + number(16, 2) + Array("data".utf8)
            + number(data.count, 4) + data
        return Array("RIFF".utf8) + number(body.count, 4) + body
    }
}
