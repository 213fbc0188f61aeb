import Addresses
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite("Proxies, .netrc and cookie files")
struct ProxyTests {
    private let server: FaultServer
    private let proxy: ProxyServer

    init() throws {
        server = try FaultServer { request in
            request.path == "/moved" ? .redirect(to: "http://localhost:\(request.query ?? "")/x") : FaultReply(200, [7])
        }
        proxy = try ProxyServer()
    }

    private func ask(_ text: String, _ change: (inout HTTPSettings) -> Void) throws -> [UInt8] {
        let address = try #require(Address(text))
        let client = try NetworkBench.client(change)
        // Requests under way end with the client, so it has to stay.
        defer { withExtendedLifetime(client) {} }
        return try client.begin(HTTPRequest(address), cancel: CancelToken()).body(limit: 10)
    }

    @Test("plain HTTP is forwarded by an HTTP proxy, and only the proxy gets its credentials")
    func plain() throws {
        let name = "far.test:\(server.port)"
        #expect(try ask("http://\(name)/film.bin") { $0.proxy = "http://me:word@127.0.0.1:\(proxy.port)" } == [7])
        expect(
            proxy.orders, is: [ProxyServer.Order(.forward, name, credentials: "Basic bWU6d29yZA==")])
        let request = try #require(server.requests.first)
        expect(request["host"], is: name)
        expect(request["proxy-authorization"], is: nil)
        expect(request["authorization"], is: nil)
    }

    @Test(
        "TLS goes through a tunnel of an HTTP proxy, and the certificate is the server's",
        .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
    func tunnel() throws {
        let nginx = try NginxServer(files: ["film.bin": [1, 2, 3]], locations: "location / { root ROOT; }")
        let name = "video.test:\(nginx.securePort)"
        let bytes = try ask("https://\(name)/film.bin") {
            $0.proxy = "http://127.0.0.1:\(proxy.port)"
            $0.caFile = nginx.authority
        }
        expect(bytes, is: [1, 2, 3])
        expect(proxy.orders, is: [ProxyServer.Order(.connect, name)])
    }

    @Test("a SOCKS 5 proxy resolves the name", arguments: [true, false])
    func socks(hasPassword: Bool) throws {
        let name = "far.test:\(server.port)"
        let user = hasPassword ? "me:word@" : ""
        #expect(try ask("http://\(name)/film.bin") { $0.proxy = "socks5h://\(user)127.0.0.1:\(proxy.port)" } == [7])
        let credentials = hasPassword ? "me:word" : nil
        expect(proxy.orders, is: [ProxyServer.Order(.socks, name, credentials: credentials)])
    }

    @Test("an unreachable proxy is an error, and the server gets no request")
    func absent() throws {
        let port = try PortLease.next()
        let error = #expect(throws: ByteSourceError.self) {
            try ask("http://127.0.0.1:\(server.port)/") { $0.proxy = "http://127.0.0.1:\(port)" }
        }
        expect(error?.code, is: .unreachable)
        #expect(server.requests.isEmpty)
    }

    private func file(_ text: String) throws -> (folder: URL, path: String) {
        let folder = try BuiltProgram.temporaryFolder()
        let file = folder.appendingPathComponent("file")
        try Data(text.utf8).write(to: file)
        return (folder, file.path)
    }

    @Test("CFG-04: credentials of .netrc are sent only to their server, not after a redirect")
    func netrc() throws {
        let (folder, path) = try file("machine 127.0.0.1 login me password word\n")
        defer { BuiltProgram.remove(folder) }
        let other = try FaultServer { _ in FaultReply(200, [8]) }
        try expect(ask(server.text("/moved?\(other.port)")) { $0.netrcFile = path }, is: [8])
        expect(server.requests.map { $0["authorization"] }, is: ["Basic bWU6d29yZA=="])
        expect(other.requests.map { $0["authorization"] }, is: [nil])
        // The address's own credentials come first.
        _ = try ask("http://you:there@127.0.0.1:\(server.port)/") { $0.netrcFile = path }
        expect(server.requests.last?["authorization"], is: "Basic eW91OnRoZXJl")
    }

    @Test("cookies of a file are sent only to their server and path, and not after they have expired")
    func cookies() throws {
        let lines = [
            "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t42", "127.0.0.1\tFALSE\t/deep\tFALSE\t0\tdeep\t1",
            "127.0.0.1\tFALSE\t/\tFALSE\t946684800\told\t1", "other.test\tFALSE\t/\tFALSE\t0\tother\t1",
        ]
        let (folder, path) = try file("# Netscape HTTP Cookie File\n" + lines.joined(separator: "\n") + "\n")
        defer { BuiltProgram.remove(folder) }
        let client = try NetworkBench.client {
            $0.usesCookies = true
            $0.cookieFile = path
        }
        for name in ["/", "/deep/x"] {
            _ = try client.begin(HTTPRequest(server.address(name)), cancel: CancelToken()).body(limit: 10)
        }
        expect(server.requests.map { $0["cookie"] }, is: ["session=42", "deep=1; session=42"])
    }
}
