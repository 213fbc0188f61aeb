import CPlatform
import Glibc
package import PlayCore

/// A relay on 127.0.0.1 that records requests, counts bytes of responses, limits the rate, and can be cut and restored.
///
/// It understands requests of HTTP/1.1 without a body, and forwards everything unchanged. Its own buffers are small, so
/// the client has received nearly all bytes that it has counted.
package final class LineProxy: Sendable {
    package struct Asked: Sendable, Equatable {
        /// Includes the query.
        package let path: String
        /// `nil` for the whole resource. A range without an end extends to `Int64.max`.
        package let range: Range<Int64>?
    }

    private struct State {
        var asked: [Asked] = []
        var bytes: Int64 = 0
        var refused = 0
        var isCut = false
    }

    package let port: Int
    private let listener: Int32
    private let ledger = FaultLedger()
    private let threads = Monitor<[WorkerThread]>([])
    private let state = Monitor(State())

    /// - Parameters:
    /// - server: the port of the server on this machine.
    /// - bytesPerSecond: the limit of each connection towards the client; `nil` for no limit.
    package init(to server: Int, bytesPerSecond: Int? = nil) throws {
        (listener, port) = try LoopbackSocket.listen()
        let (listener, ledger, threads, state) = (listener, ledger, threads, state)
        let serve: @Sendable (Int32) -> WorkerThread? = { Self.begin($0, server, bytesPerSecond, state, ledger) }
        let accept = WorkerThread(name: "line-accept") {
            while let (socket, _) = ledger.accept(from: listener) {
                if let thread = serve(socket) { threads.withLock { $0.append(thread) } }
            }
        }
        threads.withLock { $0.insert(accept, at: 0) }
    }

    deinit {
        ledger.stop()
        while let thread = threads.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { thread.join() }
        Glibc.close(listener)
    }

    /// Sent to clients so far, with heads.
    package var bytes: Int64 { state.withLock { $0.bytes } }

    package var asked: [Asked] { state.withLock { $0.asked } }

    /// Connections refused while the line was cut.
    package var refused: Int { state.withLock { $0.refused } }

    package var openConnections: Int { ledger.openConnectionCount }

    package func cut() {
        state.update { $0.isCut = true }
        ledger.disconnect()
    }

    package func mend() { state.update { $0.isCut = false } }

    /// - Parameter condition: evaluated after each transfer and every 20 milliseconds.
    /// - Returns: `false` if it did not hold within `limit`.
    package func wait(limit: HostTime = Patience.limit, until condition: () throws -> Bool) rethrows -> Bool {
        let deadline = SystemClock().now + limit
        while try !condition() {
            let now = SystemClock().now
            guard now < deadline else { return false }
            let seen = state.withLock { ($0.bytes, $0.refused) }
            _ = state.wait(until: now + .milliseconds(20)) { ($0.bytes, $0.refused) != seen ? () : nil }
        }
        return true
    }

    // MARK: The proxy's threads

    private static func begin(
        _ client: Int32, _ port: Int, _ rate: Int?, _ state: Monitor<State>, _ ledger: FaultLedger
    ) -> WorkerThread? {
        let isCut = state.update { state in
            if state.isCut { state.refused += 1 }
            return state.isCut
        }
        guard !isCut, let server = LoopbackSocket.connect(port: port) else {
            ledger.close(client)
            return nil
        }
        var small: Int32 = 64 << 10
        setsockopt(client, SOL_SOCKET, SO_SNDBUF, &small, socklen_t(MemoryLayout<Int32>.size))
        setsockopt(server, SOL_SOCKET, SO_RCVBUF, &small, socklen_t(MemoryLayout<Int32>.size))
        return WorkerThread(name: "line-serve") {
            let back = WorkerThread(name: "line-back") {
                answers(from: server, to: client, state, ledger, rate)
                shutdown(client, Int32(SHUT_RDWR))
            }
            requests(from: client, to: server, state, ledger)
            shutdown(server, Int32(SHUT_RDWR))
            back.join()
            Glibc.close(server)
            ledger.close(client)
        }
    }

    private static func requests(
        from client: Int32, to server: Int32, _ state: Monitor<State>, _ ledger: FaultLedger
    ) {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var unread: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while ledger.waitForReading(client) {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            unread += buffer[..<count]
            while let place = unread.firstRange(of: end) {
                let head = String(decoding: unread[..<place.lowerBound], as: UTF8.self)
                unread.removeSubrange(..<place.upperBound)
                if let asked = asked(head) { state.update { $0.asked.append(asked) } }
            }
            guard SocketWriting.send(buffer[..<count], to: server) else { return }
        }
    }

    private static func asked(_ head: String) -> Asked? {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let field = lines.first { $0.lowercased().hasPrefix("range: bytes=") }?.dropFirst("range: bytes=".count)
        let ends = field?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        let first = ends.first.flatMap { Int64($0) }
        let last = ends.count == 2 ? Int64(ends[1]) : nil
        return Asked(path: String(words[1]), range: first.map { $0..<(last.map { $0 + 1 } ?? .max) })
    }

    private static func answers(
        from server: Int32, to client: Int32, _ state: Monitor<State>, _ ledger: FaultLedger, _ rate: Int?
    ) {
        // Sending a fiftieth of a second's worth at a time keeps the rate even.
        let piece = rate.map { max(1, $0 / 50) } ?? 64 << 10
        var buffer = [UInt8](repeating: 0, count: piece)
        while ledger.waitForReading(server) {
            let count = recv(server, &buffer, buffer.count, 0)
            guard count > 0, SocketWriting.send(buffer[..<count], to: client) else { return }
            state.update { $0.bytes += Int64(count) }
            if rate != nil, !ledger.pause(.milliseconds(20), client) { return }
        }
    }
}
