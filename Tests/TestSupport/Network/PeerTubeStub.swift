import Foundation
import Glibc

/// `Tests/TestSupport/PeerTube/stub.py` as a process on 127.0.0.1: a PeerTube server that takes and answers only what is in the
/// specification of its API.
package final class PeerTubeStub {
    static let specification = SharedMedia.path("peertube/openapi.yaml")
    package static let isPresent = FileManager.default.fileExists(atPath: specification) && hasYAML
    package static let absentReason =
        "needs ../shared/media/peertube/openapi.yaml and python3-yaml (Scripts/install-deps test)"

    struct Failure: Error {}

    package let origin: String
    package let port: Int
    private let process: Process
    private let errors: Pipe

    package init() throws {
        let script = Checkout.folder.appendingPathComponent("Tests/TestSupport/PeerTube/stub.py").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [script, Self.specification]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.runMarked()
        // Waits until it listens; empty when it has ended.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.filter { !$0.isWhitespace }) else {
            process.waitUntilExit()
            throw Failure()
        }
        (self.process, self.errors) = (process, errors)
        self.port = port
        origin = "http://127.0.0.1:\(port)"
    }

    deinit { if process.isRunning { stop() } }

    /// Ends it. What it was asked, or answered, that is not in the specification; nothing may be.
    package func violations() -> String {
        stop()
        return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    private func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static let hasYAML: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", "import yaml"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
