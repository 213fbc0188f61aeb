import PlayCore
import TestSupport
import Testing

@testable import Transport

/// Reading of a response.
@Suite(.timeLimit(.minutes(10)))
struct HTTPExchangeTests {
    private func begin(_ server: FaultServer) throws -> (HTTPClient, HTTPExchange) {
        let client = try NetworkBench.client()
        return (client, client.begin(HTTPRequest(server.address()), cancel: CancelToken()))
    }

    private func read(_ exchange: HTTPExchange, _ count: Int, gathering: HostTime? = nil) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = try buffer.withUnsafeMutableBytes { try exchange.read(into: $0, gathering: gathering) }
        return Array(buffer.prefix(read))
    }

    @Test("peeked bytes are read again with the body")
    func peek() throws {
        let server = try FaultServer(file: NetworkBench.bytes)
        let (client, exchange) = try begin(server)
        try expect(exchange.peek(1000), is: Array(NetworkBench.bytes.prefix(1000)))
        try expect(exchange.body(limit: 1 << 24), is: NetworkBench.bytes)
        try expect(exchange.peek(10), is: [])
        withExtendedLifetime(client) {}
    }

    @Test("peeking into a short body returns all of it, and a truncated body is an error")
    func short() throws {
        let whole = try FaultServer { _ in FaultReply(200, [1, 2, 3]) }
        let (client, exchange) = try begin(whole)
        try expect(exchange.peek(8192), is: [1, 2, 3])
        let cut = try FaultServer { .file(NetworkBench.bytes, for: $0, faults: [.close(after: 100)]) }
        let (other, broken) = try begin(cut)
        #expect { try broken.peek(8192) } throws: { ($0 as? ByteSourceError)?.code == .truncated }
        withExtendedLifetime((client, other)) {}
    }

    @Test("gathering reads return many bytes at once, or after a short time those that have arrived")
    func gathering() throws {
        let server = try FaultServer { .file(NetworkBench.bytes, for: $0, faults: [.stall(after: 50_000)]) }
        let (client, exchange) = try begin(server)
        // Exactly the bytes that arrive fit, so the read ends before its time.
        try expect(read(exchange, 50_000, gathering: .seconds(600)).count, is: 50_000)
        let other = try begin(server)
        var bytes: [UInt8] = []
        while bytes.count < 50_000 { bytes += try read(other.1, 60_000, gathering: .milliseconds(1)) }
        expect(bytes, is: Array(NetworkBench.bytes.prefix(50_000)))
        withExtendedLifetime((client, other.0)) {}
    }

    @Test("a transfer that receives nothing can be abandoned long before its time-out, after a second")
    func abandoned() throws {
        let server = try FaultServer { .file(NetworkBench.bytes, for: $0, faults: [.stall(after: 50_000)]) }
        let (client, exchange) = try begin(server)
        try expect(read(exchange, 50_000, gathering: .seconds(600)).count, is: 50_000)
        let arrived = try #require(exchange.timing.lastByte)
        client.abandonSilent()
        #expect(
            eventually {
                client.abandonSilent()
                return exchange.hasEnded
            })
        #expect(SystemClock().now - arrived >= .seconds(1))
        #expect { try read(exchange, 1) } throws: { ($0 as? ByteSourceError)?.code == .timedOut }
    }
}
