import Foundation
import TestSupport
import Testing

extension RealTime {
    /// The coarse form of the measurement in `Tests/Programs/AVSync` (`make bench` has the fine one). A private
    /// PulseAudio sets the pace, and a clip flashes and beeps once a second.
    @Suite("AVSync")
    struct AVSyncTests {
        private struct Report: Decodable {
            let pairs: Int
            let medianMs: Double
            /// The delay of a process that does little work at the rate of pictures. The player may be that late, too.
            let lateMs: Double
        }

        private static let folder = Checkout.folder.appendingPathComponent("Tests/Programs/AVSync")

        /// Whether the tools that `make test` installs are present.
        static let hasTools = ["pulseaudio", "parec", "python3", "ffmpeg"].allSatisfy { tool in
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + tool) }
        }

        @Test(
            "the median difference between picture and sound is less than 60 ms plus the delay of this machine",
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
            // One flash a second, of which a busy machine may miss some.
            #expect(report.pairs >= 3)
            #expect(abs(report.medianMs) < 60 + report.lateMs, "\(report)")
        }

        /// Returns the standard output of a tool of the harness.
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
