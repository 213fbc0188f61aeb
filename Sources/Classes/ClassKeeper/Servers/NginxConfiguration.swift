import Glibc
package import PlayCore
import Processes

/// The configuration, in one folder, of an nginx with Debian's RTMP module for classes on one machine. The directives'
/// effects were measured with nginx 1.22.1 and module 1.2.2. ``write()`` writes it to the disk.
package struct NginxConfiguration: Sendable, Equatable {
    package struct Ports: Sendable, Equatable {
        /// The port at which viewers publish and play.
        package var rtmp: Int
        /// The port of statistics and control, on this machine only.
        package var control: Int
        /// The keeper's port for hooks, on this machine only.
        package var hooks: Int

        package init(rtmp: Int, control: Int, hooks: Int) {
            self.rtmp = rtmp
            self.control = control
            self.hooks = hooks
        }
    }

    /// An absolute path; the folder is created if missing.
    package var folder: String
    package var ports: Ports
    /// Part of paths that only nginx and the keeper know, because other users of this machine can reach the ports.
    package var secret: String
    /// Addresses at which nginx listens for viewers.
    package var interfaces = ["127.0.0.1"]

    package init(folder: String, ports: Ports, secret: String) {
        self.folder = folder
        self.ports = ports
        self.secret = secret
    }

    package static let modulePath = "/usr/lib/nginx/modules/ngx_rtmp_module.so"
    private static let programs = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"]

    /// nginx's path, or `nil` if nginx or the module is not installed. The folder is not in an ordinary user's `PATH`.
    private static var program: String? {
        guard access(modulePath, R_OK) == 0 else { return nil }
        return programs.first { access($0, X_OK) == 0 }
    }

    package static var isInstalled: Bool { program != nil }

    package static let application = "live"

    package var configurationPath: String { folder + "/nginx.conf" }
    package var logPath: String { folder + "/error.log" }

    /// The command that runs nginx as one process in the foreground, so that no process remains after it is killed.
    package var command: [String] {
        [Self.program ?? "nginx", "-e", logPath, "-p", folder, "-c", configurationPath]
    }

    package var hooks: MediaServerSettings.Hooks {
        MediaServerSettings.Hooks(host: "127.0.0.1", port: ports.hooks, path: secret)
    }

    /// The address that contains `stat` and `drop`.
    package var controlAddress: String { "http://127.0.0.1:\(ports.control)/\(secret)" }

    /// - Parameter host: this machine's name for viewers.
    package func publicAddress(host: String) -> String {
        "rtmp://\(host.contains(":") ? "[\(host)]" : host):\(ports.rtmp)/\(Self.application)"
    }

    /// Writes the configuration. Other files in the folder stay unchanged.
    package func write() throws(FileError) {
        try FolderMaking.make(folder + "/temporary", mode: 0o700)
        try WholeFile.replace(configurationPath, with: Array(text.utf8), draft: configurationPath + ".new")
    }

    var text: String {
        let hook = "http://127.0.0.1:\(ports.hooks)/\(secret)"
        // Without `ipv6only=on`, the module's IPv6 sockets also take IPv4, and then find the port taken.
        let listen = interfaces.map {
            $0.contains(":") ? "listen [\($0)]:\(ports.rtmp) ipv6only=on;" : "listen \($0):\(ports.rtmp);"
        }.joined(separator: " ")
        let temporary = quoted(folder + "/temporary")
        // Started as root, the workers would otherwise run as an unprivileged user and could not write.
        let user = geteuid() == 0 ? "user root;" : ""
        return """
            load_module \(Self.modulePath);
            \(user)
            daemon off;
            master_process off;
            pid \(quoted(folder + "/nginx.pid"));
            error_log \(quoted(logPath)) warn;
            events { worker_connections 4096; }
            rtmp {
                access_log off;
                server {
                    \(listen)
                    chunk_size 4096;
                    # Of a player: what it has not taken of it is dropped.
                    buflen 100ms;
                    max_message 4m;
                    application \(Self.application) {
                        live on;
                        wait_key on;
                        sync 10ms;
                        # Who plays a stream that ends plays the next of its name.
                        idle_streams on;
                        # Whose line was cut, or who stands still.
                        drop_idle_publisher 10s;
                        notify_method post;
                        on_publish \(hook);
                        on_play \(hook);
                        on_publish_done \(hook);
                        on_play_done \(hook);
                    }
                }
            }
            http {
                access_log off;
                client_body_temp_path \(temporary);
                proxy_temp_path \(temporary);
                fastcgi_temp_path \(temporary);
                uwsgi_temp_path \(temporary);
                scgi_temp_path \(temporary);
                server {
                    listen 127.0.0.1:\(ports.control);
                    location = /\(secret)/stat { rtmp_stat all; }
                    location /\(secret)/control { rtmp_control all; }
                }
            }

            """
    }

    /// Quotes a text. A `$` would start a variable in some places even in quotes, but no path of ours has one.
    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
