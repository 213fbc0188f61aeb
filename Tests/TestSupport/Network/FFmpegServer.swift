import Foundation

/// The `ffmpeg` tool as a server of one client, for protocols of its own; it sends at the pace of time, round and round.
package final class FFmpegServer: Sendable {
    private let process: RunningTool

    /// For `.enabled(if:)`: whether the tool is there and speaks it.
    package static func speaks(_ protocol: String) -> Bool { protocols.contains(`protocol`) }

    package static func absentReason(_ protocol: String) -> String { "needs an ffmpeg that speaks \(`protocol`)" }

    private static let path: String? = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static let protocols: Set<String> = {
        guard let path, let outcome = try? BuiltProgram.run(path, ["-hide_banner", "-protocols"]) else { return [] }
        return Set(outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }()

    /// - Parameters:
    ///   - file: what is sent.
    ///   - output: format, options and address; `PORT` stands for a free one.
    /// - Throws: when the tool cannot be started.
    package init(file: String, port: Int, output: [String]) throws {
        let input = ["-nostdin", "-v", "error", "-re", "-stream_loop", "-1", "-i", file, "-c", "copy"]
        process = try RunningTool(
            [Self.path ?? "/usr/bin/ffmpeg"] + input + output.map { $0.replacing("PORT", with: "\(port)") })
    }

    package var isRunning: Bool { process.isRunning }

    /// At once, as a machine that loses its power.
    package func kill() { process.kill() }
}
