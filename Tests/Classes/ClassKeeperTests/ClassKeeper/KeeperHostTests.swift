import Addresses
import ClassAccess
import ClassRules
import Classes
import ClassroomHarness
import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing
import Transport

@testable import ClassKeeper

/// `tvplay-keeper up --host=…` beyond the loopback interface, tested through the links that it prints.
@Suite(
    "tvplay-keeper up for other machines", .serialized,
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"),
    .enabled(if: ClassMediaServer.isPresent, "\(ClassMediaServer.absentReason)"))
struct KeeperHostTests {
    /// Values of `--host` at which this machine can be reached.
    static let reachable: [String] = {
        let (four, six) = (OwnInterfaces.address(), OwnInterfaces.address(isIPv6: true))
        let both = four.flatMap { four in six.map { "\(four),[\($0)]" } }
        return [four, six, both, "::1", "localhost"].compactMap(\.self)
    }()

    private static let lesson = """
        {"cast":[{"id":"w","name":"Wang","role":"teacher"},{"id":"l","name":"Li","role":"student"}],"seconds":1}
        {"at":0.5,"who":"w","wish":{"name":"start","value":true}}

        """

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try body(folder)
    }

    private static func ticket(_ link: String, _ name: String) throws -> ClassTicket {
        let link = try #require(Address(link).flatMap { JoinLink($0) })
        let client = JoinClient(try #require(HTTPClient(HTTPSettings(userAgent: "tvplay-test"))))
        return try client.join(
            JoinRequest(.code(link.code, resume: nil), name: name), at: link.server, cancel: CancelToken())
    }

    private static func film(_ links: [String], in folder: URL) throws -> BuiltProgram.Outcome {
        let file = folder.appendingPathComponent("lesson.jsonl")
        try Data(lesson.utf8).write(to: file)
        return try BuiltProgram.run(
            RunningKeeper.program,
            ["film", file.path, "--teachers", links[0], "--students", links[links.count - 1], "--once"],
            environment: ["LC_ALL": "C.UTF-8"])
    }

    private static func answers(_ host: String, _ port: Int) -> Bool {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { return false }
        defer { freeaddrinfo(found) }
        return sequence(first: found) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap(\.?.pointee).contains {
            entry in
            let socket = socket(entry.ai_family, entry.ai_socktype, 0)
            defer { close(socket) }
            return connect(socket, entry.ai_addr, entry.ai_addrlen) == 0
        }
    }

    @Test(
        "the printed links work without a certificate file, and RTMP listens on the host in them", arguments: reachable)
    func reached(host: String) throws {
        try withFolder { folder in
            let running = try RunningKeeper(up: folder, try PortBlock(), ["--host", host])
            defer { running.end() }
            let links = try running.links
            let names = try PublicHosts(host)
            expect(links.count, is: 2 * names.names.count)
            for (link, name) in zip(links, names.names) {
                let ticket = try Self.ticket(link, "Anna")
                expect(ticket.server.host, is: name)
                let rtmp = try #require(ticket.media.first { $0.name == "rtmp" }.flatMap { Address($0.address) })
                expect(rtmp.host, is: PublicHosts.bracketed(name))
                #expect(Self.answers(name, try #require(rtmp.port)))
                #expect(Self.answers(name, ticket.server.port))
                if names.isLocal { continue }
                // Files name the first host. Viewers of another one find them at theirs, by the key in the link.
                expect(ticket.server.fileHost, is: name == names.names[0] ? nil : names.names[0])
                let files = try #require(ticket.server.webSocket.flatMap(Self.filesAddress))
                expect(files.host, is: PublicHosts.bracketed(name))
                let client = try Self.client()
                if let trusted = Address(link), trusted.serverKey != nil { client.trust(trusted) }
                try expect(client.begin(HTTPRequest(files), cancel: CancelToken()).head().status, is: 404)
            }
            try expect(running.text().contains("ufw allow"), is: !names.isLocal)
            let film = try Self.film(links, in: folder)
            expect(film.status, is: 0, "\(film.errors)")
        }
    }

    private static func filesAddress(_ webSocket: String) -> Address? {
        Address("http" + webSocket.dropFirst("ws".count).replacing("/xmpp-websocket", with: "/absent"))
    }

    private static func client(_ change: (inout HTTPSettings) -> Void = { _ in }) throws -> HTTPClient {
        var settings = HTTPSettings(userAgent: "tvplay-test")
        settings.proxy = ""
        change(&settings)
        return try #require(HTTPClient(settings), "libcurl is missing")
    }

    @Test(
        "with --certificate, join requests, files and RTMP have that certificate, and links contain no key",
        .enabled(if: TestCertificates.isPresent, "needs openssl (Scripts/install-deps test)"))
    func ownCertificate() throws {
        let certificates = try TestCertificates.shared.get()
        try withFolder { folder in
            let ports = try PortBlock()
            let running = try RunningKeeper(
                up: folder, ports,
                ["--host", "video.test", "--certificate", certificates.certificate, "--key", certificates.key])
            defer { running.end() }
            let text = try #require(try running.links.first)
            #expect(!text.contains("#"))
            let client = try Self.client { settings in
                settings.caFile = certificates.authority
                settings.resolveOverrides = ports.ports.map { "video.test:\($0):127.0.0.1" }
            }
            let link = try #require(Address(text).flatMap { JoinLink($0) })
            let ticket = try JoinClient(client).join(
                JoinRequest(.code(link.code, resume: nil), name: "Anna"), at: link.server, cancel: CancelToken())
            let files = try #require(ticket.server.webSocket.flatMap(Self.filesAddress))
            try expect(client.begin(HTTPRequest(files), cancel: CancelToken()).head().status, is: 404)
            let rtmp = try #require(ticket.media.first { $0.name == "rtmp" }?.address)
            guard rtmp.hasPrefix("rtmps://") else { return }
            let port = try #require(Address("https" + rtmp.dropFirst("rtmps".count))?.port)
            let tunnel = try client.tunnel(to: "video.test", port: port, name: "rtmps", cancel: CancelToken())
            #expect(tunnel.port > 0)
        }
    }

    @Test("a new --host keeps the key, so older links still work, and a link with another key is refused")
    func key() throws {
        guard let host = OwnInterfaces.address() else { return }
        try withFolder { folder in
            let ports = try PortBlock()
            let first = try RunningKeeper(up: folder, ports, ["--host", host])
            let before = try first.links
            first.end()
            let again = try RunningKeeper(up: folder, ports, ["--host", "\(host),class.example.org"])
            defer { again.end() }
            #expect(try again.links.contains(before[0]))
            _ = try Self.ticket(before[0], "Anna")
            let end = try #require(before[0].firstRange(of: "#sha256=")?.upperBound)
            let other = before[0][..<end] + String(repeating: "A", count: before[0][end...].count)
            let failure = #expect(throws: JoinError.self) { try Self.ticket(String(other), "Anna") }
            expect(failure?.message.contains("key does not match the link"), is: true)
            let plain = before[0].prefix { $0 != "#" }
            let refusal = #expect(throws: JoinError.self) { try Self.ticket(String(plain), "Anna") }
            expect(refusal?.message.contains("#sha256="), is: true)
            let film = try Self.film([String(plain)], in: folder)
            #expect(film.status == 1 && film.errors.contains("--authority"))
        }
    }

    @Test(
        "a server with only IPv6 becomes ready, and a client with only IPv6 can enter",
        .enabled(if: NetworkPair.isPossible, "\(NetworkPair.absentReason)"))
    func sixAlone() throws {
        try withFolder { folder in
            let pair = try NetworkPair(isIPv6: true)
            let running = try RunningKeeper(
                up: folder, try PortBlock(), ["--host", NetworkPair.nearIPv6],
                launcher: ["ip", "netns", "exec", pair.near])
            defer { running.end() }
            let links = try running.links
            let id = try pair.atFarEnd {
                let ticket = try Self.ticket(links[0], "Wang")
                let file = folder.appendingPathComponent("authority.pem")
                try Data((ticket.server.authority ?? "").utf8).write(to: file)
                let teacher = try Attendee(ticket, authorityFile: file.path).enter()
                try teacher.wish(.start(true))
                return teacher.id
            }
            #expect(!id.isEmpty)
        }
    }

    @Test(
        "--host takes names and addresses, with or without brackets, separated by commas",
        arguments: [
            ("class.example.org", ["class.example.org"], false), ("[2001:db8::1]", ["2001:db8::1"], false),
            ("203.0.113.9,2001:db8::1", ["203.0.113.9", "2001:db8::1"], false), ("::1", ["::1"], true),
            ("localhost, 127.0.0.1", ["localhost", "127.0.0.1"], true), ("a.test,a.test", ["a.test"], false),
        ])
    func hosts(text: String, names: [String], isLocal: Bool) throws {
        let hosts = try PublicHosts(text)
        #expect(hosts.names == names && hosts.isLocal == isLocal)
    }

    @Test(
        "an invalid --host is refused with a message that names the option",
        arguments: ["", "a b", "1.2.3", "[::1", "a.test,", "x/y", "-h", "a:1", "café.test"])
    func refused(text: String) {
        let error = #expect(throws: KeeperError.self) { try PublicHosts(text) }
        expect(error?.message.contains("--host"), is: true)
    }

    @Test("nginx has one socket for each address family, and neither accepts the other's connections")
    func nginx() {
        var configuration = NginxConfiguration(
            folder: "/f", ports: NginxConfiguration.Ports(rtmp: 1935, control: 1, hooks: 2), secret: "s")
        configuration.interfaces = ["0.0.0.0", "::"]
        #expect(configuration.text.contains("listen 0.0.0.0:1935; listen [::]:1935 ipv6only=on;"))
    }

    @Test("with TLS, viewers reach nginx only by rtmps, and programs on this machine by RTMP")
    func secureNginx() {
        var configuration = NginxConfiguration(
            folder: "/f", ports: NginxConfiguration.Ports(rtmp: 1935, plain: 1936, control: 1, hooks: 2), secret: "s")
        configuration.interfaces = ["0.0.0.0", "::"]
        expect(configuration.publicAddress(host: "2001:db8::1"), is: "rtmp://[2001:db8::1]:1935/live")
        expect(configuration.listening, is: [1, 1935])
        configuration.tls = NginxConfiguration.TLS(certificate: "/f/a.pem", key: "/f/a.key")
        let text = configuration.text
        #expect(text.contains("listen 0.0.0.0:1935 ssl; listen [::]:1935 ssl ipv6only=on;"))
        #expect(text.contains("listen 127.0.0.1:1936;") && text.contains("proxy_pass 127.0.0.1:1936;"))
        #expect(text.contains(#"ssl_certificate_key "/f/a.key";"#) && !text.contains("listen 0.0.0.0:1935;"))
        let settings = MediaServerSettings(configuration, host: "a.test")
        expect(settings.address, is: "rtmps://a.test:1935/live")
        expect(settings.localAddress, is: "rtmp://127.0.0.1:1936/live")
        expect(configuration.listening, is: [1, 1935, 1936])
    }

    @Test("Janus offers IPv6 addresses if the kernel supports IPv6, but no link-local ones")
    func janus() {
        var configuration = JanusConfiguration(folder: "/f", port: 1, mediaPorts: 2...3, key: "k")
        for hasIPv6 in [true, false] {
            configuration.offersIPv6 = hasIPv6
            let text = configuration.files[0].text
            #expect(text.contains("ipv6 = \(hasIPv6)\n") && text.contains("ipv6_linklocal = false\n"))
        }
    }

    @Test("the ports to open are printed as text and as commands for nft and ufw")
    func firewall() {
        let rules = FirewallRules(tcp: [8443, 20_001, 20_000], udp: 20_000...21_999)
        expect(
            rules.words,
            is: """
                Open these ports on this machine for viewers: TCP 8443, 20000, 20001, UDP 20000-21999
                  nft add rule inet filter input tcp dport '{ 8443, 20000, 20001 }' accept
                  nft add rule inet filter input udp dport 20000-21999 accept
                  ufw allow 8443,20000,20001/tcp
                  ufw allow 20000:21999/udp

                """)
    }
}
