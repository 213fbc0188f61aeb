import Glibc
package import PlayCore
import Processes

/// The configuration, in one folder, of an nginx with Debian's RTMP module, for classes on one machine. The directives'
/// effects were observed with nginx 1.22.1 and module 1.2.2.
package struct NginxConfiguration: Sendable, Equatable {
    package struct Ports: Sendable, Equatable {
        package var rtmp: Int
        /// RTMP for this machine only, if viewers use TLS.
        package var plain: Int?
        package var control: Int
        /// The keeper's port, for this machine only.
        package var hooks: Int

        package init(rtmp: Int, plain: Int? = nil, control: Int, hooks: Int) {
            self.rtmp = rtmp
            self.plain = plain
            self.control = control
            self.hooks = hooks
        }
    }

    package struct TLS: Sendable, Equatable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
    }

    /// An absolute path; the folder is created if missing.
    package var folder: String
    package var ports: Ports
    /// A part of paths that only nginx and the keeper know, because other users of this machine can reach the ports.
    package var secret: String
    /// For viewers' connections; requires ``Ports/plain``. The module does not support TLS, so nginx decrypts
    /// connections and forwards them to itself.
    package var tls: TLS?
    /// The addresses at which nginx listens for viewers.
    package var interfaces = ["127.0.0.1"]

    package init(folder: String, ports: Ports, secret: String) {
        self.folder = folder
        self.ports = ports
        self.secret = secret
    }

    package static let modulePath = "/usr/lib/nginx/modules/ngx_rtmp_module.so"
    package static let streamModulePath = "/usr/lib/nginx/modules/ngx_stream_module.so"
    package static var hasTLS: Bool { isInstalled && access(streamModulePath, R_OK) == 0 }
    private static let programs = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"]

    /// An ordinary user's `PATH` lacks nginx's folder.
    private static var program: String? {
        guard access(modulePath, R_OK) == 0 else { return nil }
        return programs.first { access($0, X_OK) == 0 }
    }

    package static var isInstalled: Bool { program != nil }

    package static let application = "live"

    package var configurationPath: String { folder + "/nginx.conf" }
    package var logPath: String { folder + "/error.log" }

    /// Runs nginx as one process in the foreground, so no other process remains after it is killed.
    package var command: [String] {
        [Self.program ?? "nginx", "-e", logPath, "-p", folder, "-c", configurationPath]
    }

    package var hooks: MediaServerSettings.Hooks {
        MediaServerSettings.Hooks(host: "127.0.0.1", port: ports.hooks, path: secret)
    }

    package var controlAddress: String { "http://127.0.0.1:\(ports.control)/\(secret)" }

    package func publicAddress(host: String) -> String {
        "\(tls == nil ? "rtmp" : "rtmps")://\(PublicHosts.bracketed(host)):\(ports.rtmp)/\(Self.application)"
    }

    var localAddress: String { "rtmp://127.0.0.1:\(plain)/\(Self.application)" }

    private var plain: Int { tls == nil ? ports.rtmp : ports.plain ?? ports.rtmp }

    var listening: [Int] { Set([ports.rtmp, plain, ports.control]).sorted() }

    package func write() throws(FileError) {
        try FolderMaking.make(folder + "/temporary", mode: 0o700)
        try WholeFile.replace(configurationPath, with: Array(text.utf8), draft: configurationPath + ".new")
    }

    var text: String {
        let hook = "http://127.0.0.1:\(ports.hooks)/\(secret)"
        // Without `ipv6only=on`, the module's IPv6 sockets also accept IPv4, and then fail because the port is in use.
        let listen = tls == nil ? listen("") : "listen 127.0.0.1:\(plain);"
        let temporary = quoted(folder + "/temporary")
        // As root, the workers would otherwise run as an unprivileged user and could not write.
        let user = geteuid() == 0 ? "user root;" : ""
        return """
            load_module \(Self.modulePath);
            \(tls == nil ? "" : "load_module \(Self.streamModulePath);")
            \(user)
            daemon off;
            master_process off;
            pid \(quoted(folder + "/nginx.pid"));
            error_log \(quoted(logPath)) warn;
            events { worker_connections \(tls == nil ? 4096 : 12_288); }
            \(secure)
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

    private var secure: String {
        guard let tls else { return "" }
        return """
            stream {
                server {
                    \(listen(" ssl"))
                    ssl_certificate \(quoted(tls.certificate));
                    ssl_certificate_key \(quoted(tls.key));
                    ssl_protocols TLSv1.2 TLSv1.3;
                    proxy_pass 127.0.0.1:\(plain);
                }
            }
            """
    }

    private func listen(_ parameter: String) -> String {
        interfaces.map {
            $0.contains(":")
                ? "listen [\($0)]:\(ports.rtmp)\(parameter) ipv6only=on;" : "listen \($0):\(ports.rtmp)\(parameter);"
        }.joined(separator: " ")
    }

    /// In some places `$` starts a variable even in quotes, but no path here contains one.
    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
