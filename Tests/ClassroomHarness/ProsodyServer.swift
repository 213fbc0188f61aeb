package import Foundation
import PlayCore
package import Signalling
import TestSupport

/// A real Prosody on 127.0.0.1 as `ProsodyConfiguration` writes it, in a temporary folder, as a process of this user.
package final class ProsodyServer: @unchecked Sendable {
    // Sendable: set up before the object is shared; only calls of the one test change `process` later.

    /// The condition for `.enabled(if:)`.
    package static let isPresent = path != nil && TestCertificates.isPresent
    package static let absentReason: String = "needs prosody and openssl (Scripts/install-deps test)"

    package struct Failure: Error, CustomStringConvertible { package let description: String }

    package let configuration: ProsodyConfiguration
    private let folder: URL
    private var process: RunningTool

    /// - Parameter certificate: returns a certificate for the given folder, or `nil` for a generated one with all names
    ///   of the server.
    package init(
        domain: String = "tv.test", hasGuests: Bool = false,
        certificate: ((URL) throws -> ProsodyConfiguration.Certificate)? = nil
    ) throws {
        guard Self.isPresent else { throw Failure(description: Self.absentReason) }
        folder = try BuiltProgram.temporaryFolder()
        let ports = ProsodyConfiguration.Ports(
            clients: try PortLease.next(), secureClients: try PortLease.next(), http: try PortLease.next(),
            components: try PortLease.next())
        var configuration = ProsodyConfiguration(
            folder: folder.path, domain: domain, ports: ports, tokenSecret: "secret of tokens",
            componentSecret: "secret of the keeper")
        configuration.hasGuests = hasGuests
        if let certificate { configuration.certificate = try certificate(folder) }
        try configuration.write()
        self.configuration = configuration
        process = try Self.start(configuration)
    }

    deinit {
        end()
        BuiltProgram.remove(folder)
    }

    /// Returns a person's account with a token that is valid for an hour.
    package func account(_ user: String, resource: String? = nil, secure: Bool = false) -> XMPPAccount {
        let address = XMPPAddress(local: user, domain: configuration.clientDomain, resource: resource)
        var account = XMPPAccount(
            .client(address, password: token(user)), host: "127.0.0.1",
            port: secure ? configuration.ports.secureClients : configuration.ports.clients)
        account.isTLSFirst = secure
        account.authorityFile = configuration.certificatePath
        return account
    }

    package func token(_ user: String, seconds: Int64 = 3600) -> String {
        JoinToken.signed(
            user: user, domain: configuration.clientDomain, end: Int64(Date().timeIntervalSince1970) + seconds,
            secret: configuration.tokenSecret)
    }

    /// The account of the keeper.
    package var component: XMPPAccount {
        XMPPAccount(
            .component(domain: configuration.keeperDomain, secret: configuration.componentSecret), host: "127.0.0.1",
            port: configuration.ports.components)
    }

    package func room(_ name: String) -> XMPPAddress { XMPPAddress(local: name, domain: configuration.roomDomain) }

    package var log: String { (try? String(contentsOfFile: configuration.logPath, encoding: .utf8)) ?? "" }

    /// Stops the server with SIGSTOP: its connections stay open, but it answers nothing until ``resume()``.
    package func pause() { process.pause() }
    package func resume() { process.resume() }

    /// Kills the server as a crash would, and restarts it with its data on disk.
    package func restart() throws {
        end()
        process = try Self.start(configuration)
    }

    /// Kills the server with SIGKILL, because it should save all data at once and has none left to write.
    package func end() { process.kill() }

    private static let path: String? = ["/usr/bin/prosody", "/usr/local/bin/prosody"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static func start(_ configuration: ProsodyConfiguration) throws -> RunningTool {
        let process = try RunningTool(configuration.command, name: "Prosody")
        let ports = configuration.ports
        let isReady = process.isReady {
            [ports.clients, ports.secureClients, ports.components, ports.http].allSatisfy(LoopbackSocket.answers)
        }
        guard isReady else {
            let log = (try? String(contentsOfFile: configuration.logPath, encoding: .utf8)) ?? "no log"
            throw Failure(description: "Prosody did not start: \(log)")
        }
        return process
    }
}
