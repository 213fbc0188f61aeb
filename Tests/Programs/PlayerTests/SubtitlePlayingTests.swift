import Cells
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct SubtitlePlayingTests {
    private static let english =
        "1\n00:00:00,000 --> 00:00:03,000\n<i>The first line</i>\n\n2\n00:00:05,000 --> 00:00:09,500\nThe <b>second</b> line\n"
    private static let chinese = "1\n00:00:00,000 --> 00:00:03,000\n第一行\n\n2\n00:00:05,000 --> 00:00:09,500\n第二行\n"

    /// Creates a folder with a link to the clip, and files beside it.
    private func folder(_ files: [String: Data]) throws -> URL {
        let folder = try BuiltProgram.temporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("clip.mp4").path, withDestinationPath: Fixtures.path("counter.mp4"))
        for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
        return folder
    }

    private func clip(_ folder: URL) -> String { folder.appendingPathComponent("clip.mp4").path }

    /// Returns a text in GBK, converted by the program iconv, which the player does not use.
    private static func gbk(_ text: String) throws -> Data {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
        process.arguments = ["-f", "UTF-8", "-t", "GBK"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(text.utf8))
        try input.fileHandleForWriting.close()
        defer { process.waitUntilExit() }
        return output.fileHandleForReading.readDataToEndOfFile()
    }

    private func trimmed(_ screen: VTScreen, _ row: Int) -> String {
        screen.text(row: row).trimmingCharacters(in: .whitespaces)
    }

    @Test("PLAY-27, ADV-18: a line of a file beside the clip is shown exactly with the pictures of its times")
    func beside() throws {
        let folder = try folder(["clip.en.srt": Data(Self.english.utf8)])
        defer { BuiltProgram.remove(folder) }
        let run = try PlayerRun(["--pause", "--start=1", "--control-bar=never", clip(folder)])
        try run.wait(for: "the first line") { $0.text(row: 22).contains("The first line") && $0.counter == 25 }
        run.type("g4\r")
        try run.wait(for: "no line at 4 s") { $0.counter == 100 && !$0.text.contains("line") }
        run.type("g6\r")
        try run.wait(for: "the second line at 6 s") {
            $0.counter == 150 && self.trimmed($0, 22) == "The second line"
        }
        try run.quit()
    }

    @Test("ADV-20: lines appear and disappear with their pictures during playback, and the log of events reports it")
    func playing() throws {
        let text = "1\n00:00:00,400 --> 00:00:01,600\nshort line\n"
        let folder = try folder(["clip.srt": Data(text.utf8)])
        defer { BuiltProgram.remove(folder) }
        let log = folder.appendingPathComponent("events")
        let run = try PlayerRun(["--control-bar=never", "--log-events=" + log.path, clip(folder)])
        try run.wait(for: "the line") { $0.text(row: 22).contains("short line") }
        let came = run.screen.counter ?? 0
        try run.wait(for: "no line") { !$0.text.contains("short line") }
        let went = run.screen.counter ?? 0
        // The bounds are pictures 10 and 40, with a margin for pictures that a busy machine drops or delays.
        #expect((8...30).contains(came), "\(came), \(went)")
        #expect((36...80).contains(went), "\(came), \(went)")
        try run.quit()
        let events = String(decoding: try Data(contentsOf: log), as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ") }.filter { $0.count > 1 && $0[1].hasPrefix("onSubtitle") }
        expect(events.map { $0[1] }, is: ["onSubtitleExtAdded", "onSubtitleShow", "onSubtitleHide"])
        expect(events.map { $0.dropFirst(3).joined(separator: " ") }, is: ["track=0", "track=0 id=0", "track=0 id=0"])
    }

    @Test("PLAY-27: two tracks are shown, the first above the second, GBK is detected, and the bar names both")
    func two() throws {
        let folder = try folder([
            "clip.en.srt": Data(Self.english.utf8), "clip.zh.srt": try Self.gbk(Self.chinese),
        ])
        defer { BuiltProgram.remove(folder) }
        let run = try PlayerRun(["--pause", "--secondary-sid=auto", clip(folder)], columns: 100, rows: 24)
        try run.wait(for: "both lines above the bar") {
            self.trimmed($0, 20) == "The first line" && self.trimmed($0, 21) == "第一行"
                && $0.text(row: 23).contains("CC en+zh")
        }
        run.type("\u{1B}[1;5C")
        try run.wait(for: "the second lines, at their beginning") {
            self.trimmed($0, 20) == "The second line" && self.trimmed($0, 21) == "第二行" && $0.counter == 125
        }
        run.type("v")
        try run.wait(for: "the second track alone") {
            !$0.text.contains("The second line") && self.trimmed($0, 21) == "第二行"
        }
        run.type("j")
        try run.wait(for: "a message that subtitles are off") { $0.text(row: 22).contains("Subtitles: off") }
        try run.quit()
    }
}
