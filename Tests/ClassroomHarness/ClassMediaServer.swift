package import ClassKeeper
import Foundation
import TestSupport

/// A real nginx with its RTMP module for tests of classes.
package final class ClassMediaServer {
    /// The condition for `.enabled(if:)`.
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
                rtmp: try PortLease.next(), control: try PortLease.next(),
                hooks: try PortLease.next()), secret: "secret")
        child = ServerChild(configuration)
        StartCount.note("nginx")
        try child.start()
    }

    deinit {
        child.stop()
        BuiltProgram.remove(folder)
    }

    package var settings: MediaServerSettings { MediaServerSettings(configuration, host: "127.0.0.1") }

    /// Kills the server with SIGKILL, as a crash would.
    package func kill() throws {
        let text = try String(contentsOfFile: configuration.folder + "/process", encoding: .utf8)
        if let id = Int32(text.trimmingCharacters(in: .newlines)) { Foundation.kill(id, SIGKILL) }
    }

    package func startAgain() throws { try child.startAgain() }
}

/// The tool `ffmpeg`, which publishes a synthetic stream.
package final class Publisher {
    private let process: RunningTool

    /// - Parameter address: the address of the stream, with its token.
    package init(_ address: String, isSound: Bool, seconds: Int = 600) throws {
        let picture = [
            "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=15", "-c:v", "libx264", "-preset", "ultrafast", "-tune",
            "zerolatency", "-g", "15",
        ]
        let sound = ["-f", "lavfi", "-i", "sine=440", "-c:a", "aac"]
        process = try RunningTool(
            ["/usr/bin/ffmpeg", "-nostdin", "-loglevel", "quiet", "-re"] + (isSound ? sound : picture)
                + ["-t", "\(seconds)", "-f", "flv", address])
    }

    package var isRunning: Bool { process.isRunning }

    /// Waits for the process to end by itself. Returns whether it does, because the server refuses or disconnects it.
    package func endsByItself() -> Bool { eventually { !process.isRunning } }

    package func end() { process.kill() }
}
