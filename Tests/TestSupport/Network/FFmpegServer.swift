import Foundation

/// The `ffmpeg` tool as a server of one client. Sends in real time, in a loop.
package final class FFmpegServer: Sendable {
    private let process: RunningTool

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
    /// - file: the file to send.
    /// - output: format, options and address; `PORT` in them is replaced by `port`.
    package init(file: String, port: Int, output: [String]) throws {
        let input = ["-nostdin", "-v", "error", "-re", "-stream_loop", "-1", "-i", file, "-c", "copy"]
        process = try RunningTool(
            [Self.path ?? "/usr/bin/ffmpeg"] + input + output.map { $0.replacing("PORT", with: "\(port)") })
    }

    package var isRunning: Bool { process.isRunning }

    /// Acts like a power failure.
    package func kill() { process.kill() }
}
