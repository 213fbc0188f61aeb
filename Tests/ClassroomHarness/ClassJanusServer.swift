package import ClassKeeper
import Foundation
import HTTPServing
package import PlayCore
import TestSupport

/// A real Janus server for tests of classes.
package final class ClassJanusServer {
    /// The condition for `.enabled(if:)`.
    package static let isPresent = JanusConfiguration.isInstalled && OwnInterfaces.hasBesideLoopback
    package static let absentReason: String =
        "needs janus (Scripts/install-deps test), and an interface beside the loopback, which Janus passes over"

    private let configuration: JanusConfiguration
    private let folder: URL
    private let mediaPorts: PortBlock
    private var child: ServerChild

    package init() throws {
        folder = try BuiltProgram.temporaryFolder()
        mediaPorts = try PortBlock()
        configuration = JanusConfiguration(
            folder: folder.path + "/janus", port: try PortLease.next(), mediaPorts: mediaPorts.ports, key: "the key")
        child = ServerChild(configuration)
        StartCount.note("Janus")
        try child.start()
    }

    deinit {
        child.stop()
        BuiltProgram.remove(folder)
    }

    package var settings: JanusServerSettings { JanusServerSettings(configuration) }

    /// Kills the server with SIGKILL, as a crash would.
    package func kill() throws {
        let text = try String(contentsOfFile: configuration.folder + "/process", encoding: .utf8)
        if let id = Int32(text.trimmingCharacters(in: .newlines)) { Foundation.kill(id, SIGKILL) }
    }

    package func startAgain() throws { try child.startAgain() }
}

/// A Janus that lets a client create a session, then accepts every further request and never answers it.
package final class HangingJanus {
    private struct State {
        var asked = 0
        var isOver = false
    }

    private let server: HTTPServer
    private let state: Monitor<State>

    package init() throws {
        let state = Monitor(State())
        self.state = state
        server = try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0)) { request in
            if request.method == .post, request.target.segments.count < 3 {
                return .text(200, #"{"janus":"success","data":{"id":7}}"#)
            }
            state.update { if request.method == .post { $0.asked += 1 } }
            _ = state.wait { $0.isOver ? () : nil }
            return .notFound
        }
    }

    deinit {
        state.update { $0.isOver = true }
        server.close()
    }

    package var settings: JanusServerSettings {
        JanusServerSettings(address: "http://127.0.0.1:\(server.port)/janus", key: "the key")
    }

    /// Waits until a request hangs. Returns whether one does before `deadline`.
    package func hangs(until deadline: HostTime) -> Bool {
        state.wait(until: deadline) { $0.asked > 0 ? () : nil } != nil
    }
}

extension KeeperSettings {
    /// Uses this Janus for the UDP link. The keeper answers join requests at the address that the ticket names.
    package mutating func use(_ janus: ClassJanusServer) throws { try use(janus.settings) }

    package mutating func use(_ janus: JanusServerSettings) throws {
        let port = try PortLease.next()
        web?.port = port
        publicAddress = "http://127.0.0.1:\(port)"
        self.janus = janus
    }
}
