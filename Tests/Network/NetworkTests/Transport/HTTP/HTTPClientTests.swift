import Addresses
import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite struct HTTPClientTests {
    private let header = HTTPHeader(name: "Authorization", value: "Bearer s3cr3t")

    private func body(
        _ client: HTTPClient, _ request: HTTPRequest, limit: Int = 1 << 20
    ) throws(ByteSourceError) -> [UInt8] {
        try client.begin(request, cancel: CancelToken()).body(limit: limit)
    }

    @Test("ADV-33, ADV-34, ADV-40: configured fields are sent with each request unless it has its own")
    func fields() throws {
        let server = try FaultServer { _ in FaultReply(200, [1]) }
        let client = try NetworkBench.client {
            $0.userAgent = "tvplay/9"
            $0.referrer = "https://site.example/page"
            $0.headers = ["Host: video.example", "X-Kind:  a", "X-Empty:"].compactMap { HTTPHeader(line: $0) }
        }
        var request = HTTPRequest(server.address())
        _ = try body(client, request)
        request.headers = ["x-kind: b"].compactMap { HTTPHeader(line: $0) }
        _ = try body(client, request)
        let first = try #require(server.requests.first)
        expect(first["user-agent"], is: "tvplay/9")
        #expect(first["referer"] == "https://site.example/page")
        expect(first["host"], is: "video.example")
        expect(first["x-kind"], is: "a")
        expect(first["x-empty"], is: "")
        expect(server.requests.last?["x-kind"], is: "b")
    }

    @Test("ADV-40: a malformed header field is refused, so that none can be injected")
    func refusedFields() {
        for line in ["no colon", ": value", "a b: c", "x: a\r\ny: b", "x: \u{0}", "é: 1"] {
            expect(HTTPHeader(line: line), is: nil, "\(line)")
        }
        expect(HTTPHeader(line: "Host:example.com")?.value, is: "example.com")
    }

    @Test("ADV-32: new settings apply to later requests")
    func newSettings() throws {
        let server = try FaultServer { _ in FaultReply(200, [1]) }
        let client = try NetworkBench.client()
        _ = try body(client, HTTPRequest(server.address()))
        client.settings = NetworkBench.settings { $0.userAgent = "other" }
        _ = try body(client, HTTPRequest(server.address()))
        expect(server.requests.map { $0["user-agent"] }, is: ["tvplay/test", "other"])
    }

    @Test("CFG-04: after a redirect another server gets neither keys nor cookies, even in later requests")
    func secrets() throws {
        let other = try FaultServer { .file(NetworkBench.bytes, for: $0) }
        let target = other.text("/there")
        let server = try FaultServer { request in
            request.path == "/here" ? .file([1], for: request) : .redirect(to: target)
        }
        let client = try NetworkBench.client {
            $0.headers = ["Authorization: Bearer s3cr3t", "X-Token: t", "Host: h", "Accept-Language: de"]
                .compactMap { HTTPHeader(line: $0) }
        }
        var request = HTTPRequest(server.address())
        request.headers = ["Cookie: session=1"].compactMap { HTTPHeader(line: $0) }
        let source = HTTPByteSource(request, client: client, cancel: CancelToken())
        _ = try NetworkBench.read(source, at: 0, 10)
        _ = try NetworkBench.read(source, at: 199_000, 10)
        #expect(server.requests.allSatisfy { $0["authorization"] == "Bearer s3cr3t" && $0["cookie"] == "session=1" })
        for name in ["authorization", "x-token", "cookie"] {
            #expect(other.requests.allSatisfy { $0[name] == nil }, "\(name)")
        }
        #expect(other.requests.allSatisfy { $0["host"] == "127.0.0.1:\(other.port)" && $0["accept-language"] == "de" })
        expect(other.requests.first?["range"], is: "bytes=0-")
        #expect(!other.requests.isEmpty)
    }

    @Test("CFG-04: user and password of an address are sent only to its server and appear in no error")
    func userInfo() throws {
        let other = try FaultServer { _ in FaultReply(404) }
        let target = other.text("/x?token=t0k3n")
        let server = try FaultServer { _ in .redirect(to: target) }
        let client = try NetworkBench.client()
        let address = try #require(Address("http://user:word@127.0.0.1:\(server.port)/film?token=t0k3n"))
        let error = #expect(throws: ByteSourceError.self) { try body(client, HTTPRequest(address)) }
        expect(server.requests.first?["authorization"]?.hasPrefix("Basic "), is: true)
        expect(other.requests.count, is: 1)
        expect(other.requests.first?["authorization"], is: nil)
        let words = try #require(error).context + (error?.detail ?? "")
        #expect(!words.contains("t0k3n"))
        #expect(!words.contains("word"))
    }

    @Test("cookies are stored only if enabled, and sent back to their server", arguments: [true, false])
    func cookies(isWanted: Bool) throws {
        let server = try FaultServer { _ in
            var reply = FaultReply(200, [1])
            reply.headers = [("Set-Cookie", "session=42; Path=/")]
            return reply
        }
        let client = try NetworkBench.client { $0.usesCookies = isWanted }
        for _ in 0..<2 { _ = try body(client, HTTPRequest(server.address())) }
        expect(server.requests.map { $0["cookie"] }, is: [nil, isWanted ? "session=42" : nil])
    }

    @Test("cookies of a redirect are sent to its target but, without a jar, not in later requests")
    func redirectCookies() throws {
        let server = try FaultServer { request in
            guard request.path == "/film.bin" else { return .file([1], for: request) }
            var reply = FaultReply.redirect(to: "/target")
            reply.headers.append(("Set-Cookie", "session=42; Path=/"))
            return reply
        }
        let client = try NetworkBench.client()
        var request = HTTPRequest(server.address())
        request.headers = ["Cookie: own=1"].compactMap { HTTPHeader(line: $0) }
        _ = try body(client, request)
        _ = try body(client, HTTPRequest(server.address("/other")))
        expect(server.requests.map { $0["cookie"] }, is: ["own=1", "session=42; own=1", nil])
    }

    @Test("requests with the same cookie jar share its cookies, and other jars do not have them")
    func jars() throws {
        let server = try FaultServer { _ in
            var reply = FaultReply(200, [1])
            reply.headers = [("Set-Cookie", "session=42; Path=/")]
            return reply
        }
        let client = try NetworkBench.client()
        for jar in [CookieJar(), CookieJar()] {
            let own = HTTPClient(sharing: client) { $0.cookieJar = jar }
            for _ in 0..<2 { _ = try body(own, HTTPRequest(server.address())) }
        }
        expect(server.requests.map { $0["cookie"] }, is: [nil, "session=42", nil, "session=42"])
    }

    @Test("a client's own fields go only to its server, and its settings change no other client")
    func ownHeaders() throws {
        let other = try FaultServer { .file([1], for: $0) }
        let server = try FaultServer { .file([1], for: $0) }
        let client = try NetworkBench.client { $0.headers = ["X-Key: common"].compactMap { HTTPHeader(line: $0) } }
        let own = HTTPClient(sharing: client) {
            $0.ownHeaders = ["X-Key: own", "Accept-Language: de"].compactMap { HTTPHeader(line: $0) }
            $0.ownOrigin = server.address().origin
            $0.userAgent = "own"
        }
        for address in [server.address(), other.address()] { _ = try body(own, HTTPRequest(address)) }
        _ = try body(client, HTTPRequest(server.address()))
        expect(server.requests.map { $0["x-key"] }, is: ["own", "common"])
        expect(server.requests.map { $0["user-agent"] }, is: ["own", "tvplay/test"])
        expect(other.requests.map { $0["x-key"] }, is: ["common"])
        expect(other.requests.map { $0["accept-language"] }, is: ["de"])
    }

    @Test("a digest is sent for the user of the address; without a user the request fails with 401")
    func digest() throws {
        let server = try FaultServer { request in
            if request["authorization"]?.hasPrefix("Digest username=\"me\"") == true { return .file([1], for: request) }
            var reply = FaultReply(401, [2, 3])
            reply.headers = [("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n1\", qop=\"auth\"")]
            return reply
        }
        let client = try NetworkBench.client()
        let address = try #require(Address("http://me:word@127.0.0.1:\(server.port)/film"))
        try expect(body(client, HTTPRequest(address)), is: [1])
        expect(server.requests.count, is: 2)
        let error = #expect(throws: ByteSourceError.self) { try body(client, HTTPRequest(server.address())) }
        expect(error?.code, is: .httpStatus(401))
        expect(server.requests.count, is: 3)
    }

    @Test("a refused digest is not sent a second time")
    func wrongDigest() throws {
        let server = try FaultServer { _ in
            var reply = FaultReply(401, [2, 3])
            reply.headers = [("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n1\", qop=\"auth\"")]
            return reply
        }
        let client = try NetworkBench.client()
        let address = try #require(Address("http://me:word@127.0.0.1:\(server.port)/film"))
        let error = #expect(throws: ByteSourceError.self) { try body(client, HTTPRequest(address)) }
        expect(error?.code, is: .httpStatus(401))
        expect(server.requests.count, is: 2)
    }

    @Test("methods and bodies are sent unchanged, and a POST does not follow a redirect")
    func methods() throws {
        let server = try FaultServer {
            $0.path == "/moved" ? .redirect(307, to: "/film.bin") : FaultReply(200, $0.body)
        }
        let client = try NetworkBench.client()
        var request = HTTPRequest(server.address())
        request.method = .post
        request.body = Array("a=1\u{0}b".utf8)
        try expect(body(client, request), is: request.body)
        request.method = .delete
        request.body = nil
        _ = try body(client, request)
        expect(server.requests.map(\.method), is: ["POST", "DELETE"])
        request.address = server.address("/moved")
        request.method = .post
        request.body = []
        let head = try client.begin(request, cancel: CancelToken()).head()
        expect(head.status, is: 307)
        expect(server.requests.count, is: 3)
    }

    @Test("a body beyond the limit is refused, whether its length is announced or not", arguments: [true, false])
    func limit(isTold: Bool) throws {
        let server = try FaultServer { _ in
            var reply = FaultReply(200, NetworkBench.bytes)
            if !isTold { reply.framing = .chunked }
            return reply
        }
        let client = try NetworkBench.client()
        let error = #expect(throws: ByteSourceError.self) {
            try body(client, HTTPRequest(server.address()), limit: 199_999)
        }
        expect(error?.code, is: .tooLarge)
        try expect(body(client, HTTPRequest(server.address()), limit: 200_000).count, is: 200_000)
    }

    @Test("a connection is reused for later requests")
    func keepAlive() throws {
        let server = try FaultServer { _ in FaultReply(200, [1, 2]) }
        let client = try NetworkBench.client()
        for _ in 0..<5 { _ = try body(client, HTTPRequest(server.address())) }
        expect(server.requests.count, is: 5)
        expect(server.connectionCount, is: 1)
    }

    @Test("transfers to a server are limited, and playback comes before downloads")
    func priorities() throws {
        let server = try FaultServer { _ in FaultReply(200, [1], faults: [.hold]) }
        let client = try NetworkBench.client { $0.transfersPerHost = 3 }
        func begin(_ path: String, _ priority: RequestPriority) -> HTTPExchange {
            var request = HTTPRequest(server.address(path))
            request.priority = priority
            return client.begin(request, cancel: CancelToken())
        }
        let downloads = (0..<5).map { begin("/download\($0)", .download) }
        #expect(server.wait { $0.requests.count == 2 })
        let play = begin("/play", .playback)
        #expect(server.wait { $0.requests.count == 3 })
        #expect(server.requests.map(\.path).contains("/play"))
        server.release()
        for exchange in downloads + [play] { try expect(exchange.body(limit: 10), is: [1]) }
    }

    @Test("a long poll outlasts the time-out and delays no other request")
    func held() throws {
        let server = try FaultServer { request in
            request.path == "/list" ? FaultReply(200, [1], faults: [.hold]) : FaultReply(200, [2])
        }
        let client = try NetworkBench.client {
            $0.transfersPerHost = 1
            $0.timeout = .milliseconds(100)
        }
        var request = HTTPRequest(server.address("/list"))
        request.patience = .seconds(3600)
        let held = client.begin(request, cancel: CancelToken())
        request.patience = .milliseconds(200)
        let short = client.begin(request, cancel: CancelToken())
        #expect(throws: ByteSourceError.self) { try short.body(limit: 10) }
        try expect(body(client, HTTPRequest(server.address("/part"))), is: [2])
        server.release()
        try expect(held.body(limit: 10), is: [1])
    }

    @Test("ADV-72: connections are opened before the request, and a new list replaces the previous one")
    func preconnect() throws {
        let first = try FaultServer { _ in FaultReply(200, [1]) }
        let second = try FaultServer { _ in FaultReply(200, [2]) }
        let client = try NetworkBench.client()
        client.preconnect("127.0.0.1:\(first.port); 127.0.0.1:\(second.port);; /nonsense")
        #expect(first.wait { _ in client.readyConnectionCount == 2 })
        try expect(body(client, HTTPRequest(first.address())), is: [1])
        expect(first.connectionCount, is: 1)
        expect(first.requests.count, is: 1)
        // The first connection is kept, the second is closed.
        client.preconnect("127.0.0.1:\(first.port)")
        #expect(second.wait { $0.openConnectionCount == 0 })
        client.preconnect("")
        try expect(body(client, HTTPRequest(second.address())), is: [2])
        expect(second.connectionCount, is: 2)
    }

    @Test("only http and https addresses are requested")
    func schemes() throws {
        let client = try NetworkBench.client()
        for text in ["smb://127.0.0.1/x", "file://localhost/etc/passwd", "gopher://127.0.0.1/x"] {
            guard let address = Address(text) else { continue }
            let error = #expect(throws: ByteSourceError.self) { try body(client, HTTPRequest(address)) }
            expect(error?.code, is: .forbiddenScheme)
        }
    }

    @Test("releasing a client cancels its requests")
    func goes() throws {
        let server = try FaultServer { _ in FaultReply(200, [1], faults: [.hold]) }
        let exchange: HTTPExchange
        do {
            let client = try NetworkBench.client()
            exchange = client.begin(HTTPRequest(server.address()), cancel: CancelToken())
            #expect(server.wait { $0.requests.count == 1 })
        }
        let error = #expect(throws: ByteSourceError.self) { try exchange.head() }
        expect(error?.code, is: .cancelled)
    }
}
