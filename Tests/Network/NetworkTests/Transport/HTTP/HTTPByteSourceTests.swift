import Addresses
import Encoding
import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite struct HTTPByteSourceTests {
    /// A film of several times the size that the source remembers and that a transfer buffers.
    private static let film: [UInt8] = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 10) }

    private func source(
        _ server: FaultServer, _ path: String = "/film.bin", cancel: CancelToken = CancelToken(),
        _ change: (inout HTTPSettings) -> Void = { _ in }
    ) throws -> HTTPByteSource {
        HTTPByteSource(HTTPRequest(server.address(path)), client: try NetworkBench.client(change), cancel: cancel)
    }

    private func expect(
        _ source: HTTPByteSource, at offset: Int, _ count: Int = 1000, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let got = try NetworkBench.read(source, at: offset, count)
        #expect(!got.isEmpty, sourceLocation: sourceLocation)
        #expect(got == Array(Self.film[offset..<offset + got.count]), sourceLocation: sourceLocation)
    }

    @Test(
        "a body that arrives compressed without request is decompressed",
        arguments: ["gzip", "deflate", "X-GZIP"], [true, false])
    func coding(_ coding: String, _ hasRanges: Bool) throws {
        let plain = Array(String(repeating: "film ", count: 2000).utf8)
        let gzip = try #require(
            Base64.decoded(
                "H4sIAAAAAAACA+3EQQkAAAgEsCqmOxC0/9ccwvZYerYiSZIkSZIkSZIkSZIkSdLvDm53dnsQJwAA"))
        func server(_ body: [UInt8]) throws -> FaultServer {
            try FaultServer { request in
                var reply = hasRanges ? FaultReply.file(body, for: request) : FaultReply(200, body)
                reply.headers.append(("Content-Encoding", coding))
                return reply
            }
        }
        let packed = coding == "deflate" ? Deflate.packed(plain) : gzip
        let good = try server(packed)
        let film = try source(good)
        #expect(!film.canSeek && film.size == nil)
        #expect(try NetworkBench.read(film, at: 0, 20_000) == plain)
        #expect(try NetworkBench.read(film, at: plain.count, 10) == [])
        try film.confirmEnd()
        #expect(good.requests.allSatisfy { $0["accept-encoding"] == nil })
        // A server that labels uncompressed bytes as compressed, and one that breaks off.
        let lying = try server([1, 2, 3])
        #expect(try NetworkBench.read(try source(lying), at: 0, 100) == [1, 2, 3])
        let cut = try server(Array(packed.dropLast(12)))
        let broken = try source(cut)
        #expect(throws: ByteSourceError.self) {
            var place = 0
            while case let count = try NetworkBench.read(broken, at: place, 20_000).count, count > 0 { place += count }
        }
    }

    @Test("reading the index at the end and going back takes only two requests")
    func probing() throws {
        let server = try FaultServer(file: Self.film)
        let source = try source(server)
        #expect(source.size == 6_000_000)
        #expect(source.canSeek)
        try expect(source, at: 0, 65536)
        try expect(source, at: 5_900_000, 65536)
        #expect(server.requests.map { $0["range"] } == ["bytes=0-", "bytes=5900000-"])
        // The first read is from memory, the second from the answer that was left open.
        try expect(source, at: 32)
        try expect(source, at: 65536, 65536)
        try expect(source, at: 5_900_500)
        #expect(server.requests.count == 2)
    }

    @Test("three distant positions that are read in turns take a single request each")
    func alternating() throws {
        let server = try FaultServer(file: Self.film)
        let source = try source(server)
        for step in 0..<40 {
            try expect(source, at: step * 20_000, 20_000)
            try expect(source, at: 2_000_000 + step * 20_000, 20_000)
            try expect(source, at: 4_000_000 + step * 20_000, 20_000)
        }
        #expect(server.requests.count == 3)
    }

    @Test("a short jump forward reads through, and a long one makes a new request")
    func jumps() throws {
        let server = try FaultServer(file: Self.film)
        let source = try source(server)
        try expect(source, at: 0)
        try expect(source, at: 200_000)
        #expect(server.requests.count == 1)
        // The skipped bytes are remembered, too.
        try expect(source, at: 150_000)
        try expect(source, at: 1_000_000)
        #expect(server.requests.count == 2)
    }

    @Test("a server stops sending when the reader stops reading")
    func backPressure() throws {
        let bytes = [UInt8](repeating: 7, count: 64 << 20)
        let server = try FaultServer(file: bytes)
        let source = try source(server)
        _ = try NetworkBench.read(source, at: 0, 1000)
        // A second request comes and goes, so that the first line is full by then.
        let client = try NetworkBench.client()
        let other = client.begin(HTTPRequest(server.address("/other")), cancel: CancelToken())
        _ = try other.head()
        #expect(server.bytesSent(for: "/film.bin") < 32 << 20)
        _ = try NetworkBench.read(source, at: 1000, 1000)
    }

    @Test("INFO-06, CFG-04: a redirect's target is requested directly, and its expiry leads back to the first address")
    func expiredTarget() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/film.bin": return .redirect(to: "/signed?key=\(request.number)")
            default:
                // The first signature is valid for a single request.
                let isOver = request.query == "key=0" && request.number > 0
                return isOver ? FaultReply(403) : .file(Self.film, for: request)
            }
        }
        let source = try source(server)
        try expect(source, at: 0)
        try expect(source, at: 3_000_000)
        #expect(server.requests.map(\.path) == ["/film.bin", "/signed", "/signed", "/film.bin", "/signed"])
        try expect(source, at: 5_000_000)
        #expect(server.requests.last?.query == "key=1")
    }

    @Test("an empty resource is at its end, whether the server has ranges or not", arguments: [true, false])
    func empty(hasRanges: Bool) throws {
        let server = try FaultServer { hasRanges ? .file([], for: $0) : FaultReply(200) }
        #expect(try source(server).contents().isEmpty)
    }

    @Test("a server that refuses all ranges but the rest of a file is read and sought in")
    func restOnly() throws {
        let server = try FaultServer { request in
            guard let range = request["range"] else { return .file(Self.film, for: request) }
            let isRest = range.hasSuffix("-") && range != "bytes=0-"
            return isRest ? .file(Self.film, for: request) : FaultReply(416)
        }
        let source = try source(server)
        try expect(source, at: 0)
        try expect(source, at: 5_000_000)
        try expect(source, at: 0)
        #expect(source.size == Int64(Self.film.count))
    }

    @Test("ADV-69: bytes and transfer rate are measured")
    func traffic() throws {
        let server = try FaultServer(file: Self.film) { _ in [.throttle(bytesPerSecond: 2_000_000)] }
        let source = try source(server)
        var offset = 0
        while offset < 1_500_000 { offset += try NetworkBench.read(source, at: offset, 65536).count }
        let network = source.network
        #expect(network.byteCount >= 1_500_000)
        #expect(network.state == .flowing)
        let rate = try #require(network.bitsPerSecond)
        // The server's rate is the upper bound; a busy machine is slower.
        #expect((100_000...40_000_000).contains(rate))
    }

    // MARK: retries

    @Test("ADV-35, ADV-36: while playback waits, a request is retried as often as configured", arguments: [1, 2, 3])
    func exhausted(retries: Int) throws {
        let server = try FaultServer { _ in FaultReply(500) }
        let source = try source(server) {
            $0.timeout = .milliseconds(200)
            $0.retries = retries
        }
        source.setAwaited(true)
        #expect(throws: ByteSourceError.self) { try NetworkBench.read(source, at: 0, 10) }
        #expect(server.requests.count <= retries + 1)
        if server.requests.count == retries + 1 { return }
        // On a machine that is busy beyond the time-out, some of the requests may not have been sent.
        #expect(server.requests.count >= 1)
    }

    @Test("ADV-36: while playback does not wait, a request is retried beyond the configured number")
    func notAwaited() throws {
        let server = try FaultServer { $0.number < 6 ? FaultReply(500) : .file(Self.film, for: $0) }
        let source = try source(server) {
            $0.timeout = .milliseconds(100)
            $0.retries = 1
        }
        source.setAwaited(false)
        try expect(source, at: 0)
        #expect(server.requests.count >= 7)
    }

    @Test("ADV-37: without retries a source waits for the viewer, and continues after a reload")
    func asks() throws {
        let server = try FaultServer { $0.number == 0 ? FaultReply(500) : .file(Self.film, for: $0) }
        let source = try source(server)
        source.setAwaited(true)
        let result = Monitor<Int?>(nil)
        let reader = WorkerThread(name: "reader") {
            // A failure yields no count, which the check below finds.
            let count = (try? NetworkBench.read(source, at: 0, 10))?.count
            result.withLock { $0 = count }
        }
        #expect(server.wait { _ in source.network.state == .asking })
        #expect(server.requests.count == 1)
        source.reload()
        reader.join()
        #expect(result.withLock { $0 } == 10)
        #expect(source.network.state == .flowing)
    }

    // MARK: cancelling

    enum Wait: CaseIterable, Sendable { case head, body, retry, question }

    @Test(
        "cancelling ends every kind of wait", .timeLimit(.minutes(10)),
        arguments: Wait.allCases)
    func cancelling(wait: Wait) throws {
        let server = try FaultServer { request in
            switch wait {
            case .head: FaultReply(200, faults: [.hold])
            case .body: .file(Self.film, for: request, faults: [.stall(after: 1000)])
            case .retry, .question: FaultReply(500)
            }
        }
        let cancel = CancelToken()
        let source = try source(server, cancel: cancel) {
            $0.retries = wait == .retry ? 3 : 0
            // A wait that ignores the token would last an hour.
            $0.timeout = .seconds(3600)
        }
        if wait == .question { source.setAwaited(true) }
        let error = Monitor<ByteSourceError?>(nil)
        let reader = WorkerThread(name: "reader") {
            do throws(ByteSourceError) {
                _ = try NetworkBench.read(source, at: 0, 1000)
                _ = try NetworkBench.read(source, at: 1000, 1000)
            } catch let failure { error.withLock { $0 = failure } }
        }
        let isWaiting = server.wait { server in
            switch wait {
            case .head: server.requests.count == 1
            case .body: source.network.byteCount == 1000
            case .retry: source.network.state == .retrying
            case .question: source.network.state == .asking
            }
        }
        #expect(isWaiting)
        cancel.cancel()
        reader.join()
        #expect(error.withLock { $0 }?.code == .cancelled)
        // Between two tries there is no transfer, only a connection that may be used again.
        guard wait == .head || wait == .body else { return }
        #expect(server.wait { $0.openConnectionCount == 0 }, "the transfer goes on")
    }

    @Test("releasing a source ends its transfers")
    func ends() throws {
        let server = try FaultServer { .file(Self.film, for: $0, faults: [.stall(after: 1000)]) }
        let client = try NetworkBench.client()
        do {
            let source = HTTPByteSource(HTTPRequest(server.address()), client: client, cancel: CancelToken())
            try expect(source, at: 0)
        }
        #expect(server.wait { $0.openConnectionCount == 0 })
    }

    /// The second answer of a server without lengths and ranges, which shows whether the first one ended.
    struct LastWord: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let framing: FaultReply.Framing
        let second: FaultReply
        let isEnd: Bool
    }

    static let lastWords: [LastWord] = [
        LastWord(
            testDescription: "a file", framing: .untilClose, second: FaultReply(200, Array(film.prefix(90_000))),
            isEnd: true),
        LastWord(
            testDescription: "a broadcast", framing: .untilClose, second: FaultReply(200, Array(film[9000..<90_000])),
            isEnd: false),
        LastWord(
            testDescription: "a broadcast that marks an end", framing: .chunked,
            second: FaultReply(200, Array(film[9000..<90_000])), isEnd: false),
        LastWord(testDescription: "a lost connection", framing: .untilClose, second: FaultReply(404), isEnd: false),
        LastWord(testDescription: "a marked end", framing: .chunked, second: FaultReply(404), isEnd: true),
    ]

    @Test(
        "a file without a length is distinguished from a broadcast by another request", arguments: lastWords)
    func unboundedEnd(_ word: LastWord) throws {
        let server = try FaultServer { request in
            var reply = request.number == 0 ? FaultReply(200, Array(Self.film.prefix(80_000))) : word.second
            reply.framing = word.framing
            return reply
        }
        let source = try source(server)
        #expect(source.isUnbounded)
        var count = 0
        while case let read = try NetworkBench.read(source, at: count, 100_000).count, read > 0 { count += read }
        #expect(count == 80_000)
        if word.isEnd {
            try source.confirmEnd()
        } else {
            #expect { try source.confirmEnd() } throws: { ($0 as? ByteSourceError)?.code == .truncated }
        }
        #expect(server.requests.count == 2)
    }

    @Test("a body with a length or ranges needs no confirmation of its end")
    func boundedEnd() throws {
        let server = try FaultServer(file: Self.film)
        let source = try source(server)
        #expect(!source.isUnbounded)
        try source.confirmEnd()
        #expect(server.requests.count == 1)
    }
}
