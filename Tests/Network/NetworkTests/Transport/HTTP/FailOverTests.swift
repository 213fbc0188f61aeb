import Addresses
import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite("A resource at several addresses")
struct FailOverTests {
    private static let bytes = NetworkBench.bytes

    /// - Parameter opened: Receives the address of each opening and whether it was the last one.
    private func source(
        _ server: FaultServer, _ paths: [String], opened: Monitor<[String]> = Monitor([])
    ) throws -> (FailOverByteSource, HTTPClient) {
        let client = try NetworkBench.client {
            $0.retries = 1
            $0.timeout = .seconds(1)
        }
        let addresses = paths.map { server.address($0) }
        let source = FailOverByteSource(count: paths.count) { [weak client] index, retries throws(ByteSourceError) in
            guard let client else { throw ByteSourceError(.cancelled, operation: "open", context: "") }
            opened.withLock { $0.append(paths[index] + (retries == nil ? " last" : "")) }
            return HTTPByteSource(
                HTTPRequest(addresses[index]), client: client, cancel: CancelToken(), retries: retries)
        }
        return (source, client)
    }

    @Test(
        "INFO-06: a broken transfer continues at the next address from the same byte",
        arguments: [FaultReply.Fault.reset(after: 100_000), .close(after: 100_000), .stall(after: 100_000)])
    func failsOver(fault: FaultReply.Fault) throws {
        let server = try FaultServer { request in
            guard request.path == "/a" else { return .file(Self.bytes, for: request, entityTag: "b") }
            // The retry at the same address fails, too.
            return .file(
                Self.bytes, for: request, entityTag: "a", faults: [request.number == 0 ? fault : .resetAtOnce])
        }
        let (source, client) = try source(server, ["/a", "/b"])
        defer { withExtendedLifetime(client) {} }
        try expect(source.contents(), is: Self.bytes)
        expect(source.index, is: 1)
        expect(server.requests(for: "/a").count, is: 2)
        expect(source.network.entry, is: NetworkEntry(index: 1, count: 2))
        #expect(server.requests(for: "/b").contains { $0["range"]?.hasPrefix("bytes=") == true })
    }

    @Test("INFO-06: a transfer that breaks only once continues at the same address")
    func accident() throws {
        let server = try FaultServer { request in
            let faults: [FaultReply.Fault] = request.number == 0 ? [.reset(after: 100_000)] : []
            return .file(Self.bytes, for: request, faults: faults)
        }
        let (source, client) = try source(server, ["/a", "/b"])
        defer { withExtendedLifetime(client) {} }
        try expect(source.contents(), is: Self.bytes)
        expect(source.index, is: 0)
        #expect(server.requests(for: "/b").isEmpty)
    }

    @Test("INFO-06: after a refusal the next address is tried at once", arguments: [403, 404, 410])
    func refused(status: Int) throws {
        let server = try FaultServer { $0.path == "/a" ? FaultReply(status) : .file(Self.bytes, for: $0) }
        let (source, client) = try source(server, ["/a", "/b"])
        defer { withExtendedLifetime(client) {} }
        expect(source.size, is: 200_000)
        #expect(source.canSeek)
        try expect(source.contents(), is: Self.bytes)
        expect(server.requests(for: "/a").count, is: 1)
    }

    @Test("INFO-06: bytes of a resource with another length are never mixed in")
    func other() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/a":
                .file(
                    Self.bytes, for: request, faults: [request.number == 0 ? .close(after: 50_000) : .resetAtOnce])
            case "/b": .file(Array(Self.bytes.reversed()) + [1], for: request)
            default: .file(Self.bytes, for: request)
            }
        }
        let opened = Monitor<[String]>([])
        let (source, client) = try source(server, ["/a", "/b", "/c"], opened: opened)
        defer { withExtendedLifetime(client) {} }
        try expect(source.contents(), is: Self.bytes)
        expect(opened.withLock { $0 }, is: ["/a", "/b", "/c last"])
    }

    @Test("INFO-06: if all addresses fail, the last one's error is thrown after its retries")
    func allFail() throws {
        let server = try FaultServer { FaultReply($0.path == "/a" ? 404 : 500) }
        let (source, client) = try source(server, ["/a", "/b"])
        defer { withExtendedLifetime(client) {} }
        let error = #expect(throws: ByteSourceError.self) { try source.contents() }
        expect(error?.code, is: .httpStatus(500))
        expect(server.requests(for: "/a").count, is: 1)
        expect(server.requests(for: "/b").count, is: 2)
    }

    @Test("the connection of a live source is retried sooner at the current address and at all later ones")
    func hurried() throws {
        let hurried = Monitor<[Int]>([])
        let source = FailOverByteSource(count: 3) { index, _ in HurriedSource(index, hurried) }
        expect(source.index, is: 0)
        _ = source.size
        source.hurry()
        expect(hurried.withLock { $0 }, is: [0])
        #expect(throws: ByteSourceError.self) { try source.contents() }
        expect(hurried.withLock { $0 }, is: [0, 1, 2])
    }
}

/// A source that delivers one byte and fails, and notes that it is retried sooner.
private final class HurriedSource: NetworkByteSource {
    private let index: Int
    private let hurried: Monitor<[Int]>

    init(_ index: Int, _ hurried: Monitor<[Int]>) { (self.index, self.hurried) = (index, hurried) }

    var size: Int64? { nil }
    var canSeek: Bool { true }
    let network = NetworkStatus()
    func setAwaited(_ isAwaited: Bool) {}
    func reload() {}
    func hurry() { hurried.withLock { $0.append(index) } }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard offset == 0, index == 0 else { throw ByteSourceError(.unreachable, operation: "read", context: "") }
        buffer[0] = 1
        return 1
    }
}
