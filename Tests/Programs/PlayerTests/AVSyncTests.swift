import Foundation
import TestSupport
import Testing

extension RealTime {
    /// The coarse form of the measurement in `Tests/Programs/AVSync` (`make bench` has the fine one): a private PulseAudio keeps the
    /// pace, a clip flashes and beeps once a second.
    @Suite("AVSync")
    struct AVSyncTests {
        private struct Report: Decodable {
            let pairs: Int
            let medianMs: Double
            /// How late a process is that does a little at the rate of pictures: the player may be so, too.
            let lateMs: Double
        }

        private static let folder = Checkout.folder.appendingPathComponent("Tests/Programs/AVSync")

        /// Whether the tools that `make test` installs are there.
        static let hasTools = ["pulseaudio", "parec", "python3", "ffmpeg"].allSatisfy { tool in
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + tool) }
        }

        @Test(
            "Picture and sound are together: what is seen and what is heard differ by less than 60 ms at the median, and what this machine is late by",
            .enabled(if: hasTools, "pulseaudio, parec, python3 or ffmpeg is missing: run make test"))
        func together() throws {
            let temporary = try BuiltProgram.temporaryFolder()
            defer { BuiltProgram.remove(temporary) }
            let clip = temporary.appendingPathComponent("clip.mkv").path
            _ = try run("make-clip.sh", [clip, "8"])
            let output = try run(
                "avsync.py",
                [
                    "--size", "80x24", "--seconds", "12", "--", BuiltProgram.path("tvplay"), "--no-resume",
                    "--no-history",
                    clip,
                ])
            let report = try JSONDecoder().decode(Report.self, from: output)
            // One flash a second; the machine may be too busy to show one in time.
            #expect(report.pairs >= 3)
            #expect(abs(report.medianMs) < 60 + report.lateMs, "\(report)")
        }

        /// Standard output of a tool of the harness.
        private func run(_ tool: String, _ arguments: [String]) throws -> Data {
            let process = Process()
            process.executableURL = Self.folder.appendingPathComponent(tool)
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.runMarked()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "\(tool) failed")
            return output
        }
    }
}
