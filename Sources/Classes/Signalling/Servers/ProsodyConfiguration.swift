import Encoding
import Glibc
import PlayCore
import Processes

/// The configuration, in one folder, of a Prosody for classes on one machine: settings, modules and certificate. The
/// options' effects were observed with Prosody 0.12.3.
package struct ProsodyConfiguration: Sendable, Equatable {
    package struct Ports: Sendable, Equatable {
        /// With STARTTLS.
        package var clients: Int
        /// TLS starts with the first byte.
        package var secureClients: Int
        /// For uploads, downloads (XEP-0363) and browsers (RFC 7395).
        package var http: Int
        /// XEP-0114, on this machine only.
        package var components: Int

        package init(clients: Int, secureClients: Int, http: Int, components: Int) {
            self.clients = clients
            self.secureClients = secureClients
            self.http = http
            self.components = components
        }
    }

    package enum Certificate: Sendable, Equatable {
        /// A self-signed certificate, created with openssl. Clients must trust ``certificatePath``.
        case own
        case files(certificate: String, key: String)
    }

    package var folder: String
    /// The parent of `join.`, `rooms.`, `upload.` and `keeper.`.
    package var domain: String
    package var ports: Ports
    package var interfaces = ["127.0.0.1"]
    package var certificate = Certificate.own
    /// For files and WebSockets, which browsers and ``publicHosts``' viewers check. By default that of ``certificate``.
    package var webCertificate = Certificate.own
    /// Names and addresses at which clients reach the server. The first one appears in addresses of files. If empty,
    /// the first of ``interfaces`` is used without encryption.
    package var publicHosts: [String] = []
    private var publicHost: String? { publicHosts.first }
    package var tokenSecret: String
    package var componentSecret: String
    /// Far above an act's 8 KiB, and far below what slows down the recipients.
    package static let clientStanzaBytes = 64 << 10
    package var uploadBytes = 10 << 20
    /// In bytes of all files; `nil` for no limit.
    package var uploadSpace: Int64?
    /// Files are deleted after this number of days; 0 for never.
    package var uploadDays = 0
    /// Chat messages are deleted after this number of days; 0 for never.
    package var chatDays = 0
    /// Whether guests can log in at ``guestDomain`` with any XMPP client. The server assigns their address.
    package var hasGuests = false

    package init(folder: String, domain: String, ports: Ports, tokenSecret: String, componentSecret: String) {
        self.folder = folder
        self.domain = domain
        self.ports = ports
        self.tokenSecret = tokenSecret
        self.componentSecret = componentSecret
    }

    package var clientDomain: String { "join." + domain }
    /// The domain at which guests log in without a ticket.
    package var guestDomain: String { "guests." + domain }
    package var roomDomain: String { "rooms." + domain }
    package var uploadDomain: String { "upload." + domain }
    package var keeperDomain: String { "keeper." + domain }

    var isPublic: Bool { !publicHosts.isEmpty }

    var webHost: String { publicHost ?? interfaces.first ?? "127.0.0.1" }
    package var webSocketAddress: String {
        let host = webHost.contains(":") ? "[\(webHost)]" : webHost
        return "\(isPublic ? "wss" : "ws")://\(host):\(ports.http)/xmpp-websocket"
    }

    package var configurationPath: String { folder + "/prosody.cfg.lua" }
    package var logPath: String { folder + "/prosody.log" }

    package var certificatePath: String {
        if case .files(let certificate, _) = certificate { certificate } else { folder + "/server.pem" }
    }

    package var command: [String] { ["prosody", "-F", "--config", configurationPath] }

    package struct Failure: Error, Sendable, Equatable, CustomStringConvertible { package let description: String }

    package func write() throws(Failure) {
        do {
            try FolderMaking.make(folder + "/data", mode: 0o700)
            try FolderMaking.make(folder + "/modules", mode: 0o700)
            for (name, text) in ProsodyModules.all.sorted(by: { $0.key < $1.key }) {
                try Self.put(text, folder + "/modules/" + name)
            }
            try Self.put(text, configurationPath)
        } catch {
            throw Failure(description: error.description)
        }
        if certificate == .own { try makeCertificate() }
    }

    private static func put(_ text: String, _ path: String) throws(FileError) {
        try WholeFile.replace(path, with: Array(text.utf8), draft: path + ".new")
    }

    /// Keeps an existing certificate, because clients may already trust it.
    private func makeCertificate() throws(Failure) {
        guard access(folder + "/server.pem", R_OK) != 0 || access(folder + "/server.key", R_OK) != 0 else { return }
        let keyPath = folder + "/server.key"
        // Keeps an existing key, because links contain its hash.
        if access(keyPath, R_OK) != 0 {
            try Self.openSSL([
                "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-out", keyPath,
            ])
            chmod(keyPath, 0o600)
        }
        let domains = [domain, clientDomain, guestDomain, roomDomain, uploadDomain, keeperDomain].map { "DNS:" + $0 }
        let names = domains + publicHosts.map(Self.alternativeName)
        try Self.openSSL([
            "req", "-x509", "-key", keyPath, "-days", "825", "-subj", "/CN=" + domain, "-addext",
            "subjectAltName=" + names.joined(separator: ","), "-out", folder + "/server.pem",
        ])
    }

    @discardableResult
    private static func openSSL(_ words: [String]) throws(Failure) -> [UInt8] {
        let result: ProgramRun.Result
        do {
            let limits = ProgramRun.Limits(time: .seconds(60), outputBytes: 64 << 10)
            result = try ProgramRun.run(["openssl"] + words, limits: limits, cancel: CancelToken())
        } catch {
            throw Failure(description: error.description)
        }
        guard result.status == 0 else {
            throw Failure(description: "openssl: " + String(decoding: result.messages, as: UTF8.self))
        }
        return result.output
    }

    /// Creates the certificate if it is missing. Returns the SHA-256 of its key's SubjectPublicKeyInfo, which links
    /// contain.
    package func keyHash() throws(Failure) -> [UInt8] {
        do throws(FileError) { try FolderMaking.make(folder, mode: 0o700) } catch {
            throw Failure(description: error.description)
        }
        if certificate == .own { try makeCertificate() }
        let key = try Self.openSSL(["pkey", "-in", privateKeyPath, "-pubout", "-outform", "DER"])
        var hash = SHA256()
        key.withUnsafeBytes { hash.update($0) }
        return hash.finish()
    }

    private static func alternativeName(_ host: String) -> String {
        (InternetAddress.bytes(host) == nil ? "DNS:" : "IP:") + host
    }

    package var privateKeyPath: String {
        if case .files(_, let key) = certificate { key } else { folder + "/server.key" }
    }
}
