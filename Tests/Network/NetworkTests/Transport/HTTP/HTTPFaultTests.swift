import Addresses
import PlayCore
import TestSupport
import Testing
import Transport

/// A fault and the outcome of reading a resource of 200 000 bytes from beginning to end in spite of it.
struct NetworkFault: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable, Equatable {
        case allBytes
        case fails(ByteSourceError.Code)
    }

    let name: String
    let outcome: Outcome
    /// The number of requests that the server must have received, or `nil` for any number.
    var requests: Int?
    /// Shorter in rows in which a wait has to expire.
    var timeout = HostTime.seconds(60)
    var retries = 0
    let handler: FaultServer.Handler

    var testDescription: String { name }

    private static let bytes = NetworkBench.bytes

    private static func file(_ request: ReceivedRequest, first faults: [FaultReply.Fault]) -> FaultReply {
        .file(bytes, for: request, faults: request.number == 0 ? faults : [])
    }

    private static func whole(_ framing: FaultReply.Framing, _ faults: [FaultReply.Fault] = []) -> FaultReply {
        var reply = FaultReply(200, bytes, faults: faults)
        reply.framing = framing
        return reply
    }

    /// A short wait for many tries: even on a slow machine one of them succeeds.
    private static let short = HostTime.milliseconds(500)
    private static let many = 20

    static let delivered = [
        NetworkFault(name: "nothing", outcome: .allBytes, requests: 1) { file($0, first: []) },
        NetworkFault(name: "a late answer", outcome: .allBytes, requests: 1) {
            file($0, first: [.delay(.milliseconds(100))])
        },
        NetworkFault(name: "a slow line", outcome: .allBytes, requests: 1) {
            file($0, first: [.throttle(bytesPerSecond: 1_000_000)])
        },
        NetworkFault(name: "the head comes byte by byte", outcome: .allBytes, requests: 1) {
            file($0, first: [.slowHead(.milliseconds(1))])
        },
        NetworkFault(name: "torn in the middle", outcome: .allBytes, timeout: short, retries: many) {
            file($0, first: [.reset(after: 100_000)])
        },
        NetworkFault(name: "closed in the middle", outcome: .allBytes, timeout: short, retries: many) {
            file($0, first: [.close(after: 100_000)])
        },
        NetworkFault(name: "torn before the head", outcome: .allBytes, timeout: short, retries: many) {
            file($0, first: [.resetAtOnce])
        },
        NetworkFault(name: "closed within the head", outcome: .allBytes, timeout: short, retries: many) {
            file($0, first: [.garbage(Array("HTTP/1.1 206 Fine\r\nContent-Le".utf8))])
        },
        NetworkFault(name: "silence in the middle", outcome: .allBytes, timeout: short, retries: many) {
            file($0, first: [.stall(after: 100_000)])
        },
        NetworkFault(name: "a length that is too long", outcome: .allBytes) { request in
            var reply = file(request, first: [])
            reply.framing = .length(300_000)
            return reply
        },
        NetworkFault(name: "a length that is too short", outcome: .allBytes, timeout: short, retries: many) { request in
            var reply = file(request, first: [])
            if request.number == 0 { reply.framing = .length(100_000) }
            return reply
        },
        NetworkFault(name: "503 with Retry-After", outcome: .allBytes, timeout: short, retries: many) { request in
            guard request.number == 0 else { return file(request, first: []) }
            var reply = FaultReply(503)
            reply.headers = [("Retry-After", "1")]
            return reply
        },
        NetworkFault(name: "500, then fine", outcome: .allBytes, timeout: short, retries: many) { request in
            request.number == 0 ? FaultReply(500) : file(request, first: [])
        },
        NetworkFault(name: "no ranges", outcome: .allBytes, requests: 1) { _ in whole(.length(nil)) },
        NetworkFault(name: "no length, in pieces", outcome: .allBytes, requests: 1) { _ in whole(.chunked) },
        NetworkFault(name: "no length, until the end", outcome: .allBytes, requests: 1) { _ in whole(.untilClose) },
        NetworkFault(name: "parts smaller than asked for", outcome: .allBytes, timeout: short, retries: many) {
            request in
            guard let start = request.range(of: bytes.count)?.lowerBound else { return FaultReply(400) }
            let end = min(bytes.count, start + 60_000)
            var reply = FaultReply(206, Array(bytes[start..<end]))
            reply.headers = [("Content-Range", "bytes \(start)-\(end - 1)/\(bytes.count)")]
            return reply
        },
        NetworkFault(name: "redirected twice", outcome: .allBytes) { request in
            switch request.path {
            case "/film.bin": .redirect(301, to: "/b/one")
            case "/b/one": .redirect(307, to: "two?token=3")
            case "/b/two" where request.query == "token=3": file(request, first: [])
            default: FaultReply(404)
            }
        },
        NetworkFault(name: "informational heads before the answer", outcome: .allBytes) { request in
            let hint = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
            let head = "HTTP/1.1 200 Fine\r\nContent-Length: \(bytes.count)\r\n\r\n"
            return FaultReply(200, [], faults: [.garbage(Array((hint + head).utf8) + bytes)])
        },
    ]

    static let failing = [
        NetworkFault(name: "404", outcome: .fails(.httpStatus(404)), requests: 1, retries: many) { _ in FaultReply(404)
        },
        NetworkFault(name: "403", outcome: .fails(.httpStatus(403)), requests: 1, retries: many) { _ in FaultReply(403)
        },
        NetworkFault(name: "410", outcome: .fails(.httpStatus(410)), requests: 1, retries: many) { _ in FaultReply(410)
        },
        NetworkFault(name: "500 for ever", outcome: .fails(.httpStatus(500)), timeout: .seconds(1), retries: 1) { _ in
            FaultReply(500)
        },
        NetworkFault(
            name: "503 until an hour has passed", outcome: .fails(.httpStatus(503)), requests: 1, retries: many
        ) { _ in
            var reply = FaultReply(503)
            reply.headers = [("Retry-After", "3600")]
            return reply
        },
        NetworkFault(name: "no answer", outcome: .fails(.timedOut), timeout: short) { file($0, first: [.hold]) },
        NetworkFault(name: "a head that takes for ever", outcome: .fails(.timedOut), timeout: short) {
            file($0, first: [.slowHead(.milliseconds(100))])
        },
        NetworkFault(name: "a loop of redirects", outcome: .fails(.tooManyRedirects), requests: 11) { _ in
            .redirect(to: "/film.bin")
        },
        NetworkFault(name: "a redirect to a file", outcome: .fails(.forbiddenScheme), requests: 1) { _ in
            .redirect(to: "file:///etc/passwd")
        },
        NetworkFault(name: "a redirect to another protocol", outcome: .fails(.forbiddenScheme), requests: 1) { _ in
            .redirect(to: "gopher://127.0.0.1:1/x")
        },
        NetworkFault(name: "a redirect to nowhere", outcome: .fails(.invalidReply), requests: 1) { _ in
            .redirect(to: "http://")
        },
        NetworkFault(name: "another version after the break", outcome: .fails(.changed), timeout: short, retries: many)
        {
            .file(
                bytes, for: $0, entityTag: $0.number == 0 ? "\"v1\"" : "\"v2\"",
                faults: $0.number == 0 ? [.close(after: 100_000)] : [])
        },
        NetworkFault(name: "another length after the break", outcome: .fails(.changed), timeout: short, retries: many) {
            $0.number == 0
                ? .file(bytes, for: $0, entityTag: nil, faults: [.close(after: 100_000)])
                : .file(bytes + [1], for: $0, entityTag: nil)
        },
        NetworkFault(name: "no ranges any more", outcome: .fails(.changed), timeout: short, retries: many) { request in
            request.number == 0 ? file(request, first: [.close(after: 100_000)]) : whole(.length(nil))
        },
        NetworkFault(name: "another part than asked for", outcome: .fails(.invalidReply), requests: 1) { _ in
            var reply = FaultReply(206, Array(bytes[10...]))
            reply.headers = [("Content-Range", "bytes 10-199999/200000")]
            return reply
        },
        NetworkFault(name: "broken without ranges", outcome: .fails(.truncated), requests: 1, retries: many) { _ in
            whole(.length(nil), [.close(after: 100_000)])
        },
        NetworkFault(name: "broken pieces", outcome: .fails(.truncated), requests: 1, retries: many) { _ in
            whole(.chunked, [.close(after: 100_000)])
        },
        NetworkFault(name: "no HTTP", outcome: .fails(.invalidReply)) { _ in
            FaultReply(200, [], faults: [.garbage(Array("220 mail.example ESMTP\r\n".utf8))])
        },
        NetworkFault(name: "a head without end", outcome: .fails(.invalidReply)) { _ in
            let line = "X-Filler: " + String(repeating: "x", count: 1000) + "\r\n"
            let head = "HTTP/1.1 200 Fine\r\n" + String(repeating: line, count: 300) + "\r\n"
            return FaultReply(200, [], faults: [.garbage(Array(head.utf8))])
        },
    ]
}

@Suite struct HTTPFaultTests {
    private func outcome(of fault: NetworkFault) throws -> (NetworkFault.Outcome, FaultServer) {
        let server = try FaultServer(fault.handler)
        let client = try NetworkBench.client {
            $0.timeout = fault.timeout
            $0.retries = fault.retries
        }
        let source = HTTPByteSource(HTTPRequest(server.address()), client: client, cancel: CancelToken())
        do throws(ByteSourceError) {
            let all = try source.contents()
            expect(all, is: NetworkBench.bytes)
            return (.allBytes, server)
        } catch {
            return (.fails(error.code), server)
        }
    }

    @Test(
        "CFG-11, ADV-35: despite this fault every byte arrives once in its place", arguments: NetworkFault.delivered
    )
    func delivered(fault: NetworkFault) throws {
        let (outcome, server) = try outcome(of: fault)
        expect(outcome, is: fault.outcome)
        if let count = fault.requests { expect(server.requests.count, is: count) }
    }

    @Test("PLAY-32: this fault ends reading with its own error", arguments: NetworkFault.failing)
    func failing(fault: NetworkFault) throws {
        let (outcome, server) = try outcome(of: fault)
        expect(outcome, is: fault.outcome)
        if let count = fault.requests { expect(server.requests.count, is: count) }
    }

    @Test("a port without a server refuses the connection, and there are no retries")
    func nobody() throws {
        let port = try PortLease.next()
        let client = try NetworkBench.client { $0.retries = 1000 }
        let address = try #require(Address("http://127.0.0.1:\(port)/"))
        let source = HTTPByteSource(HTTPRequest(address), client: client, cancel: CancelToken())
        let error = #expect(throws: ByteSourceError.self) { try source.contents() }
        expect(error?.isConnectionRefused, is: true)
    }

    @Test("a broken transfer resumes at the byte where it broke, with the same version")
    func resumes() throws {
        let server = try FaultServer(file: NetworkBench.bytes) { $0.number == 0 ? [.close(after: 123_456)] : [] }
        let client = try NetworkBench.client { $0.retries = 5 }
        let source = HTTPByteSource(HTTPRequest(server.address()), client: client, cancel: CancelToken())
        try expect(source.contents(), is: NetworkBench.bytes)
        let second = try #require(server.requests.last)
        expect(server.requests.count, is: 2)
        expect(second["range"], is: "bytes=123456-")
        expect(second["if-range"], is: "\"v1\"")
        expect(server.bytesSent(for: "/film.bin"), is: 200_000)
    }
}
