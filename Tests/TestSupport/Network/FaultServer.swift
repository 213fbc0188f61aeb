package import Addresses
import CPlatform
import Foundation
import Glibc
package import PlayCore

/// A small HTTP/1.1 server on 127.0.0.1 for tests, which reproduces the faults of servers and networks.
///
/// A closure answers each request with a ``FaultReply``. The request has its number for its path, so the first one can
/// fail and the second succeed. Connections are kept alive and counted, and each has a thread. All of them end with the
/// object. The server's waits end when it closes, so no test has to wait for them.
package final class FaultServer: Sendable {
    package typealias Handler = @Sendable (ReceivedRequest) -> FaultReply

    package let port: Int
    private let host: UInt32
    private let listener: Int32
    private let handler: Handler
    private let ledger = FaultLedger()
    private let threads = Monitor<[WorkerThread]>([])

    /// - Parameters:
    /// - port: the port of an earlier server; `nil` for any free one.
    /// - host: an address of this machine, in host byte order.
    package init(port: Int? = nil, host: UInt32 = LoopbackSocket.host, _ handler: @escaping Handler) throws {
        (listener, self.port) = try LoopbackSocket.listen(port: port, host: host)
        self.host = host
        self.handler = handler
        let (listener, ledger, threads) = (listener, ledger, threads)
        let accept = WorkerThread(name: "fault-accept") {
            while let (socket, number) = ledger.accept(from: listener) {
                let thread = WorkerThread(name: "fault-serve") {
                    FaultConnection(socket, number: number, ledger: ledger, handler: handler).serve()
                }
                threads.withLock { $0.append(thread) }
            }
        }
        threads.withLock { $0.insert(accept, at: 0) }
    }

    package convenience init(
        file bytes: [UInt8], faults: @escaping @Sendable (ReceivedRequest) -> [FaultReply.Fault] = { _ in [] }
    ) throws {
        try self.init { .file(bytes, for: $0, faults: faults($0)) }
    }

    deinit {
        ledger.stop()
        // The accepting thread is the first. Once it has ended, no thread is added.
        while let thread = threads.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { thread.join() }
        Glibc.close(listener)
    }

    package func text(_ path: String = "/film.bin") -> String {
        let numbers = [24, 16, 8, 0].map { "\(host >> $0 & 0xFF)" }
        return "http://\(numbers.joined(separator: ".")):\(port)\(path)"
    }

    /// - Parameter path: includes the query.
    package func address(_ path: String = "/film.bin") -> Address {
        guard let address = Address(text(path)) else { preconditionFailure("no address: \(path)") }
        return address
    }

    // MARK: Results

    package var requests: [ReceivedRequest] { ledger.requests }

    package func requests(for path: String) -> [ReceivedRequest] { requests.filter { $0.path == path } }

    /// Counts body bytes that the kernel has accepted.
    package func bytesSent(for path: String) -> Int { ledger.bytesSent(path) }

    package var connectionCount: Int { ledger.connectionCount }

    package var openConnectionCount: Int { ledger.openConnectionCount }

    /// - Returns: `false` if `condition` did not hold within `limit`.
    package func wait(limit: HostTime = Patience.limit, until condition: @escaping (FaultServer) -> Bool) -> Bool {
        let deadline = SystemClock().now + limit
        while !condition(self) {
            guard SystemClock().now < deadline else { return false }
            ledger.waitForChange(until: deadline)
        }
        return true
    }

    /// Ends all ``FaultReply/Fault/hold`` and ``FaultReply/Fault/stall(after:)``, including later ones.
    package func release() { ledger.release() }
}

/// The counters of a server, and the events that its threads wait for. Any thread.
final class FaultLedger: Sendable {
    private struct State {
        var requests: [ReceivedRequest] = []
        var bytesSent: [String: Int] = [:]
        var connectionCount = 0
        var open: Set<Int32> = []
        var changes = 0
    }

    private let state = Monitor(State())
    private let stopped = WakeUp()
    private let released = WakeUp()

    var requests: [ReceivedRequest] { state.withLock { $0.requests } }
    var connectionCount: Int { state.withLock { $0.connectionCount } }
    var openConnectionCount: Int { state.withLock { $0.open.count } }
    func bytesSent(_ path: String) -> Int { state.withLock { $0.bytesSent[path] ?? 0 } }

    func waitForChange(until deadline: HostTime) {
        let seen = state.withLock { $0.changes }
        let soon = min(deadline, SystemClock().now + .milliseconds(20))
        _ = state.wait(until: soon) { $0.changes != seen ? () : nil }
    }

    func stop() {
        stopped.signal()
        disconnect()
    }

    func disconnect() { state.withLock { for socket in $0.open { shutdown(socket, Int32(SHUT_RDWR)) } } }

    func release() { released.signal() }

    // MARK: The server's threads

    /// Returns `nil` if the server closes.
    func accept(from listener: Int32) -> (socket: Int32, number: Int)? {
        while true {
            guard waitForReading(listener) else { return nil }
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { continue }
            var on: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            let number = state.update { state in
                state.open.insert(socket)
                state.connectionCount += 1
                state.changes += 1
                return state.connectionCount - 1
            }
            return (socket, number)
        }
    }

    /// - Returns: `false` if the server closes.
    func waitForReading(_ descriptor: Int32) -> Bool { poll(descriptor, until: nil) != .stopped }

    /// Returns `false` if the server closes or the client disconnects.
    func pause(_ time: HostTime, _ client: Int32) -> Bool {
        poll(-1, client, until: SystemClock().now + time) != .stopped
    }

    /// Returns `false` if the server closes or the client disconnects.
    func waitForRelease(_ client: Int32) -> Bool { poll(released.descriptor, client, until: nil) != .stopped }

    private enum Outcome { case ready, time, stopped }

    /// POLLRDHUP, which the Glibc module lacks: the peer has closed its side.
    private static let hangUp: Int16 = 0x2000

    private func poll(_ descriptor: Int32, _ client: Int32 = -1, until deadline: HostTime?) -> Outcome {
        while true {
            var entries = [
                pollfd(fd: stopped.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: client, events: Self.hangUp, revents: 0),
            ]
            let left = deadline.map { Int32(clamping: max(0, ($0 - SystemClock().now).nanoseconds / 1_000_000 + 1)) }
            let count = Glibc.poll(&entries, 3, left ?? -1)
            if entries[0].revents != 0 || entries[2].revents != 0 { return .stopped }
            if entries[1].revents != 0 { return .ready }
            if count == 0 { return .time }
        }
    }

    func note(_ request: (Int) -> ReceivedRequest, path: String) -> ReceivedRequest {
        state.update { state in
            let received = request(state.requests.count { $0.path == path })
            state.requests.append(received)
            state.changes += 1
            return received
        }
    }

    func noteSent(_ count: Int, path: String) {
        state.update {
            $0.bytesSent[path, default: 0] += count
            $0.changes += 1
        }
    }

    func close(_ socket: Int32) {
        // Removed from the set first, because the kernel may reuse the number as soon as it is closed.
        state.update {
            $0.open.remove(socket)
            $0.changes += 1
            Glibc.close(socket)
        }
    }
}

package enum LoopbackSocket {
    /// 127.0.0.1, in host byte order.
    package static let host: UInt32 = 0x7F00_0001

    /// Reads the kernel's table, because a connection would count as the only client of some servers.
    package static func waitUntilListening(_ port: Int) -> Bool {
        let number = String(port, radix: 16, uppercase: true)
        let place = "0100007F:" + String(repeating: "0", count: 4 - number.count) + number
        return eventually {
            let table = FileManager.default.contents(atPath: "/proc/net/tcp") ?? Data()
            return String(decoding: table, as: UTF8.self).split(separator: "\n").contains { line in
                let words = line.split(separator: " ")
                // State 0A: listening.
                return words.count > 3 && words[1] == place && words[3] == "0A"
            }
        }
    }

    package struct Failure: Error { package let number: Int32 }

    /// - Parameter port: `nil` for any free one.
    package static func listen(
        port: Int? = nil, host: UInt32 = host, backlog: Int32 = 64
    ) throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw Failure(number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port ?? 0).bigEndian
        address.sin_addr.s_addr = host.bigEndian
        var on: Int32 = 1
        // A later server may listen here while connections of this one still close. The kernel requires the option of
        // both.
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Glibc.listen(listener, backlog) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else {
            let number = errno
            Glibc.close(listener)
            throw Failure(number: number)
        }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    package static func answers(port: Int) -> Bool {
        guard let probe = connect(port: port) else { return false }
        Glibc.close(probe)
        return true
    }

    /// Returns `nil` if no server listens there.
    package static func connect(port: Int, host: UInt32 = host) -> Int32? {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let isConnected = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return probe }
        Glibc.close(probe)
        return nil
    }
}
