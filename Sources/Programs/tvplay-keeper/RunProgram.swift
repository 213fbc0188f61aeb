import Addresses
import ClassAccess
import ClassKeeper
import HTTPServing
import Options
import PlayCore
import Signalling
import Storage

/// `run`: a keeper beside an existing chat server.
struct RunProgram {
    private let line: KeeperCommandLine
    private let folder: String
    private let watch: KeeperWatch

    init(_ line: KeeperCommandLine, _ folder: String, _ signals: Int32) {
        self.line = line
        self.folder = folder
        watch = KeeperWatch(signals: signals)
    }

    func run() throws(KeeperError) -> Int32 {
        KeeperWatch.openLog(line)
        guard let lock = try lock() else { return 0 }
        let (keeper, address, local) = try open(lock)
        defer { keeper.close() }
        var words = tr("The keeper answers join requests at %1", address) + "\n"
        if local != address { words += tr("The proxy reaches the keeper at %1", local) + "\n" }
        Output.print(words)
        watch.wait(keeper)
        return 0
    }

    /// Starts the keeper. Retries with another port if another program took the chosen one.
    private func open(_ lock: KeeperLock) throws(KeeperError) -> (keeper: Keeper, address: String, local: String) {
        for _ in 1..<5 {
            do throws(KeeperError) {
                return try openOnce(lock)
            } catch {
                guard case .web(let cause) = error, cause.code == .cannotListen, (line.number("port") ?? 0) == 0 else {
                    throw error
                }
            }
        }
        return try openOnce(lock)
    }

    private func openOnce(
        _ lock: KeeperLock
    ) throws(KeeperError) -> (keeper: Keeper, address: String, local: String) {
        var settings = try settings()
        settings.lock = lock
        let address = settings.publicAddress ?? ""
        // Before the keeper opens the file.
        try KeeperStoreAccess(folder).with { store throws(StorageError) in
            try store.change(CodeCommands.publicAddress, to: address)
            try store.change(CodeCommands.linkEnding, to: "")
        }
        let port = settings.web?.port ?? 0
        return (try Keeper(settings), address, try local(port))
    }

    /// Returns the address of join requests without a proxy.
    private func local(_ port: Int) throws(KeeperError) -> String {
        let hosts = try PublicHosts(line.text("host") ?? "127.0.0.1")
        let scheme = line.file("certificate") == nil ? "http" : "https"
        return "\(scheme)://\(PublicHosts.bracketed(hosts.main)):\(port)"
    }

    /// Acquires the lock, waiting for it with `--standby`. Returns `nil` if a signal arrived first.
    private func lock() throws(KeeperError) -> KeeperLock? {
        var hasReported = false
        while true {
            do throws(KeeperError) {
                return try KeeperLock(folder)
            } catch {
                guard line.has("standby"), case .inUse = error else { throw error }
                if !hasReported {
                    Output.print(tr("Another keeper is at work; waiting to take over.") + "\n")
                    watch.beginStandingBy()
                }
                hasReported = true
            }
            if watch.standsBy(.milliseconds(250)) { return nil }
        }
    }

    private func settings() throws(KeeperError) -> KeeperSettings {
        guard let path = line.file("secrets") else {
            throw .server(tr("give the secrets of the chat server: --secrets=FILE"))
        }
        let secrets = try KeeperSecrets(KeeperWatch.bytes(path))
        try secrets.requireChatServer()
        let domain = line.text("domain") ?? "localhost"
        let hosts = try PublicHosts(line.text("host") ?? "127.0.0.1")
        let xmpp = try HostAndPort(line.text("xmpp") ?? "127.0.0.1", port: 5347)
        // Behind a proxy, `--host` is an address of this machine alone.
        let main = line.given("public").flatMap { Address($0)?.host } ?? hosts.main
        let server = try HostAndPort(line.given("server") ?? main, port: 5222)
        var authority: String?
        if let file = line.given("authority") {
            authority = String(decoding: try KeeperWatch.bytes(file), as: UTF8.self)
        }
        var settings = KeeperSettings(
            folder: folder,
            account: XMPPAccount(
                .component(domain: "keeper." + domain, secret: secrets.component), host: xmpp.host, port: xmpp.port),
            clientDomain: "join." + domain, roomDomain: "rooms." + domain,
            server: ClassTicket.Server(
                host: server.host, port: server.port, authority: authority, webSocket: try webSocket()),
            tokenKey: Array(secrets.token.utf8))
        settings.integratorKeys = secrets.integrators.map { Array($0.utf8) }
        settings.signIn = try SignInSettings(line, secrets)
        settings.platforms = try LearningPlatform.list(line)
        let upload = line.given("upload") ?? "upload." + domain
        settings.upload = upload == "no" ? nil : upload
        settings.limits = KeeperLimits(line)
        settings.setRecording(line)
        settings.mediaServer = try mediaServer()
        settings.janus = try janus()
        try addWeb(to: &settings, hosts)
        return settings
    }

    /// Returns the chat server's address for browsers, or `nil` if browsers cannot reach it.
    private func webSocket() throws(KeeperError) -> String? {
        guard let address = line.given("web-socket") else { return nil }
        let isWebSocket = ["ws://", "wss://"].contains { scheme in
            // The rest has the form of an HTTP address.
            address.hasPrefix(scheme) && Address("http://" + address.dropFirst(scheme.count)) != nil
        }
        guard isWebSocket else {
            throw .server(
                tr("%1 is not the address of a WebSocket, such as wss://HOST/xmpp-websocket", ByteText.shown(address)))
        }
        return address
    }

    /// Returns `nil` for a class without sound and pictures.
    private func mediaServer() throws(KeeperError) -> MediaServerSettings? {
        guard let address = line.given("media") else { return nil }
        guard ["rtmp://", "rtmps://"].contains(where: address.hasPrefix), Address(address) != nil else {
            throw .server(
                tr("%1 is not the address of a media server, such as rtmp://HOST:PORT/live", ByteText.shown(address)))
        }
        guard let given = line.given("media-hooks"), let hooks = Self.hooks(given) else {
            throw .server(
                tr(
                    "give the address at which the media server asks for permission to publish: "
                        + "--media-hooks=http://HOST:PORT/SECRET"
                ))
        }
        return MediaServerSettings(address: address, hooks: hooks, control: line.given("media-control"))
    }

    /// Returns `nil` for a class without the UDP link.
    private func janus() throws(KeeperError) -> JanusServerSettings? {
        guard let address = line.given("janus") else { return nil }
        guard address.hasPrefix("http://") || address.hasPrefix("https://"), Address(address) != nil else {
            throw .server(
                tr("%1 is not the address of a Janus server, such as http://HOST:8088/janus", ByteText.shown(address)))
        }
        guard let path = line.file("janus-key") else {
            throw .server(tr("give the admin_key of Janus's VideoRoom: --janus-key=FILE"))
        }
        let text = String(decoding: try KeeperWatch.bytes(path), as: UTF8.self)
        return JanusServerSettings(
            address: address.hasSuffix("/") ? String(address.dropLast()) : address,
            key: text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
    }

    private static func hooks(_ text: String) -> MediaServerSettings.Hooks? {
        guard text.hasPrefix("http://"), let path = text.split(separator: "/").dropFirst(2).first.map(String.init),
            let place = try? HostAndPort(String(text.split(separator: "/")[1]), port: 0), place.port > 0
        else { return nil }
        return MediaServerSettings.Hooks(host: place.host, port: place.port, path: path)
    }

    /// Returns the port of the last start if it is free, because viewers return to known addresses, or any free one.
    private func freePort() throws(KeeperError) -> Int {
        let name = "web"
        let port = try KeeperStoreAccess(folder).with { store throws(StorageError) -> Int? in
            let known = try store.setting(Self.lastPort).flatMap(Int.init).map { [name: $0] } ?? [:]
            let port = ServerPorts.choose([name], known: known, in: nil)?[name]
            if let port { try store.change(Self.lastPort, to: String(port)) }
            return port
        }
        guard let port else { throw .server(tr("no port of this machine is free")) }
        return port
    }

    private static let lastPort = "run-port"

    private func addWeb(to settings: inout KeeperSettings, _ hosts: PublicHosts) throws(KeeperError) {
        let isLocal = hosts.isLocal
        let given = line.number("port") ?? 0
        let port = given == 0 ? try freePort() : given
        var web = HTTPServerSettings(host: hosts.webInterface, port: port)
        if let certificate = line.file("certificate") {
            web.tls = HTTPServerSettings.TLS(
                certificate: try KeeperWatch.bytes(certificate),
                key: try KeeperWatch.bytes(line.file("key") ?? certificate))
        } else if !isLocal {
            throw .server(
                tr("join requests from other machines need --certificate and --key, or a proxy before 127.0.0.1"))
        }
        settings.web = web
        let reached = try local(port)
        settings.publicAddress = line.given("public") ?? reached
        // The proxy's header identifies the client.
        if line.given("public") != nil, isLocal { settings.web?.trustedProxies = ["127.0.0.1", "::1"] }
    }
}

/// `HOST:PORT`, in which the port is optional.
struct HostAndPort {
    let host: String
    let port: Int

    init(_ text: String, port standard: Int) throws(KeeperError) {
        guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]"), InternetAddress.bytes(text) == nil else {
            (host, port) = (Self.bare(text), standard)
            return
        }
        guard let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port) else {
            throw .server(tr("%1 is no host and port", ByteText.shown(text)))
        }
        host = Self.bare(String(text[..<colon]))
        self.port = port
    }

    private static func bare(_ text: String) -> String {
        text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }
}
