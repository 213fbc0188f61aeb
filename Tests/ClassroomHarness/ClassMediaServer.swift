package import ClassKeeper
import Foundation
package import PlayCore
import TestSupport

/// A real nginx with its module for RTMP, for tests of classes.
package final class ClassMediaServer {
    /// For `.enabled(if:)`.
    package static let isPresent =
        NginxConfiguration.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
    package static let absentReason: String = "needs nginx, libnginx-mod-rtmp and ffmpeg (Scripts/install-deps test)"

    package let configuration: NginxConfiguration
    private let folder: URL
    private var child: ServerChild

    package init() throws {
        folder = try BuiltProgram.temporaryFolder()
        configuration = NginxConfiguration(
            folder: folder.path + "/nginx",
            ports: NginxConfiguration.Ports(
                rtmp: try LoopbackSocket.freePort(), control: try LoopbackSocket.freePort(),
                hooks: try LoopbackSocket.freePort()), secret: "secret")
        child = ServerChild(configuration)
        try child.start()
    }

    deinit {
        child.stop()
        BuiltProgram.remove(folder)
    }

    package var settings: MediaServerSettings { MediaServerSettings(configuration, host: "127.0.0.1") }

    /// Ends it as a crash would.
    package func kill() throws {
        let text = try String(contentsOfFile: configuration.folder + "/process", encoding: .utf8)
        if let id = Int32(text.trimmingCharacters(in: .newlines)) { Foundation.kill(id, SIGKILL) }
    }

    package func startAgain() throws { try child.startAgain() }
}

/// The tool `ffmpeg`, which publishes what a test makes up.
package final class Publisher {
    private let process = Process()

    /// - Parameter address: of the stream, with the token.
    package init(_ address: String, isSound: Bool, seconds: Int = 600) throws {
        let picture = [
            "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=15", "-c:v", "libx264", "-preset", "ultrafast", "-tune",
            "zerolatency", "-g", "15",
        ]
        let sound = ["-f", "lavfi", "-i", "sine=440", "-c:a", "aac"]
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments =
            ["-nostdin", "-loglevel", "quiet", "-re"] + (isSound ? sound : picture)
            + ["-t", "\(seconds)", "-f", "flv", address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { end() }

    package var isRunning: Bool { process.isRunning }

    /// Whether it ends by itself, because it is refused or cut off.
    package func endsByItself(limit: HostTime = .seconds(30)) -> Bool {
        let deadline = SystemClock().now + limit
        let patience = Monitor(())
        while process.isRunning, SystemClock().now < deadline {
            _ = patience.wait(until: SystemClock().now + .milliseconds(20)) { _ in nil as Void? }
        }
        return !process.isRunning
    }

    package func end() {
        guard process.isRunning else { return }
        // Threads of tests block other signals, and so does what they start.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
