import Addresses
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Transport

/// The client against nginx.
@Suite(.enabled(if: NginxServer.isPresent, Comment(rawValue: NginxServer.absentReason)))
struct NginxTests {
    private static let film: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 10) }
    private static let manifest = Array(String(repeating: "#EXTINF:4,\nsegment.ts\n", count: 2000).utf8)

    private static let locations = """
        location / { root ROOT; }
        location = /list.m3u8 { root ROOT; gzip on; gzip_types *; }
        location /slow/ { proxy_pass http://127.0.0.1:PORT/; proxy_buffering off; limit_rate 2m; }
        location /signed/ {
            alias ROOT/;
            secure_link $arg_md5,$arg_expires;
            secure_link_md5 "$secure_link_expires$uri key";
            if ($secure_link = "") { return 403; }
            if ($secure_link = "0") { return 410; }
        }
        location /protocol { return 200 $server_protocol; }
        """

    private func server() throws -> NginxServer {
        try NginxServer(
            files: ["film.bin": Self.film, "list.m3u8": Self.manifest, "empty": []], locations: Self.locations)
    }

    private func address(_ port: Int, _ path: String, _ scheme: String = "http", host: String = "127.0.0.1") throws
        -> Address
    {
        try #require(Address("\(scheme)://\(host):\(port)\(path)"))
    }

    private func source(_ address: Address, _ client: HTTPClient) -> HTTPByteSource {
        HTTPByteSource(HTTPRequest(address), client: client, cancel: CancelToken())
    }

    private func secured(_ server: NginxServer, _ change: (inout HTTPSettings) -> Void = { _ in }) throws -> HTTPClient
    {
        try NetworkBench.client {
            $0.caFile = server.authority
            change(&$0)
        }
    }

    private func code(_ body: () throws -> Void) -> ByteSourceError.Code? {
        #expect(throws: ByteSourceError.self) { try body() }?.code
    }

    @Test("CFG-11: ranges over plain HTTP return all bytes at any offset, also of an empty file")
    func ranges() throws {
        let server = try server()
        let client = try NetworkBench.client()
        let source = source(try address(server.port, "/film.bin"), client)
        expect(source.size, is: 3_000_000)
        #expect(source.canSeek)
        for offset in [2_999_000, 0, 1_500_000, 700] {
            let got = try NetworkBench.read(source, at: offset, 5000)
            #expect(!got.isEmpty)
            expect(got, is: Array(Self.film[offset..<offset + got.count]))
        }
        #expect(try NetworkBench.read(source, at: 3_000_000, 10).isEmpty)
        #expect(try self.source(try address(server.port, "/empty"), client).contents().isEmpty)
    }

    @Test(
        "ADV-71: HTTP/2 over TLS is used unless switched off and carries many requests", arguments: [true, false])
    func http2(isWanted: Bool) throws {
        let server = try server()
        let client = try secured(server) { $0.usesHTTP2 = isWanted }
        let exchange = client.begin(
            HTTPRequest(try address(server.securePort, "/protocol", "https")), cancel: CancelToken())
        try expect(
            String(decoding: try exchange.body(limit: 100), as: UTF8.self), is: (isWanted ? "HTTP/2.0" : "HTTP/1.1"))
        let film = try address(server.securePort, "/film.bin", "https")
        let exchanges = (0..<6).map { number in
            var request = HTTPRequest(film)
            request.range = ByteRange(offset: Int64(number) * 500_000, end: Int64(number + 1) * 500_000)
            return client.begin(request, cancel: CancelToken())
        }
        var all: [UInt8] = []
        for exchange in exchanges { all += try exchange.body(limit: 500_000) }
        expect(all, is: Self.film)
    }

    @Test("an untrusted certificate, or one for another name, is refused unless that is allowed")
    func certificates() throws {
        let server = try server()
        let film = try address(server.securePort, "/film.bin", "https")
        expect(code { _ = try source(film, try NetworkBench.client()).contents() }, is: .tls)
        let trusting = try NetworkBench.client { $0.verifiesTLS = false }
        try expect(source(film, trusting).contents(), is: Self.film)
        let other = try address(server.securePort, "/film.bin", "https", host: "other.test")
        let client = try secured(server) { $0.resolveOverrides = ["other.test:\(server.securePort):127.0.0.1"] }
        expect(code { _ = try source(other, client).contents() }, is: .tls)
    }

    @Test("ADV-70: an override replaces name resolution, and certificate and Host keep the name")
    func resolve() throws {
        let server = try server()
        let client = try secured(server) { $0.resolveOverrides = ["video.test:\(server.securePort):127.0.0.1"] }
        let film = try address(server.securePort, "/film.bin", "https", host: "video.test")
        try expect(source(film, client).contents(), is: Self.film)
    }

    @Test("CFG-04, PLAY-32: a signed address plays; a forged one gets 403 and an expired one 410")
    func secureLinks() throws {
        let server = try server()
        let client = try NetworkBench.client()
        func signed(_ expires: Int, key: String = "key") throws -> Address {
            let outcome = try BuiltProgram.run(
                "/bin/sh",
                [
                    "-c",
                    "printf %s '\(expires)/signed/film.bin \(key)' | openssl md5 -binary | openssl base64 | tr +/ -_ | tr -d =",
                ])
            let signature = outcome.output.split(separator: "\n").joined()
            return try address(server.port, "/signed/film.bin?md5=\(signature)&expires=\(expires)")
        }
        let later = Int(Date.now.timeIntervalSince1970) + 3600
        try expect(source(try signed(later), client).contents(), is: Self.film)
        expect(
            code { _ = try source(try signed(later, key: "other"), client).contents() }, is: .httpStatus(403))
        expect(code { _ = try source(try signed(1000), client).contents() }, is: .httpStatus(410))
    }

    @Test("a text is compressed only if requested, and complete either way", arguments: [true, false])
    func compression(isAccepted: Bool) throws {
        let server = try server()
        var request = HTTPRequest(try address(server.port, "/list.m3u8"))
        request.acceptsCompression = isAccepted
        let client = try NetworkBench.client()
        let exchange = client.begin(request, cancel: CancelToken())
        try expect(exchange.head()["content-encoding"], is: (isAccepted ? "gzip" : nil))
        try expect(exchange.body(limit: 1 << 20), is: Self.manifest)
    }

    @Test("a proxy that limits the rate delivers every byte")
    func limited() throws {
        let server = try server()
        let source = source(try address(server.port, "/slow/film.bin"), try NetworkBench.client())
        try expect(source.contents(), is: Self.film)
    }

    @Test("a file that is replaced while it is read is noticed", arguments: [true, false])
    func replaced(isSameLength: Bool) throws {
        let server = try server()
        let source = source(try address(server.port, "/film.bin"), try NetworkBench.client())
        _ = try NetworkBench.read(source, at: 0, 1000)
        let other = Data(isSameLength ? Self.film.map { $0 ^ 1 } : Self.film + [0])
        let path = server.folder.appendingPathComponent("root/film.bin")
        try other.write(to: path)
        // nginx's tags consist of the time in seconds and the length, so the new file gets a later time.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 100)], ofItemAtPath: path.path)
        expect(code { _ = try NetworkBench.read(source, at: 2_500_000, 10) }, is: .changed)
    }
}
