import Addresses
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import HTTPServing

/// The server as seen by its clients: libcurl, and sockets that misbehave.
struct HTTPServerTests {
    private static func echo(_ request: HTTPServerRequest) -> HTTPServerResponse {
        switch (request.method, request.target.segments.first) {
        case (.get, "hello"?), (.head, "hello"?): .text(200, "hello " + (request.target.query["name"] ?? ""))
        case (.post, "echo"?): HTTPServerResponse(200, type: "application/octet-stream", body: request.body)
        case (_, "hello"?), (_, "echo"?): .methodNotAllowed([.get, .head])
        case (.get, "peer"?): .text(200, request.peer)
        case (.get, "large"?): HTTPServerResponse(200, body: [UInt8](repeating: 7, count: 8 << 20))
        case (.get, "many"?): .text(429, "later", fields: [HTTPField("retry-after", "30")])
        default: .notFound
        }
    }

    private func server(
        _ change: (inout HTTPServerSettings) -> Void = { _ in }, handler: @escaping HTTPServer.Handler = echo
    ) throws -> HTTPServer {
        var settings = HTTPServerSettings(host: "127.0.0.1", port: 0)
        change(&settings)
        return try HTTPServer(settings, handler: handler)
    }

    private func client(_ change: (inout HTTPSettings) -> Void = { _ in }) throws -> HTTPClient {
        var settings = HTTPSettings(userAgent: "tvplay/test")
        settings.proxy = ""
        settings.timeout = .seconds(30)
        settings.retries = 0
        settings.transfersPerHost = 400
        change(&settings)
        return try #require(HTTPClient(settings), "libcurl is missing")
    }

    private func exchange(
        _ server: HTTPServer, _ path: String, _ client: HTTPClient, scheme: String = "http",
        _ change: (inout HTTPRequest) -> Void = { _ in }
    ) throws -> HTTPExchange {
        var request = HTTPRequest(try #require(Address("\(scheme)://127.0.0.1:\(server.port)\(path)")))
        change(&request)
        return client.begin(request, cancel: CancelToken())
    }

    private func status(_ answer: String) -> Int? {
        answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    @Test func getPostAndHeadRequestsAreAnswered() throws {
        let server = try server()
        let client = try client()
        let got = try exchange(server, "/hello?name=%E4%BB%A3", client)
        try expect(got.body(limit: 100), is: Array("hello 代\n".utf8))
        let body = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
        let posted = try exchange(server, "/echo", client) {
            $0.method = .post
            $0.body = body
        }
        try expect(posted.body(limit: 1 << 20), is: body)
        try expect(exchange(server, "/large", client).body(limit: 16 << 20).count, is: 8 << 20)
        try expect(exchange(server, "/peer", client).body(limit: 100), is: Array("127.0.0.1\n".utf8))
        let head = try exchange(server, "/hello", client) { $0.method = .head }
        try expect(head.head().status, is: 200)
        try expect(head.head().contentLength, is: 7)
    }

    @Test("a waiting request does not block other requests, nor those for another service")
    func waiting() throws {
        let gate = Monitor(false)
        let server = try HTTPServer(
            HTTPServerSettings(host: "127.0.0.1", port: 0),
            waits: ["slow", "hello"].map { name in { $0.target.segments.first == name } }
        ) { request in
            guard request.target.segments.first == "slow" else { return Self.echo(request) }
            return .text(gate.wait { $0 ? 200 : nil } ?? 503, "at last")
        }
        let client = try client()
        let slow = try (0..<4).map { _ in try exchange(server, "/slow", client) }
        for _ in 0..<3 { try expect(exchange(server, "/hello", client).body(limit: 100), is: Array("hello \n".utf8)) }
        gate.update { $0 = true }
        for exchange in slow { try expect(exchange.head().status, is: 200) }
    }

    @Test func failedRequestsReturnTheirStatus() throws {
        let server = try server()
        let client = try client()
        try expect(exchange(server, "/none", client).head().status, is: 404)
        let refused = try exchange(server, "/hello", client) { $0.method = .delete }.head()
        expect(refused.status, is: 405)
        expect(refused["allow"], is: "GET, HEAD")
        let many = try exchange(server, "/many", client).head()
        expect(many.status, is: 429)
        expect(many["retry-after"], is: "30")
        expect(many["x-content-type-options"], is: "nosniff")
    }

    @Test(arguments: [100 << 10, 900 << 10])
    func anOversizedBodyReturns413(size: Int) throws {
        let server = try server()
        let client = try client()
        let answer = try exchange(server, "/echo", client) {
            $0.method = .post
            $0.body = [UInt8](repeating: 1, count: size)
        }
        try expect(answer.head().status, is: 413)
    }

    @Test func hugeAndEndlessBodiesEndTheConnection() throws {
        let server = try server()
        let announced = try RawConnection(port: server.port)
        announced.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000000\r\n\r\n")
        try expect(status(try announced.readToEnd()), is: 413)
        let chunked = try RawConnection(port: server.port)
        chunked.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
        var sent = 0
        while sent < 1000, chunked.send(chunk) { sent += 1 }
        #expect(sent < 1000)
        // A chunked body within bounds is accepted, and one slightly beyond gets an answer.
        let small = try RawConnection(port: server.port)
        small.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        small.send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        #expect(try small.readToEnd().hasSuffix("\r\n\r\nabcde"))
        let beyond = try RawConnection(port: server.port)
        beyond.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        beyond.send(chunk + chunk + "0\r\n\r\n")
        try expect(status(try beyond.readToEnd()), is: 413)
    }

    @Test(
        "malformed and ambiguous requests are refused and never handled",
        arguments: [
            "GET /hello HTTP/1.1\r\n\r\n", "GET /hello%0a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /../x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nab",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\na",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\na",
            "BREW /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /hello HTTP/1.1\r\nHost: a\r\nx: " + String(repeating: "y", count: 40_000) + "\r\n\r\n",
            "GET /" + String(repeating: "y", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func refused(text: String) throws {
        let handled = Monitor(0)
        let server = try server(counting: { request in
            handled.update { $0 += 1 }
            return Self.echo(request)
        })
        let connection = try RawConnection(port: server.port)
        connection.send(text)
        let answer = try connection.readToEnd()
        #expect((400...599).contains(status(answer) ?? 0), "\(answer.prefix(200))")
        expect(handled.withLock { $0 }, is: 0)
    }

    private func server(
        counting: @escaping HTTPServer.Handler, _ change: (inout HTTPServerSettings) -> Void = { _ in }
    ) throws -> HTTPServer { try server(change, handler: counting) }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let server = try server()
        let connection = try RawConnection(port: server.port)
        let requests = (0..<50).map { "GET /hello?name=\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
        connection.send(requests.joined() + "GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let answer = try connection.readToEnd()
        let names = answer.matches(of: /hello (\d+)/).map { $0.output.1 }
        expect(names, is: (0..<50).map { Substring("\($0)") })
        #expect(answer.contains("HTTP/1.1 404"))
    }

    @Test func slowAndSilentClientsAreDisconnected() throws {
        let server = try server { $0.requestTimeout = .milliseconds(400) }
        // A byte now and then would never let a time-out for silence expire.
        let slow = try RawConnection(port: server.port)
        slow.send("GET /hello HTTP/1.1\r\nHost: a\r\n")
        let writer = WorkerThread(name: "slow-client") { [port = server.port] in
            guard let other = try? RawConnection(port: port) else { return }
            other.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            // The pace of a slow client. The server ends it by the time-out of the whole request, not by this pause.
            while other.send("x") { usleep(20_000) }
        }
        let mute = try RawConnection(port: server.port)
        try expect(slow.readToEnd(), is: "")
        try expect(mute.readToEnd(), is: "")
        writer.join()
        // Other clients were not affected.
        let client = try client()
        try expect(exchange(server, "/hello", client).head().status, is: 200)
    }

    @Test func aClientThatDoesNotReadIsDisconnected() throws {
        let server = try server {
            $0.responseTimeout = .milliseconds(300)
            $0.connectionsPerAddress = 1
        }
        let deaf = try RawConnection(port: server.port)
        deaf.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        // Its place is free again, although the client has read nothing.
        let deadline = SystemClock().now + Patience.limit
        var answer = ""
        while answer.isEmpty, SystemClock().now < deadline {
            let next = try RawConnection(port: server.port)
            next.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            answer = try next.readToEnd()
        }
        expect(status(answer), is: 200)
    }

    @Test func incompleteRequestsAreNotHandled() throws {
        let handled = Monitor(0)
        let server = try server(counting: { request in
            handled.update { $0 += 1 }
            return Self.echo(request)
        }) { $0.requestTimeout = .milliseconds(300) }
        for text in [
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc", "GET /hello HTTP/1.1\r\nHo", "",
        ] {
            let connection = try RawConnection(port: server.port)
            connection.send(text)
            connection.endWriting()
            _ = try connection.readToEnd()
        }
        expect(handled.withLock { $0 }, is: 0)
    }

    @Test func aSlowHandlerDoesNotBlockOtherRequests() throws {
        let gate = Monitor(false)
        let server = try server(counting: { request in
            if request.target.segments == ["wait"] { _ = gate.wait { $0 ? () : nil } }
            return Self.echo(request)
        })
        let client = try client()
        let waiting = try exchange(server, "/wait", client)
        try expect(exchange(server, "/hello", client).head().status, is: 200)
        #expect(!waiting.hasEnded)
        gate.update { $0 = true }
        try expect(waiting.head().status, is: 404)
    }

    @Test func twoHundredConnectionsAreAnsweredAtOnce() throws {
        let server = try server()
        let raw = try (0..<200).map { _ in try RawConnection(port: server.port) }
        for connection in raw { connection.send("GET /hello?name=x HTTP/1.1\r\nHost: a\r\n") }
        for connection in raw { connection.send("\r\n") }
        for connection in raw { #expect(try connection.read { $0.hasSuffix("hello x\n") }.hasSuffix("hello x\n")) }
    }

    @Test func connectionsPerAddressAreLimited() throws {
        let (gate, handled) = (Monitor(false), Monitor(0))
        let server = try server(counting: { request in
            handled.update { $0 += 1 }
            _ = gate.wait { $0 ? () : nil }
            return Self.echo(request)
        }) { $0.connectionsPerAddress = 2 }
        let held = try (0..<2).map { _ in try RawConnection(port: server.port) }
        for connection in held { connection.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n") }
        _ = handled.wait(until: SystemClock().now + Patience.limit) { $0 == 2 ? () : nil }
        let beyond = try RawConnection(port: server.port)
        beyond.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        try expect(beyond.readToEnd(), is: "")
        gate.update { $0 = true }
        for connection in held { _ = try connection.read { $0.hasSuffix("hello \n") } }
    }

    @Test("incomplete requests give way to complete ones, no matter how many there are")
    func halfOpenRequestsShutNoDoor() throws {
        let server = try server { ($0.connectionsPerAddress, $0.connections) = (20, 30) }
        // More connections than allowed, while the server's own time-out for them is still far away.
        let halfOpen = try (0..<60).map { _ in try RawConnection(port: server.port) }
        for connection in halfOpen { connection.send("GET /hello HTTP/1.1\r\nHost: a\r\n") }
        for _ in 0..<40 {
            let honest = try RawConnection(port: server.port)
            honest.send("GET /hello?name=x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try honest.readToEnd().hasSuffix("hello x\n"))
        }
        try expect(halfOpen[0].readToEnd(), is: "")
    }

    @Test("IPv6 addresses with the same /64 prefix are one network")
    func networks() {
        func network(_ text: String) -> [UInt8] { HTTPServerConnection.network(of: text) }
        expect(network("2001:db8:1:2::1"), is: network("2001:db8:1:2:ffff::9"))
        #expect(network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
        #expect(network("192.0.2.1") != network("192.0.2.2"))
    }

    @Test(.enabled(if: TestCertificates.isPresent, Comment(rawValue: NginxServer.absentReason)))
    func tlsClientsAreServedAndOldVersionsRefused() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let certificates = try TestCertificates(in: folder)
        let tls = HTTPServerSettings.TLS(
            certificate: [UInt8](try Data(contentsOf: URL(fileURLWithPath: certificates.certificate))),
            key: [UInt8](try Data(contentsOf: URL(fileURLWithPath: certificates.key))))
        let server = try server { $0.tls = tls }
        let trusting = try client { $0.caFile = certificates.authority }
        let body = try exchange(server, "/hello?name=TLS", trusting, scheme: "https").body(limit: 100)
        expect(body, is: Array("hello TLS\n".utf8))
        let stranger = try client()
        let refused = try exchange(server, "/hello", stranger, scheme: "https")
        #expect(throws: ByteSourceError.self) { try refused.head() }
        // A mute client in the middle of its handshake is ended, too.
        let plain = try RawConnection(port: server.port)
        plain.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try !plain.readToEnd().contains("hello"))
        for (version, isTaken) in [("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)] {
            let outcome = try BuiltProgram.run(
                "/usr/bin/openssl",
                ["s_client", "-connect", "127.0.0.1:\(server.port)", version, "-cipher", "DEFAULT@SECLEVEL=0"])
            expect((outcome.status == 0), is: isTaken, "\(version)")
        }
    }

    @Test func anInvalidCertificateIsRefused() throws {
        let tls = HTTPServerSettings.TLS(certificate: Array("none".utf8), key: Array("none".utf8))
        let error = #expect(throws: HTTPServerError.self) { try server { $0.tls = tls } }
        expect(error?.code, is: .cannotStart)
        expect(error?.detail.isEmpty, is: false)
    }

    @Test func theServerReportsItsPortAndHoldsItUntilClosed() throws {
        let first = try server()
        #expect((1024...65_535).contains(first.port))
        let error = #expect(throws: HTTPServerError.self) { try server { $0.port = first.port } }
        expect(error?.code, is: .cannotListen)
        #expect(throws: HTTPServerError.self) { try server { $0.host = "256.1.1.1" } }
        let port = first.port
        first.close()
        first.close()
        expect(LoopbackSocket.connect(port: port), is: nil)
        try expect(server { $0.port = port }.port, is: port)
    }

    @Test func closingWaitsForAnswersUnderWay() throws {
        let gate = Monitor(0)
        let server = try server(counting: { request in
            gate.update { $0 = 1 }
            _ = gate.wait { $0 == 2 ? () : nil }
            return Self.echo(request)
        })
        let client = try client()
        let asking = try exchange(server, "/hello", client)
        let idle = try RawConnection(port: server.port)
        _ = gate.wait { $0 == 1 ? () : nil }
        let closing = WorkerThread(name: "closing") { server.close() }
        gate.update { $0 = 2 }
        closing.join()
        try expect(asking.head().status, is: 200)
        try expect(idle.readToEnd(), is: "")
    }

    @Test func mutatedRequestsNeverStopTheServer() throws {
        let server = try server { $0.requestTimeout = .milliseconds(200) }
        var random = SeededGenerator(seed: 3)
        let head = "POST /echo?a=b HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
        let plain = Array((head + "Connection: close\r\n\r\nabcde").utf8)
        for _ in 0..<20 {
            let connections = try (0..<100).map { _ in
                var text = plain
                for _ in 0..<Int.random(in: 1...5, using: &random) { mutate(&text, &random) }
                let connection = try RawConnection(port: server.port)
                connection.send(text)
                connection.endWriting()
                return connection
            }
            for connection in connections { _ = try connection.readToEnd() }
        }
        let client = try client()
        try expect(exchange(server, "/hello", client).head().status, is: 200)
    }

    private func mutate(_ text: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = UInt8.random(in: 0...255, using: &random)
        case 1: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: text.remove(at: place)
        }
    }
}
