import ClassAccess
import ClassKeeper
import Classes
import Encoding
import Glibc
import HTTPServing
import Options
import PlayCore
import Signalling
import Storage

/// `up`: a chat server, media servers and a keeper on this machine, with a class and its links.
struct UpProgram {
    private let line: KeeperCommandLine
    private let folder: String
    private let watch: KeeperWatch
    private let hosts: PublicHosts
    private let signals: Int32

    init(_ line: KeeperCommandLine, _ folder: String, _ signals: Int32) throws(KeeperError) {
        self.line = line
        self.folder = folder
        self.signals = signals
        watch = KeeperWatch(signals: signals)
        hosts = try PublicHosts(line.text("host") ?? "127.0.0.1")
    }

    private var isLocal: Bool { hosts.isLocal }

    func run() throws(KeeperError) -> Int32 {
        KeeperWatch.openLog(line)
        let lock = try KeeperLock(folder)
        try ProsodyInstallation(signals: signals).offer()
        for server in ["prosody", "nginx", "janus"] { ServerChild.endLeftOver(in: folder + "/" + server) }
        let house: House
        do throws(KeeperError) {
            house = try open(lock)
        } catch {
            // Ctrl+C during a server's start.
            if error == .closed, watch.endsWithin(.zero) { return 0 }
            throw error
        }
        defer { house.close() }
        let (preparation, keeper) = (house.preparation, house.keeper)
        Output.print(preparation.links)
        if !isLocal { Output.print(firewall(preparation).words) }
        if preparation.media == nil {
            Output.print(
                tr(
                    "Without sound and pictures: nginx is not installed; on Debian: apt-get install %1",
                    "nginx libnginx-mod-rtmp") + "\n")
        }
        if let media = preparation.media, media.tls == nil, !isLocal {
            Output.print(
                tr("The TCP link is not encrypted; on Debian: apt-get install %1", "libnginx-mod-stream") + "\n")
        }
        if preparation.janus == nil {
            Output.print(
                tr("The UDP link is off: Janus is not installed; on Debian: apt-get install %1", "janus") + "\n")
        }
        let demonstration = line.has("demo") ? try demonstration(keeper, preparation) : nil
        Output.print(tr("Ready. Ctrl+C ends it.") + "\n")
        var addresses = AddressWatch(HostAddresses.reachable())
        watch.wait(keeper, servers: house.servers) { () throws(KeeperError) in
            guard let janus = house.servers.first(where: { $0.plan.name == ServerChild.janusName }),
                addresses.requiresStart(HostAddresses.reachable())
            else { return }
            Output.warn(tr("The addresses of this machine have changed; %1 is started again", janus.plan.name) + "\n")
            for host in hosts.gone {
                Output.warn(tr("The links name %1, which this machine no longer has; see --host", host) + "\n")
            }
            try janus.restart(cancel: signals)
        }
        demonstration?.cast.cancel.cancel()
        demonstration?.thread.join()
        return 0
    }

    private struct House {
        let preparation: Preparation
        let servers: [ServerChild]
        let keeper: Keeper

        func close() {
            keeper.close()
            for server in servers.reversed() { server.stop() }
        }
    }

    /// Starts everything. Retries with other ports if another program took one meanwhile.
    private func open(_ lock: KeeperLock) throws(KeeperError) -> House {
        for _ in 1..<Self.attempts {
            do throws(KeeperError) {
                return try openOnce(lock)
            } catch {
                guard isTaken(error) else { throw error }
            }
        }
        return try openOnce(lock)
    }

    private static let attempts = 5

    /// Returns whether other ports may help. A port of the command line is not replaced.
    private func isTaken(_ error: KeeperError) -> Bool {
        switch error {
        case .portTaken: true
        case .web(let error): error.code == .cannotListen && givenPort == nil
        default: false
        }
    }

    private func openOnce(_ lock: KeeperLock) throws(KeeperError) -> House {
        let preparation = try prepare()
        var servers: [ServerChild] = []
        do throws(KeeperError) {
            for server in preparation.servers {
                servers.append(server)
                try server.start(cancel: signals)
            }
            let keeper = try Keeper(try settings(preparation, lock))
            do throws(KeeperError) {
                try waitUntilReady(keeper, preparation)
            } catch {
                keeper.close()
                throw error
            }
            return House(preparation: preparation, servers: servers, keeper: keeper)
        } catch {
            for server in servers.reversed() { server.stop() }
            throw error
        }
    }

    /// - Throws: `.closed` after Ctrl+C.
    private func waitUntilReady(_ keeper: Keeper, _ preparation: Preparation) throws(KeeperError) {
        let deadline = SystemClock().now + .seconds(30)
        while !keeper.waitUntilReady(limit: .milliseconds(100)) {
            if watch.endsWithin(.zero) { throw .closed }
            guard SystemClock().now < deadline else {
                throw .server(tr("The keeper cannot log in to Prosody; see %1", preparation.configuration.logPath))
            }
        }
    }

    private func firewall(_ preparation: Preparation) -> FirewallRules {
        var tcp = [preparation.webPort, preparation.configuration.ports.clients, preparation.configuration.ports.http]
        if let media = preparation.media { tcp.append(media.ports.rtmp) }
        return FirewallRules(tcp: tcp, udp: preparation.janus?.mediaPorts)
    }

    private func settings(_ preparation: Preparation, _ lock: KeeperLock) throws(KeeperError) -> KeeperSettings {
        let configuration = preparation.configuration
        var settings = KeeperSettings(
            folder: folder, prosody: configuration, host: hosts.main,
            authority: String(decoding: try KeeperWatch.bytes(configuration.certificatePath), as: UTF8.self))
        settings.web = try web(preparation.webPort, configuration)
        settings.publicAddress = preparation.address
        settings.linkEnding = preparation.linkEnding
        settings.otherHosts = Array(hosts.names.dropFirst())
        settings.lock = lock
        settings.signIn = try signIn()
        settings.platforms = try LearningPlatform.list(line)
        settings.limits = KeeperLimits(line)
        settings.setRecording(line)
        settings.mediaServer = preparation.media.map { MediaServerSettings($0, host: hosts.main) }
        settings.janus = preparation.janus.map { JanusServerSettings($0) }
        return settings
    }

    private func signIn() throws(KeeperError) -> SignInSettings? {
        guard let path = line.file("secrets") else { return try SignInSettings(line, nil) }
        return try SignInSettings(line, KeeperSecrets(KeeperWatch.bytes(path)))
    }

    private func demonstration(
        _ keeper: Keeper, _ preparation: Preparation
    ) throws(KeeperError) -> (cast: FilmCast, thread: WorkerThread) {
        guard let path = ResourceLocator().path("demo/live-class.jsonl") else {
            throw .server(tr("the demonstration is not installed"))
        }
        let tomorrow = WallTime.now.milliseconds / 1000 + 86_400
        var links: [JoinLink] = []
        for role in [ClassUser.Role.teacher, .student] {
            let code = try keeper.makeCode(for: preparation.room, role, expires: tomorrow).code.shown
            links.append(try FilmCommand.link(preparation.address + "/c/" + code + preparation.linkEnding, "--demo"))
        }
        let cast = try FilmCast(
            FilmCommand.film(path), teachers: links[0], students: links[1],
            authorityFile: preparation.configuration.certificatePath)
        return (cast, WorkerThread(name: "film") { cast.play(isRepeated: true) })
    }

    /// Data read and stored before the keeper opens the file: closing a second descriptor would release all locks.
    private struct Preparation {
        let configuration: ProsodyConfiguration
        let media: NginxConfiguration?
        let janus: JanusConfiguration?
        let webPort: Int
        let address: String
        /// The end of each link: `#sha256=…` of the server's key if systems do not trust its certificate.
        let linkEnding: String
        let room: String
        let links: String
        let outerAddress: @Sendable () -> String?

        var servers: [ServerChild] {
            [ServerChild(configuration)] + (media.map { [ServerChild($0)] } ?? [])
                + (janus.map { [ServerChild($0, outerAddress: outerAddress)] } ?? [])
        }
    }

    private var givenPort: Int? { line.number("port").flatMap { $0 == 0 ? nil : $0 } }

    private func prepare() throws(KeeperError) -> Preparation {
        let access = try KeeperStoreAccess(folder)
        let ports = try ports(access)
        let port = ports["web"] ?? 0
        let scheme = isLocal && line.file("certificate") == nil ? "http" : "https"
        let addresses = hosts.names.map { "\(scheme)://\(PublicHosts.bracketed($0)):\(port)" }
        try renewCertificate(access)
        // The existing classes determine how the chat server admits guests.
        let plans = try plans(access)
        let configuration = try configuration(access, ports)
        let ending = scheme == "https" && line.file("certificate") == nil ? "#" + (try serverKey(configuration)) : ""
        try access.with { store throws(StorageError) in
            try store.change(CodeCommands.publicAddress, to: addresses[0])
            try store.change(CodeCommands.linkEnding, to: ending)
        }
        let links = try links(access, plans, addresses, ending, configuration)
        return Preparation(
            configuration: configuration, media: try media(access, ports, configuration),
            janus: try janus(access, ports), webPort: port, address: addresses[0], linkEnding: ending,
            room: plans[0].name, links: links,
            outerAddress: { [hosts] in hosts.outerAddress })
    }

    private func serverKey(_ configuration: ProsodyConfiguration) throws(KeeperError) -> String {
        do throws(ProsodyConfiguration.Failure) {
            return "sha256=" + Base64.addressText(try configuration.keyHash())
        } catch {
            throw .server(error.description)
        }
    }

    private var encryptsMedia: Bool { !isLocal && NginxConfiguration.hasTLS }

    private var portNames: [String] { ServerPorts.names + (encryptsMedia ? [ServerPorts.plain] : []) }

    /// Returns the ports by name, and stores them for the next start.
    private func ports(_ access: KeeperStoreAccess) throws(KeeperError) -> [String: Int] {
        let known = try access.with { store throws(StorageError) in
            var known: [String: Int] = [:]
            for name in portNames { known[name] = try store.setting("port-" + name).flatMap { Int($0) } }
            return known
        }
        let names = portNames.filter { $0 != "web" || givenPort == nil }
        let taken = givenPort.map { [$0] } ?? []
        guard var ports = ServerPorts.choose(names, known: known, in: line.ports("ports"), except: taken) else {
            throw .server(
                line.ports("ports") == nil
                    ? tr("no port of this machine is free") : tr("--ports: too few of these ports are free"))
        }
        let changed = ports.filter { known[$0.key] != $0.value }
        try access.with { store throws(StorageError) in
            for (name, port) in changed { try store.change("port-" + name, to: "\(port)") }
        }
        if let givenPort { ports["web"] = givenPort }
        return ports
    }

    /// Renews the certificate if it names another host.
    private func renewCertificate(_ access: KeeperStoreAccess) throws(KeeperError) {
        let known = try access.with { store throws(StorageError) in try store.setting("host") }
        let host = hosts.names.joined(separator: ",")
        guard known != host else { return }
        // The key stays, because links contain it.
        if known != nil { unlink(folder + "/prosody/server.pem") }
        try access.with { store throws(StorageError) in try store.change("host", to: host) }
    }

    // MARK: Servers

    private func configuration(
        _ access: KeeperStoreAccess, _ ports: [String: Int]
    ) throws(KeeperError) -> ProsodyConfiguration {
        let secrets = try access.with { store throws(StorageError) in
            (try store.secret("token"), try store.secret("component"))
        }
        var configuration = ProsodyConfiguration(
            folder: folder + "/prosody", domain: line.text("domain") ?? "tvplay.localhost",
            ports: ProsodyConfiguration.Ports(
                clients: ports["clients"] ?? 0, secureClients: ports["secure-clients"] ?? 0, http: ports["http"] ?? 0,
                components: ports["components"] ?? 0),
            tokenSecret: secrets.0, componentSecret: secrets.1)
        configuration.hasGuests = try access.with { store throws(StorageError) in
            try store.plans().contains { $0.allowsGuests && !$0.isOver }
        }
        if !isLocal {
            configuration.publicHosts = hosts.names
            if line.file("certificate") != nil {
                let (certificate, key) = certificate(configuration)
                configuration.webCertificate = .files(
                    certificate: try KeeperProgram.absolute(certificate), key: try KeeperProgram.absolute(key))
            }
        }
        configuration.interfaces = hosts.interfaces
        configuration.chatDays = line.number("keep-chat") ?? 0
        configuration.uploadDays = line.number("keep-uploads") ?? 0
        configuration.uploadSpace = line.byteCount("upload-space")
        return configuration
    }

    private func media(
        _ access: KeeperStoreAccess, _ ports: [String: Int], _ prosody: ProsodyConfiguration
    ) throws(KeeperError) -> NginxConfiguration? {
        guard NginxConfiguration.isInstalled else { return nil }
        let secret = try access.with { store throws(StorageError) in try store.secret("media") }
        var configuration = NginxConfiguration(
            folder: folder + "/nginx",
            ports: NginxConfiguration.Ports(
                rtmp: ports["rtmp"] ?? 0, plain: ports[ServerPorts.plain], control: ports["media-control"] ?? 0,
                hooks: ports["media-hooks"] ?? 0),
            secret: secret)
        configuration.interfaces = hosts.interfaces
        if encryptsMedia {
            let (certificate, key) = certificate(prosody)
            configuration.tls = NginxConfiguration.TLS(
                certificate: try KeeperProgram.absolute(certificate), key: try KeeperProgram.absolute(key))
        }
        return configuration
    }

    private func janus(
        _ access: KeeperStoreAccess, _ ports: [String: Int]
    ) throws(KeeperError) -> JanusConfiguration? {
        guard JanusConfiguration.isInstalled else { return nil }
        let key = try access.with { store throws(StorageError) in try store.secret("janus") }
        return JanusConfiguration(
            folder: folder + "/janus", port: ports["janus"] ?? 0,
            mediaPorts: line.ports("ports") ?? Self.datagramPorts, key: key)
    }

    /// The ports for media; each stream of a viewer needs one.
    private static let datagramPorts = 20_000...21_999

    private func web(
        _ port: Int, _ configuration: ProsodyConfiguration
    ) throws(KeeperError) -> HTTPServerSettings {
        var settings = HTTPServerSettings(host: hosts.webInterface, port: port)
        guard line.file("certificate") != nil || !isLocal else { return settings }
        let (certificate, key) = certificate(configuration)
        settings.tls = HTTPServerSettings.TLS(
            certificate: try KeeperWatch.bytes(certificate), key: try KeeperWatch.bytes(key))
        return settings
    }

    /// Returns the files of the given certificate and key, else of the keeper's own.
    private func certificate(_ prosody: ProsodyConfiguration) -> (certificate: String, key: String) {
        guard let given = line.file("certificate") else {
            return (prosody.certificatePath, line.file("key") ?? prosody.privateKeyPath)
        }
        return (given, line.file("key") ?? given)
    }

    // MARK: Classes

    /// Returns the classes, with the command line's settings for its own or the only one. Creates one if there is none.
    private func plans(_ access: KeeperStoreAccess) throws(KeeperError) -> [ClassPlan] {
        let known = try access.with { store throws(StorageError) in try store.plans() }.filter { !$0.isOver }
        let title = line.given("title")
        guard title != nil || line.has("guests") || known.isEmpty else { return known }
        let own = known.first { $0.name == Self.ownClass } ?? (known.count == 1 ? known[0] : nil)
        guard own != nil || known.isEmpty else {
            let option = title == nil ? "--guests" : "--title"
            Output.warn(
                tr("%1 has no effect on a folder with several classes; use tvplay-keeper class add NAME %1", option)
                    + "\n")
            return known
        }
        var plan = own ?? ClassPlan(name: Self.ownClass, title: tr("Class"))
        if let title { plan.title = title }
        if line.has("guests") { plan.allowsGuests = true }
        let only = plan
        try access.with { store throws(StorageError) in
            if known.isEmpty { try store.create(only, epoch: WallTime.now.milliseconds) }
            try store.change(only)
        }
        return known.isEmpty ? [only] : known.map { $0.name == only.name ? only : $0 }
    }

    /// The name of the class that `up` creates.
    private static let ownClass = "class"

    /// Returns each class's links for teachers and students, and the place where guests enter.
    private func links(
        _ access: KeeperStoreAccess, _ plans: [ClassPlan], _ addresses: [String], _ ending: String,
        _ configuration: ProsodyConfiguration
    ) throws(KeeperError) -> String {
        var text = ""
        let signIn = try signIn()
        for plan in plans {
            text += tr("Class \"%1\":", ByteText.shown(plan.title)) + "\n"
            let rows = [(ClassUser.Role.teacher, tr("teachers:")), (.student, tr("students:"))]
            for (role, words) in rows {
                let code = try code(role, of: plan.name, access).code.shown
                for address in addresses { text += "  \(words) tvplay class \(address)/c/\(code)\(ending)\n" }
            }
            if signIn?.admits(to: plan.name) ?? false {
                for address in addresses {
                    text += "  \(tr("with an account:")) tvplay class \(address)/s/\(plan.name)\(ending)\n"
                }
            }
            guard plan.allowsGuests else { continue }
            let (room, domain) = (plan.name + "@" + configuration.roomDomain, configuration.guestDomain)
            for host in hosts.names {
                let server = "\(PublicHosts.bracketed(host)):\(configuration.ports.clients)"
                text += "  " + tr("guests: room %1, anonymous login at %2, server %3", room, domain, server) + "\n"
            }
        }
        return text
    }

    private func code(_ role: ClassUser.Role, of room: String, _ access: KeeperStoreAccess) throws(KeeperError)
        -> CodeGrant
    {
        let tomorrow = WallTime.now.milliseconds / 1000 + 86_400
        let known = try access.codes().last {
            $0.room == room && $0.role == role && $0.uses == nil && $0.group == 0 && $0.expires > tomorrow
        }
        if let known { return known }
        return try access.makeCode(for: room, role, hours: 720)
    }
}
