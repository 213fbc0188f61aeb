import Foundation
package import PlayCore

/// A real nginx with its RTMP module on 127.0.0.1, which relays streams that are published to its application `live`.
package final class RTMPServer: Sendable {
    package static let isPresent =
        FileManager.default.fileExists(atPath: module) && FileManager.default.isExecutableFile(atPath: nginx)
        && FileManager.default.isExecutableFile(atPath: LivePublisher.path)
    package static let absentReason = "needs nginx, libnginx-mod-rtmp and ffmpeg (Scripts/install-deps test)"

    private static let module = "/usr/lib/nginx/modules/ngx_rtmp_module.so"
    private static let nginx = "/usr/sbin/nginx"

    package struct Failure: Error, CustomStringConvertible { package let description: String }

    package let port: Int
    private let folder: URL
    private let process: RunningTool

    /// `rtmp://127.0.0.1:PORT/live`.
    package var address: String { "rtmp://127.0.0.1:\(port)/live" }

    package init() throws {
        guard Self.isPresent else { throw Failure(description: Self.absentReason) }
        folder = try BuiltProgram.temporaryFolder()
        port = try PortLease.next()
        try Data(Self.configuration(folder.path, port).utf8).write(to: folder.appendingPathComponent("nginx.conf"))
        process = try NginxServer.start(Self.nginx, folder, ports: [port])
    }

    deinit {
        process.kill()
        BuiltProgram.remove(folder)
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

/// The `ffmpeg` tool as a participant who publishes sound or pictures, with this machine's clock as timestamps.
package final class LivePublisher: Sendable {
    package enum Content: Sendable {
        case sound(frequency: Int)
        /// A moving test picture, with a key frame every second.
        case pictures(width: Int, height: Int, rate: Int)
        /// A grey that changes with each picture, one of ``greys``, with a key frame every second.
        case greys(rate: Int)
    }

    /// Evenly spaced from black to white.
    package static let greys = 8

    static let path = "/usr/bin/ffmpeg"
    private let process: RunningTool

    /// - Parameters:
    /// - address: includes the stream's name.
    /// - delay: the age of the timestamps at the moment of sending.
    package init(_ content: Content, to address: String, delay: HostTime = .zero) throws {
        let now = WallTime.now.milliseconds
        // Timestamps have 31 bits.
        let offset = now - now % (1 << 31) + delay.nanoseconds / 1_000_000
        let seconds = "-\(offset / 1000).\(String(offset % 1000 + 1000).dropFirst())"
        let arguments =
            ["-nostdin", "-v", "error", "-use_wallclock_as_timestamps", "1", "-f", "lavfi", "-i", content.source]
            + ["-copyts", "-output_ts_offset", seconds] + content.coding + ["-f", "flv", address]
        process = try RunningTool([Self.path] + arguments)
    }

    deinit { kill() }

    package var isRunning: Bool { process.isRunning }

    /// Acts like a power failure.
    package func kill() { process.kill() }

    /// The connection stays open until ``resume()``.
    package func pause() { process.pause() }
    package func resume() { process.resume() }
}

extension LivePublisher.Content {
    fileprivate var source: String {
        switch self {
        case .sound(let frequency):
            "sine=frequency=\(frequency):sample_rate=48000:samples_per_frame=1024,volume=4,arealtime"
        case .pictures(let width, let height, let rate):
            "testsrc2=size=\(width)x\(height):rate=\(rate),realtime"
        case .greys(let rate):
            // Levels from 16 to 235, the range of video.
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
