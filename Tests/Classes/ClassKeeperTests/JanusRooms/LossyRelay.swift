import Glibc
import PlayCore
import TestSupport

/// Drops a share of the datagrams between a peer and a server, and delays the rest, in both directions.
final class LossyRelay: Sendable {
    struct Failure: Error {}

    /// At 127.0.0.1, for the peer.
    let port: Int
    private let cancel = CancelToken()
    private let counts = Monitor((passed: 0, lost: 0))
    private let worker: Monitor<WorkerThread?> = Monitor(nil)

    /// - Parameters:
    /// - loss: the percentage of lost datagrams.
    /// - delay: in one direction.
    init(host: String, port server: Int, loss: Int, delay: HostTime, seed: UInt64) throws {
        let sockets = (try Self.socket(), try Self.socket())
        port = Self.port(sockets.0)
        let far = Self.address(host, server)
        let thread = WorkerThread(name: "relay") { [cancel, counts] in
            Self.run(sockets, far, loss, delay, seed, cancel, counts)
        }
        worker.withLock { $0 = thread }
    }

    var lost: Int { counts.withLock { $0.lost } }
    var passed: Int { counts.withLock { $0.passed } }

    func close() {
        cancel.cancel()
        worker.withLock { worker in
            defer { worker = nil }
            return worker
        }?.join()
    }

    private static func run(
        _ sockets: (Int32, Int32), _ far: sockaddr_in, _ loss: Int, _ delay: HostTime, _ seed: UInt64,
        _ cancel: CancelToken, _ counts: Monitor<(passed: Int, lost: Int)>
    ) {
        defer {
            Glibc.close(sockets.0)
            Glibc.close(sockets.1)
        }
        var random = SeededGenerator(seed: seed)
        var near: sockaddr_in?
        var waiting: [(at: HostTime, bytes: [UInt8], isOutward: Bool)] = []
        while !cancel.isCancelled {
            var descriptors = [
                pollfd(fd: sockets.0, events: Int16(POLLIN), revents: 0),
                pollfd(fd: sockets.1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            let left = waiting.first.map { max(0, ($0.at - SystemClock().now).nanoseconds) } ?? 1_000_000_000
            poll(&descriptors, 3, Int32((left + 999_999) / 1_000_000))
            for (socket, isOutward) in [(sockets.0, true), (sockets.1, false)] {
                while let (bytes, from) = receive(socket) {
                    if isOutward { near = from }
                    let isLost = Int.random(in: 0..<100, using: &random) < loss
                    counts.withLock { if isLost { $0.lost += 1 } else { $0.passed += 1 } }
                    if !isLost { waiting.append((SystemClock().now + delay, bytes, isOutward)) }
                }
            }
            let now = SystemClock().now
            for datagram in waiting where datagram.at <= now {
                if datagram.isOutward {
                    send(sockets.1, datagram.bytes, far)
                } else if let near {
                    send(sockets.0, datagram.bytes, near)
                }
            }
            waiting.removeAll { $0.at <= now }
        }
    }

    private static func socket() throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = address("0.0.0.0", 0)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard socket >= 0, result == 0 else { throw Failure() }
        return socket
    }

    private static func port(_ socket: Int32) -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func address(_ host: String, _ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return address
    }

    private static func receive(_ socket: Int32) -> ([UInt8], sockaddr_in)? {
        var bytes = [UInt8](repeating: 0, count: 2048)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { recvfrom(socket, &bytes, 2048, 0, $0, &length) }
        }
        return count >= 0 ? (Array(bytes.prefix(count)), address) : nil
    }

    private static func send(_ socket: Int32, _ bytes: [UInt8], _ address: sockaddr_in) {
        var address = address
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
