import Foundation
import Glibc

/// An sshd with SFTP only, running as this user on a port of 127.0.0.1. It ends with this object.
package final class SFTPServer: Sendable {
    private static let tools = ["/usr/sbin/sshd", "/usr/bin/ssh-keygen"]
    package static let isPresent = tools.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    package static let absentReason = "needs sshd and ssh-keygen (Scripts/install-deps test)"

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let port: Int
    /// A folder like a user's `~/.ssh`, with a key that the server accepts and the server's entry in `known_hosts`.
    package let sshFolder: String
    private let folder: URL
    private let process: RunningTool

    package init() throws {
        port = try PortLease.next()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sftp-\(UUID().uuidString)")
        let ssh = folder.appendingPathComponent("home/.ssh")
        sshFolder = ssh.path
        try FileManager.default.createDirectory(at: ssh, withIntermediateDirectories: true)
        // sshd requires this folder. It stays, because another sshd may need it later.
        if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
        let (host, user) = (folder.path + "/host", sshFolder + "/id_ed25519")
        for key in [host, user] {
            let maker = try RunningTool([Self.tools[1], "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", key])
            guard eventually({ !maker.isRunning }), access(key + ".pub", R_OK) == 0 else {
                throw Failure(description: "ssh-keygen made no key")
            }
        }
        let known = try String(contentsOfFile: host + ".pub", encoding: .utf8)
        try "[127.0.0.1]:\(port) \(known)".write(toFile: sshFolder + "/known_hosts", atomically: true, encoding: .utf8)
        try """
        Port \(port)
        ListenAddress 127.0.0.1
        HostKey \(host)
        PidFile none
        AuthorizedKeysFile \(user).pub
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin prohibit-password
        Subsystem sftp internal-sftp

        """.write(toFile: folder.path + "/config", atomically: true, encoding: .utf8)
        process = try RunningTool([Self.tools[0], "-D", "-e", "-f", folder.path + "/config"], name: "sshd")
        let port = port
        guard process.isReady({ LoopbackSocket.answers(port: port) }) else {
            throw Failure(description: "sshd did not start")
        }
    }

    deinit {
        process.kill()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// `Tests/TestSupport/Foreign/ftp_server.py` as a process. It serves a folder read only, to anonymous clients and to
/// the user `viewer` with the password `secret`. It ends with this object.
package final class FTPServer: Sendable {
    private static let python = "/usr/bin/python3"
    package static let isPresent = FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/pyftpdlib")
    package static let absentReason = "needs python3-pyftpdlib (Scripts/install-deps test)"

    package struct Failure: Error, CustomStringConvertible {
        package var description: String { "ftp_server.py did not start" }
    }

    package let port: Int
    private let process: RunningTool

    package init(folder: String) throws {
        port = try PortLease.next()
        let script = Checkout.folder.appendingPathComponent("Tests/TestSupport/Foreign/ftp_server.py").path
        process = try RunningTool([Self.python, script, "\(port)", folder], name: "ftp")
        let port = port
        guard process.isReady({ LoopbackSocket.answers(port: port) }) else { throw Failure() }
    }
}
