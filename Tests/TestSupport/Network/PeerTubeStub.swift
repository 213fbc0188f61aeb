import Foundation
import Glibc

/// `Tests/TestSupport/PeerTube/stub.py` as a process on 127.0.0.1: a PeerTube server that accepts and returns only what
/// the specification of its API allows. One specification is ours, of the part that the player uses; the other is
/// PeerTube's, where it is present.
package final class PeerTubeStub {
    private static let folder = Checkout.folder.appendingPathComponent("Tests/TestSupport/PeerTube").path
    private static let specifications: [String] = {
        let official = SharedMedia.path("peertube/openapi.yaml")
        return [folder + "/api.yaml"] + (FileManager.default.fileExists(atPath: official) ? [official] : [])
    }()
    package static let isPresent: Bool = hasYAML
    package static let absentReason = "needs python3-yaml (Scripts/install-deps test)"

    struct Failure: Error {}

    package let origin: String
    package let port: Int
    private let process: Process
    private let errors: Pipe

    package init() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [Self.folder + "/stub.py"] + Self.specifications
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.runMarked()
        // The line is empty if the stub has ended.
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

    /// Ends the stub. Returns all requests and answers that violate the specification; a test expects none.
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
