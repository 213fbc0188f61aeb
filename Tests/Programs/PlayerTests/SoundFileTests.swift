import Foundation
import Processes
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct SoundFileTests {
    @Test("PLAY-24: sound of 8 bits at 8 kHz advances")
    func slowSamples() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("x.wav")
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let samples = [UInt8](repeating: 128, count: 8000 * 9)
        let format = number(1, 2) + number(1, 2) + number(8000, 4) + number(8000, 4) + number(1, 2) + number(8, 2)
        let body =
            Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(samples.count, 4) + samples
        try Data(Array("RIFF".utf8) + number(body.count, 4) + body).write(to: file)
        let run = try PlayerRun(["--control-bar=always", file.path])
        try run.wait(for: "the second second") { screen in
            (1...8).contains { screen.text(row: 23).contains("00:0\($0) / 00:09") }
        }
        try run.quit()
    }

    /// Writes a tone that rises by 200 Hz each second, from 1000 Hz on.
    private func writeTone(_ seconds: Int, to file: URL) throws {
        var phase = 0.0
        let samples = (0..<48_000 * seconds).map { frame -> Int16 in
            phase += 2 * .pi * Double(1000 + 200 * (frame / 48_000)) / 48_000
            return Int16(8000 * sin(phase))
        }
        try Data(WaveFile.bytes(samples, sampleRate: 48_000)).write(to: file)
    }

    /// Returns the pitch of a quarter of a second of a WAV file (48 kHz, stereo) from a position on.
    private func pitch(_ wave: Data, at seconds: Double) -> Double {
        let frames = (0..<12_000).map { frame -> Int16 in
            let place = 44 + (Int(seconds * 48_000) + frame) * 4
            return place + 1 < wave.count ? Int16(bitPattern: UInt16(wave[place]) | UInt16(wave[place + 1]) << 8) : 0
        }
        return Double(zip(frames, frames.dropFirst()).count { ($0 < 0) != ($1 < 0) }) / 2 / 0.25
    }

    @Test("--audio-file plays the sound of another file in step with the picture, also from a later position")
    func anotherFile() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let tone = folder.appendingPathComponent("counter.wav")
        try writeTone(8, to: tone)
        let film = folder.path + "/counter.mp4"
        try FileManager.default.copyItem(atPath: Fixtures.path("counter.mp4"), toPath: film)
        func sound(_ options: [String]) throws -> Data {
            let reader = folder.path + "/sound"
            try BuiltProgram.writeScript("exec cat >\"$0.out\"\n", to: reader)
            let run = try PlayerRun(["--no-resume", "--stream-audio-to=" + reader] + options + [film])
            try expect(run.waitForExit(), is: .code(0))
            return FileManager.default.contents(atPath: reader + ".out") ?? Data()
        }
        let whole = try sound(["--audio-file=" + tone.path, "--end=3"])
        #expect(abs(pitch(whole, at: 0.4) - 1000) < 20)
        #expect(abs(pitch(whole, at: 1.4) - 1200) < 20)
        let later = try sound(["--audio-files=" + tone.path, "--start=4", "--end=6"])
        #expect(abs(pitch(later, at: 0.4) - 1800) < 20)
        #expect(abs(pitch(try sound(["--audio-file-auto=exact", "--end=1"]), at: 0.4) - 1000) < 20)
        #expect(abs(pitch(try sound(["--end=1"]), at: 0.4) - 300) < 20, "the film's own")
    }

    @Test("audio-add plays another file, audio-remove removes it, and a missing file is reported")
    func addedFile() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let tone = folder.appendingPathComponent("dub.wav")
        try writeTone(8, to: tone)
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            [
                "--no-resume", "--input-ipc-server=" + name, "--loop-file=inf", "--audio-file=/gone.flac",
                Fixtures.path("counter.mp4"),
            ])
        let client = try SocketClient(name)
        try run.wait(for: "why one is missing") { $0.text.contains("Playing without the audio of /gone.flac") }
        #expect(try client.get("track-list/count") as? Int == 2)
        _ = try client.ask(#"["audio-add","\#(tone.path)","select","Dub","en"]"#)
        try run.wait(for: "the dub") { _ in (try? client.get("aid")) as? Int == 2 }
        #expect(try client.get("track-list/2/external") as? Bool == true)
        #expect(try client.get("track-list/2/external-filename") as? String == tone.path)
        #expect(try client.get("track-list/2/title") as? String == "Dub")
        run.type("ga")
        try run.wait(for: "the list") { $0.text.contains("Dub") }
        run.type("\u{1B}")
        try run.wait(for: "no list any more") { !$0.text.contains("Dub") }
        _ = try client.ask(#"["audio-remove"]"#)
        try run.wait(for: "the film's own track alone") { _ in (try? client.get("track-list/count")) as? Int == 2 }
        try run.quit()
    }
}
