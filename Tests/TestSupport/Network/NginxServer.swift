package import Foundation

/// A real nginx on 127.0.0.1, in a temporary folder, as a process of this user.
package final class NginxServer: Sendable {
    package static let isPresent = path != nil && TestCertificates.isPresent
    package static let absentReason = "needs nginx and openssl (Scripts/install-deps test)"

    package struct Failure: Error, CustomStringConvertible { package let description: String }

    package let folder: URL
    package let port: Int
    /// TLS with HTTP/2, for `localhost`, `video.test` and `127.0.0.1`, with a certificate signed by ``authority``.
    package let securePort: Int
    /// PEM that a client has to trust.
    package let authority: String
    private let process: RunningTool

    /// - Parameters:
    /// - files: by their paths below the root.
    /// - locations: the `location …` blocks of both servers. `ROOT` is replaced by the folder of the files, and `PORT`
    ///   by the plain port.
    package init(files: [String: [UInt8]], locations: String, http: String = "") throws {
        guard let nginx = Self.path else { throw Failure(description: Self.absentReason) }
        let folder = try BuiltProgram.temporaryFolder()
        self.folder = folder
        let certificates = try TestCertificates.shared.get()
        authority = certificates.authority
        let root = folder.appendingPathComponent("root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, bytes) in files {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        (port, securePort) = (try PortLease.next(), try PortLease.next())
        let text = Self.configuration(
            folder.path, port, securePort, certificates,
            locations.replacing("ROOT", with: root.path).replacing("PORT", with: "\(port)"), http)
        try Data(text.utf8).write(to: folder.appendingPathComponent("nginx.conf"))
        process = try Self.start(nginx, folder, ports: [port, securePort])
    }

    deinit {
        process.kill()
        BuiltProgram.remove(folder)
    }

    private static let path: String? = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs nginx in the foreground with `nginx.conf` of the folder, and waits until it listens.
    static func start(_ nginx: String, _ folder: URL, ports: [Int]) throws -> RunningTool {
        let log = folder.path + "/error.log"
        let process = try RunningTool(
            [nginx, "-p", folder.path, "-c", folder.path + "/nginx.conf", "-e", log], name: "nginx")
        guard process.isReady({ ports.allSatisfy(LoopbackSocket.answers) }) else {
            let words = (try? String(contentsOfFile: log, encoding: .utf8)) ?? "no log"
            throw Failure(description: "nginx did not start: \(words)")
        }
        return process
    }

    private static func configuration(
        _ folder: String, _ port: Int, _ securePort: Int, _ certificates: TestCertificates, _ locations: String,
        _ http: String
    ) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(folder)/\($0);"
        }
        return """
            daemon off;
            master_process off;
            worker_processes 1;
            pid \(folder)/nginx.pid;
            events { worker_connections 256; }
            http {
                \(temporary.joined(separator: "\n    "))
                access_log off;
                default_type application/octet-stream;
                \(http)
                server {
                    listen 127.0.0.1:\(port);
                    \(locations)
                }
                server {
                    listen 127.0.0.1:\(securePort) ssl http2;
                    ssl_certificate \(certificates.certificate);
                    ssl_certificate_key \(certificates.key);
                    \(locations)
                }
            }
            """
    }
}

/// A certificate authority for tests and a server's certificate that it signed, made by openssl on demand.
package struct TestCertificates: Sendable {
    package static let isPresent = FileManager.default.isExecutableFile(atPath: openssl)
    private static let openssl = "/usr/bin/openssl"

    package let authority: String
    package let certificate: String
    package let key: String

    /// For this process, in a folder that ``Lifeline`` removes.
    package static let shared = Result { try TestCertificates(in: BuiltProgram.temporaryFolder()) }

    package init(in folder: URL) throws {
        let path = folder.path
        authority = path + "/authority.pem"
        certificate = path + "/server.pem"
        key = path + "/server.key"
        let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        try Data("subjectAltName=DNS:localhost,DNS:video.test,IP:127.0.0.1\n".utf8)
            .write(to: folder.appendingPathComponent("names"))
        let authorityKey = path + "/authority.key"
        try Self.run(
            ["req", "-x509"] + newKey
                + ["-keyout", authorityKey, "-out", authority, "-subj", "/CN=tvplay test authority", "-days", "2"])
        try Self.run(["req"] + newKey + ["-keyout", key, "-out", path + "/server.csr", "-subj", "/CN=video.test"])
        try Self.run([
            "x509", "-req", "-in", path + "/server.csr", "-CA", authority, "-CAkey", authorityKey, "-CAcreateserial",
            "-out", certificate, "-days", "2", "-extfile", path + "/names",
        ])
    }

    private static func run(_ arguments: [String]) throws {
        let outcome = try BuiltProgram.run(openssl, arguments)
        guard outcome.status == 0 else { throw NginxServer.Failure(description: "openssl: " + outcome.errors) }
    }
}
