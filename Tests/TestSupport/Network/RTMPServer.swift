import Foundation
import Glibc
package import PlayCore

/// A real nginx with its RTMP module on 127.0.0.1, which passes on what is sent to its application `live`.
package final class RTMPServer: @unchecked Sendable {
    // Sendable: set up before it is there for anyone; `process` is touched again by `deinit` only.

    /// For `.enabled(if:)`.
    package static let isPresent =
        FileManager.default.fileExists(atPath: module) && FileManager.default.isExecutableFile(atPath: nginx)
        && FileManager.default.isExecutableFile(atPath: LivePublisher.path)
    package static let absentReason = "needs nginx, libnginx-mod-rtmp and ffmpeg (Scripts/install-deps test)"

    private static let module = "/usr/lib/nginx/modules/ngx_rtmp_module.so"
    private static let nginx = "/usr/sbin/nginx"

    package struct Failure: Error, CustomStringConvertible { package let description: String }

    package let port: Int
    private let folder: URL
    private let process: Process

    /// `rtmp://127.0.0.1:PORT/live`.
    package var address: String { "rtmp://127.0.0.1:\(port)/live" }

    package init() throws {
        guard Self.isPresent else { throw Failure(description: Self.absentReason) }
        let folder = try BuiltProgram.temporaryFolder()
        self.folder = folder
        // Another process may take a port between asking for it and nginx' use of it.
        for _ in 0..<5 {
            let port = try LoopbackSocket.freePort()
            try Data(Self.configuration(folder.path, port).utf8)
                .write(to: folder.appendingPathComponent("nginx.conf"))
            if let process = try Self.start(folder, port: port) {
                (self.port, self.process) = (port, process)
                return
            }
        }
        BuiltProgram.remove(folder)
        throw Failure(description: "nginx with RTMP did not start")
    }

    deinit {
        Self.end(process)
        BuiltProgram.remove(folder)
    }

    /// Nil: it ended before it answered.
    private static func start(_ folder: URL, port: Int) throws -> Process? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: nginx)
        process.arguments = ["-p", folder.path, "-c", folder.path + "/nginx.conf", "-e", folder.path + "/error.log"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let patience = Monitor(())
        let deadline = SystemClock().now + Patience.limit
        while process.isRunning, SystemClock().now < deadline {
            if LoopbackSocket.answers(port: port) { return process }
            _ = patience.wait(until: SystemClock().now + .milliseconds(20)) { _ in nil as Void? }
        }
        end(process)
        return nil
    }

    /// By SIGKILL: it may have inherited a mask in which SIGTERM is blocked, and has nothing to save.
    private static func end(_ process: Process) {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    private static func configuration(_ folder: String, _ port: Int) -> String {
        """
        load_module \(module);
        daemon off;
        master_process off;
        worker_processes 1;
        pid \(folder)/nginx.pid;
        events { worker_connections 256; }
        rtmp {
            server {
                listen 127.0.0.1:\(port);
                chunk_size 4096;
                buflen 100ms;
                application live {
                    live on;
                    wait_key on;
                    sync 10ms;
                    idle_streams on;
                    drop_idle_publisher 10s;
                }
            }
        }
        """
    }
}

/// The `ffmpeg` tool as somebody in a class who sends sound or pictures, with the clock of this machine as timestamps.
package final class LivePublisher: @unchecked Sendable {
    // Sendable: `process` is set before it is there for anyone, and Foundation's is safe to end from any thread.

    package enum Content: Sendable {
        /// A sine.
        case sound(frequency: Int)
        /// A test picture that moves, with a key frame every second.
        case pictures(width: Int, height: Int, rate: Int)
        /// A grey that is another one in each picture, one of ``greys``, with a key frame every second.
        case greys(rate: Int)
    }

    /// How many there are, evenly from black to white.
    package static let greys = 8

    static let path = "/usr/bin/ffmpeg"
    private let process: Process

    /// - Parameters:
    ///   - address: with the stream's name.
    ///   - delay: the timestamps are so much older than what is sent.
    package init(_ content: Content, to address: String, delay: HostTime = .zero) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path)
        let now = WallTime.now.milliseconds
        // Timestamps have 31 bits.
        let offset = now - now % (1 << 31) + delay.nanoseconds / 1_000_000
        let seconds = "-\(offset / 1000).\(String(offset % 1000 + 1000).dropFirst())"
        process.arguments =
            ["-nostdin", "-v", "error", "-use_wallclock_as_timestamps", "1", "-f", "lavfi", "-i", content.source]
            + ["-copyts", "-output_ts_offset", seconds] + content.coding + ["-f", "flv", address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { kill() }

    package var isRunning: Bool { process.isRunning }

    /// At once, as a machine that loses its power.
    package func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// It sends nothing for now, and its connection stays.
    package func pause() { Glibc.kill(process.processIdentifier, SIGSTOP) }
    package func resume() { Glibc.kill(process.processIdentifier, SIGCONT) }
}

extension LivePublisher.Content {
    fileprivate var source: String {
        switch self {
        case .sound(let frequency):
            "sine=frequency=\(frequency):sample_rate=48000:samples_per_frame=1024,volume=4,arealtime"
        case .pictures(let width, let height, let rate):
            "testsrc2=size=\(width)x\(height):rate=\(rate),realtime"
        case .greys(let rate):
            // Of 16 … 235, the range of video.
            "color=size=320x180:rate=\(rate),format=gray,"
                + "geq=lum='16+mod(N,\(LivePublisher.greys))*219/\(LivePublisher.greys - 1)',realtime"
        }
    }

    fileprivate var coding: [String] {
        switch self {
        case .sound: ["-c:a", "aac", "-b:a", "64k", "-ac", "1"]
        case .pictures(_, _, let rate), .greys(let rate):
            [
                "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast",
                "-tune", "zerolatency", "-g",
                "\(rate)", "-threads", "1",
            ]
        }
    }
}
