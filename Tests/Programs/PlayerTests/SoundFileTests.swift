import Foundation
import TestSupport
import Testing

/// Sound alone, in the real program.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SoundFileTests {
    @Test("PLAY-24: 8 bits at 8 kHz do not stay at their beginning")
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
}
