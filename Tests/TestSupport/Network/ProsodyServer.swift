package import Foundation
import PlayCore
package import Signalling

/// A real Prosody on 127.0.0.1 as `ProsodyConfiguration` writes it, in a temporary folder, as a process of this user. It
/// ends with this object, and with the test program, whatever becomes of that.
package final class ProsodyServer: @unchecked Sendable {
    // Sendable: set up before it is there for anyone; `process` is touched again by calls of the one test.

    /// For `.enabled(if:)`.
    package static let isPresent = path != nil && TestCertificates.isPresent
    package static let absentReason: String = "needs prosody and openssl (Scripts/install-deps test)"

    package struct Failure: Error, CustomStringConvertible { package let description: String }

    package let configuration: ProsodyConfiguration
    private let folder: URL
    private var process: Running

    /// - Parameter certificate: gets the folder; nil: one of its own, for all its names.
    package init(
        domain: String = "tv.test", hasGuests: Bool = false,
        certificate: ((URL) throws -> ProsodyConfiguration.Certificate)? = nil
    ) throws {
        guard let prosody = Self.path else { throw Failure(description: Self.absentReason) }
        folder = try BuiltProgram.temporaryFolder()
        // Another process may take a port between asking for it and Prosody's use of it.
        for _ in 0..<5 {
            let ports = ProsodyConfiguration.Ports(
                clients: try LoopbackSocket.freePort(), secureClients: try LoopbackSocket.freePort(),
                http: try LoopbackSocket.freePort(), components: try LoopbackSocket.freePort())
            var configuration = ProsodyConfiguration(
                folder: folder.path, domain: domain, ports: ports, tokenSecret: "secret of tokens",
                componentSecret: "secret of the keeper")
            configuration.hasGuests = hasGuests
            if let certificate { configuration.certificate = try certificate(folder) }
            try configuration.write()
            if let process = try Self.start(prosody, configuration) {
                (self.configuration, self.process) = (configuration, process)
                return
            }
        }
        let log = (try? String(contentsOf: folder.appendingPathComponent("prosody.log"), encoding: .utf8)) ?? "no log"
        BuiltProgram.remove(folder)
        throw Failure(description: "Prosody did not start: \(log)")
    }

    deinit {
        end()
        BuiltProgram.remove(folder)
    }

    /// A person's account with a token that is good for an hour.
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

    /// The keeper's.
    package var component: XMPPAccount {
        XMPPAccount(
            .component(domain: configuration.keeperDomain, secret: configuration.componentSecret), host: "127.0.0.1",
            port: configuration.ports.components)
    }

    package func room(_ name: String) -> XMPPAddress { XMPPAddress(local: name, domain: configuration.roomDomain) }

    package var log: String { (try? String(contentsOfFile: configuration.logPath, encoding: .utf8)) ?? "" }

    /// SIGSTOP and SIGCONT: it is there and says nothing.
    package func pause() { kill(process.id, SIGSTOP) }
    package func resume() { kill(process.id, SIGCONT) }

    /// Ends it as a crash would, and starts it again with what it has on the disk.
    package func restart() throws {
        end()
        guard let prosody = Self.path, let process = try Self.start(prosody, configuration) else {
            throw Failure(description: "Prosody did not start again: \(log)")
        }
        self.process = process
    }

    /// By SIGKILL: it has nothing to save that it should not save at once.
    package func end() { process.end() }

    private static let path: String? = ["/usr/bin/prosody", "/usr/local/bin/prosody"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Nil: it ended before it answered.
    private static func start(_ prosody: String, _ configuration: ProsodyConfiguration) throws -> Running? {
        let running = try Running(prosody, configuration)
        let patience = Monitor(())
        let deadline = SystemClock().now + Patience.limit
        let ports = configuration.ports
        while running.isRunning, SystemClock().now < deadline {
            let all = [ports.clients, ports.secureClients, ports.components, ports.http]
            if all.allSatisfy({ LoopbackSocket.answers(port: $0) }) { return running }
            _ = patience.wait(until: SystemClock().now + .milliseconds(20)) { _ in nil as Void? }
        }
        running.end()
        return nil
    }

    /// A shell stands between: it holds one end of a pipe, and kills Prosody when the other is gone, which it is when this
    /// program has crashed.
    private final class Running {
        private let shell = Process()
        private let lifeline = Pipe()
        /// Of Prosody.
        let id: Int32

        init(_ prosody: String, _ configuration: ProsodyConfiguration) throws {
            let file = configuration.folder + "/id"
            let script = """
                exec 3<&0
                "$0" -F --config "$1" </dev/null 3<&- & id=$!
                echo $id >"$2.new"; mv "$2.new" "$2"
                { cat <&3 >/dev/null; kill -9 $id; } & watch=$!
                wait $id; kill $watch
                """
            try? FileManager.default.removeItem(atPath: file)
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", script, prosody, configuration.configurationPath, file]
            shell.standardOutput = FileHandle.nullDevice
            shell.standardError = FileHandle.nullDevice
            shell.standardInput = lifeline
            try shell.run()
            let patience = Monitor(())
            let deadline = SystemClock().now + Patience.limit
            var id: Int32?
            while id == nil, shell.isRunning, SystemClock().now < deadline {
                let text = try? String(contentsOfFile: file, encoding: .utf8)
                id = text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
                if id == nil { _ = patience.wait(until: SystemClock().now + .milliseconds(5)) { _ in nil as Void? } }
            }
            guard let id else { throw Failure(description: "Prosody's process is not to be found") }
            self.id = id
        }

        deinit { end() }

        var isRunning: Bool { shell.isRunning }

        func end() {
            guard shell.isRunning else { return }
            kill(id, SIGKILL)
            // First this: for `Process` the shell has not ended while anything that it has started is there.
            try? lifeline.fileHandleForWriting.close()
            shell.waitUntilExit()
        }
    }
}
