import CPlatform
import Glibc
import PlayCore

/// A small proxy on 127.0.0.1 for tests: HTTP (CONNECT and absolute addresses) and SOCKS 5 on one port. It connects to
/// 127.0.0.1 at the requested port, regardless of the requested name.
package final class ProxyServer: Sendable {
    package struct Order: Sendable, Equatable {
        package enum Kind: Sendable { case connect, forward, socks }

        package let kind: Kind
        /// `host:port`, as the client sent it.
        package let target: String
        /// `Proxy-Authorization`, or `name:password` of SOCKS.
        package let credentials: String?

        package init(_ kind: Kind, _ target: String, credentials: String? = nil) {
            (self.kind, self.target, self.credentials) = (kind, target, credentials)
        }
    }

    package let port: Int
    private let listener: Int32
    private let ledger: FaultLedger
    private let threads: Monitor<[WorkerThread]>
    private let list: Monitor<[Order]>

    package init() throws {
        (listener, port) = try LoopbackSocket.listen()
        let ledger = FaultLedger()
        let threads = Monitor<[WorkerThread]>([])
        let list = Monitor<[Order]>([])
        (self.ledger, self.threads, self.list) = (ledger, threads, list)
        let listener = listener
        let accept = WorkerThread(name: "proxy-accept") {
            while let (socket, _) = ledger.accept(from: listener) {
                let thread = WorkerThread(name: "proxy-serve") {
                    ProxyConnection(socket, ledger, list).serve()
                    ledger.close(socket)
                }
                threads.withLock { $0.append(thread) }
            }
        }
        threads.withLock { $0.insert(accept, at: 0) }
    }

    deinit {
        ledger.stop()
        while let thread = threads.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { thread.join() }
        Glibc.close(listener)
    }

    package var orders: [Order] { list.withLock { $0 } }
}

private struct ProxyConnection {
    private let client: Int32
    private let ledger: FaultLedger
    private let list: Monitor<[ProxyServer.Order]>

    init(_ client: Int32, _ ledger: FaultLedger, _ list: Monitor<[ProxyServer.Order]>) {
        (self.client, self.ledger, self.list) = (client, ledger, list)
    }

    func serve() {
        guard let first = receive(1) else { return }
        if first[0] == 5 { serveSOCKS() } else { serveHTTP(first) }
    }

    // MARK: HTTP

    private func serveHTTP(_ first: [UInt8]) {
        var head = first
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]), head.count < 65536 {
            guard let byte = receive(1) else { return }
            head += byte
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        guard words.count == 3 else { return }
        let credentials = lines.first { $0.lowercased().hasPrefix("proxy-authorization: ") }.map {
            String($0.dropFirst("proxy-authorization: ".count))
        }
        if words[0] == "CONNECT" {
            guard let server = open(.connect, words[1], credentials) else { return }
            guard SocketWriting.send(Array("HTTP/1.1 200 Connected\r\n\r\n".utf8), to: client) else { return }
            return relay(server)
        }
        let target = String(words[1].dropFirst("http://".count).prefix { $0 != "/" })
        guard let server = open(.forward, target, credentials) else { return }
        let path = words[1].dropFirst("http://".count + target.count)
        let fields = lines.dropFirst().filter { !$0.lowercased().hasPrefix("proxy-") }
        let request = (["\(words[0]) \(path) \(words[2])"] + fields + ["Connection: close", "", ""])
        guard SocketWriting.send(Array(request.joined(separator: "\r\n").utf8), to: server) else { return }
        relay(server)
    }

    // MARK: SOCKS (RFC 1928, RFC 1929)

    private func serveSOCKS() {
        guard let count = receive(1), let methods = receive(Int(count[0])) else { return }
        var credentials: String?
        if methods.contains(2) {
            guard SocketWriting.send([5, 2], to: client), receive(1) != nil, let name = takeText(),
                let word = takeText(),
                SocketWriting.send([1, 0], to: client)
            else { return }
            credentials = name + ":" + word
        } else {
            guard SocketWriting.send([5, 0], to: client) else { return }
        }
        guard let request = receive(4), request[1] == 1, let host = receiveHost(request[3]), let port = receive(2)
        else {
            return
        }
        let number = Int(port[0]) << 8 | Int(port[1])
        guard let server = open(.socks, "\(host):\(number)", credentials) else { return }
        guard SocketWriting.send([5, 0, 0, 1, 127, 0, 0, 1] + port, to: client) else { return }
        relay(server)
    }

    private func receiveHost(_ kind: UInt8) -> String? {
        switch kind {
        case 1: receive(4)?.map(String.init).joined(separator: ".")
        case 3: takeText()
        default: nil
        }
    }

    /// The length precedes the text.
    private func takeText() -> String? {
        receive(1).flatMap { receive(Int($0[0])) }.map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Bytes

    private func open(_ kind: ProxyServer.Order.Kind, _ target: String, _ credentials: String?) -> Int32? {
        list.update { $0.append(ProxyServer.Order(kind, target, credentials: credentials)) }
        guard let port = target.split(separator: ":").last.flatMap({ Int($0) }) else { return nil }
        return LoopbackSocket.connect(port: port)
    }

    private func receive(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard ledger.waitForReading(client) else { return nil }
            var buffer = [UInt8](repeating: 0, count: count - bytes.count)
            let read = recv(client, &buffer, buffer.count, 0)
            guard read > 0 else { return nil }
            bytes += buffer[..<read]
        }
        return bytes
    }

    /// Forwards bytes in both directions until one side closes.
    private func relay(_ server: Int32) {
        let back = WorkerThread(name: "proxy-back") {
            pump(from: server, to: client)
            shutdown(client, Int32(SHUT_RDWR))
        }
        pump(from: client, to: server)
        shutdown(server, Int32(SHUT_RDWR))
        back.join()
        Glibc.close(server)
    }

    private func pump(from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while ledger.waitForReading(source) {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0, SocketWriting.send(Array(buffer[..<count]), to: target) else { return }
        }
    }
}
