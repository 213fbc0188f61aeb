package import Foundation
import PlayCore
package import Signalling
import TestSupport

/// `tvplay-keeper up` or `run` as people run it, until it is ended; its classes are in `classes` of a test's folder.
package final class RunningKeeper {
    package struct NoAnswer: Error, CustomStringConvertible { package let description: String }

    package static let program = BuiltProgram.path("tvplay-keeper")

    package let process = Process()
    private let output: URL
    private let sign: String

    /// - Parameter sign: what it prints once it is ready.
    package init(
        _ folder: URL, command: String = "up", _ arguments: [String] = [], sign: String = "Ready."
    ) throws {
        self.sign = sign
        output = folder.appendingPathComponent("output")
        try Data().write(to: output)
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = [command, "--dir", folder.path + "/classes"] + arguments
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.standardError
        try process.run()
    }

    /// `run` beside an XMPP server that is there already; ready when it returns.
    ///
    /// - Parameter port: where people ask to be let in; nil: the program's own choice.
    package convenience init(beside server: ProsodyConfiguration, in folder: URL, port: Int? = nil) throws {
        let secrets = folder.appendingPathComponent("secrets")
        let text = "# ours\ncomponent=\(server.componentSecret)\ntoken=\(server.tokenSecret)\n"
        try Data(text.utf8).write(to: secrets)
        let arguments = [
            "--domain", server.domain, "--xmpp", "127.0.0.1:\(server.ports.components)", "--secrets", secrets.path,
            "--server", "127.0.0.1:\(server.ports.clients)", "--authority", server.certificatePath,
        ]
        try self.init(
            folder, command: "run", arguments + (port.map { ["--port", "\($0)"] } ?? []), sign: "Join requests")
        try self.text()
    }

    deinit { end() }

    /// What it has printed, once it is ready.
    @discardableResult
    package func text() throws -> String {
        let deadline = SystemClock().now + .seconds(60)
        let patience = Monitor(())
        while process.isRunning, SystemClock().now < deadline {
            let text = try String(contentsOf: output, encoding: .utf8)
            if text.contains(sign) { return text }
            _ = patience.wait(until: SystemClock().now + .milliseconds(20)) { _ in nil as Void? }
        }
        throw NoAnswer(description: "not ready")
    }

    package var links: [String] {
        get throws {
            try text().split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("http") }
        }
    }

    package func end(_ signal: Int32 = SIGTERM) {
        guard process.isRunning else { return }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
    }
}
