package import ClassKeeper
import Foundation
import HTTPServing
import JanusRooms
import PlayCore
import TestSupport

/// A real Janus, for tests of classes.
package final class ClassJanusServer {
    /// For `.enabled(if:)`.
    package static let isPresent = JanusConfiguration.isInstalled && OwnInterfaces.hasBesideLoopback
    package static let absentReason: String =
        "needs janus (Scripts/install-deps test), and an interface beside the loopback, which Janus passes over"

    private let configuration: JanusConfiguration
    private let folder: URL
    private var child: ServerChild

    package init() throws {
        folder = try BuiltProgram.temporaryFolder()
        let first = Int.random(in: 20_000..<30_000)
        configuration = JanusConfiguration(
            folder: folder.path + "/janus", port: try LoopbackSocket.freePort(), mediaPorts: first...(first + 199),
            key: "the key")
        child = ServerChild(configuration)
        try child.start()
    }

    deinit {
        child.stop()
        BuiltProgram.remove(folder)
    }

    package var settings: JanusServerSettings { JanusServerSettings(configuration) }

    /// Ends it as a crash would.
    package func kill() throws {
        let text = try String(contentsOfFile: configuration.folder + "/process", encoding: .utf8)
        if let id = Int32(text.trimmingCharacters(in: .newlines)) { Foundation.kill(id, SIGKILL) }
    }

    package func startAgain() throws { try child.startAgain() }
}

extension KeeperSettings {
    /// With a Janus for the UDP link; join requests are answered where the ticket says.
    package mutating func use(_ janus: ClassJanusServer) throws {
        let port = try LoopbackSocket.freePort()
        web?.port = port
        publicAddress = "http://127.0.0.1:\(port)"
        self.janus = janus.settings
    }
}
