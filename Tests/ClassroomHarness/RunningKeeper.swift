package import Foundation
import PlayCore
import Processes
package import Signalling
package import TestSupport

/// `tvplay-keeper up` or `run` as a process, until it is ended. Its classes are in `classes` of a test's folder.
package final class RunningKeeper {
    package struct NoAnswer: Error, CustomStringConvertible { package let description: String }

    package static let program = BuiltProgram.path("tvplay-keeper")
    /// The text that `run` prints once it is ready.
    package static let sign = "answers join requests"

    package let process: RunningTool
    private let output: String
    private let sign: String

    /// - Parameters:
    ///   - variables: environment variables in addition to those of this process.
    ///   - sign: the text that it prints once it is ready.
    ///   - launcher: the words of a program that starts it.
    package init(
        _ folder: URL, command: String, _ arguments: [String], variables: [String: String] = [:], sign: String,
        launcher: [String] = []
    ) throws {
        self.sign = sign
        output = folder.path + "/output"
        process = try RunningTool(
            launcher + [Self.program, command, "--dir", folder.path + "/classes"] + arguments,
            name: "tvplay-keeper " + command,
            variables: variables,
            output: .file(path: output, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600), errors: .inherited)
    }

    /// Starts `up` with servers of its own.
    ///
    /// - Parameter ports: the ports for all of these servers.
    package convenience init(
        up folder: URL, _ ports: PortBlock, _ arguments: [String] = [], variables: [String: String] = [:],
        launcher: [String] = []
    ) throws {
        let range = "\(ports.ports.lowerBound)-\(ports.ports.upperBound)"
        try self.init(
            folder, command: "up", ["--ports", range] + arguments, variables: variables, sign: "Ready.",
            launcher: launcher)
    }

    /// Starts `run` beside an XMPP server that already runs, and returns when the keeper is ready.
    ///
    /// - Parameter port: the port for join requests, or `nil` for the program's default.
    package convenience init(beside server: ProsodyConfiguration, in folder: URL, port: Int? = nil) throws {
        let secrets = folder.appendingPathComponent("secrets")
        let text = "# ours\ncomponent=\(server.componentSecret)\ntoken=\(server.tokenSecret)\n"
        try Data(text.utf8).write(to: secrets)
        let arguments = [
            "--domain", server.domain, "--xmpp", "127.0.0.1:\(server.ports.components)", "--secrets", secrets.path,
            "--server", "127.0.0.1:\(server.ports.clients)", "--authority", server.certificatePath,
        ]
        try self.init(
            folder, command: "run", arguments + (port.map { ["--port", "\($0)"] } ?? []), sign: Self.sign)
        try self.text()
    }

    deinit { end() }

    /// Waits until the keeper is ready, and returns its output so far.
    @discardableResult
    package func text() throws -> String {
        var text = ""
        let isReady = process.isReady {
            text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            return text.contains(sign)
        }
        guard isReady else { throw NoAnswer(description: "not ready: \(text)") }
        return text
    }

    package var links: [String] {
        get throws {
            try text().split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("http") }
        }
    }

    package func end(_ signal: Int32 = SIGTERM) { process.kill(signal) }
}
