import CPlatform
import Glibc
import PlayCore

struct FaultConnection {
    private static let maximumHead = 1 << 20

    private let socket: Int32
    private let number: Int
    private let ledger: FaultLedger
    private let handler: FaultServer.Handler

    init(_ socket: Int32, number: Int, ledger: FaultLedger, handler: @escaping FaultServer.Handler) {
        self.socket = socket
        self.number = number
        self.ledger = ledger
        self.handler = handler
    }

    func serve() {
        defer { ledger.close(socket) }
        var unread: [UInt8] = []
        while let request = receive(&unread) {
            let reply = handler(request)
            guard send(reply, to: request) else { return }
            if reply.closes || request["connection"]?.lowercased() == "close" { return }
        }
    }

    // MARK: Requests

    private func receive(_ unread: inout [UInt8]) -> ReceivedRequest? {
        guard let head = readHead(&unread) else { return nil }
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        guard let body = readBody(headers, &unread) else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
        return ledger.note(
            { count in
                ReceivedRequest(
                    method: String(words[0]), path: target.first ?? "/", query: target.count > 1 ? target[1] : nil,
                    headers: headers, body: body, number: count, connection: self.number)
            }, path: target.first ?? "/")
    }

    private func readHead(_ unread: inout [UInt8]) -> String? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let place = unread.firstRange(of: end) {
                defer { unread.removeSubrange(..<place.upperBound) }
                return String(decoding: unread[..<place.lowerBound], as: UTF8.self)
            }
            guard unread.count < Self.maximumHead, readMore(&unread) else { return nil }
        }
    }

    private func readBody(_ headers: [String: String], _ unread: inout [UInt8]) -> [UInt8]? {
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        if headers["expect"] != nil, !write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) { return nil }
        while unread.count < length { guard readMore(&unread) else { return nil } }
        defer { unread.removeFirst(length) }
        return Array(unread.prefix(length))
    }

    private func readMore(_ unread: inout [UInt8]) -> Bool {
        guard ledger.waitForReading(socket) else { return false }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count > 0 { unread += buffer[..<count] }
        return count > 0
    }

    // MARK: Replies

    /// - Returns: whether the connection stays open.
    private func send(_ reply: FaultReply, to request: ReceivedRequest) -> Bool {
        var pace: Int?
        var slowHead: HostTime?
        for fault in reply.faults {
            switch fault {
            case .delay(let time): guard ledger.pause(time, socket) else { return false }
            case .hold: guard ledger.waitForRelease(socket) else { return false }
            case .slowHead(let time): slowHead = time
            case .throttle(let rate): pace = rate
            case .resetAtOnce: return tear()
            case .garbage(let bytes):
                _ = write(bytes)
                return false
            case .stall, .close, .reset: break
            }
        }
        guard write(head: reply, slowly: slowHead) else { return false }
        if request.method == "HEAD" || reply.status == 304 { return true }
        return write(body: reply, path: request.path, pace: pace)
    }

    private func write(head reply: FaultReply, slowly pause: HostTime?) -> Bool {
        var lines = ["HTTP/1.1 \(reply.status) \(reply.status < 400 ? "Fine" : "Fault")"]
        switch reply.framing {
        case .length(let length): lines.append("Content-Length: \(length ?? reply.body.count)")
        case .chunked: lines.append("Transfer-Encoding: chunked")
        case .untilClose: break
        }
        if reply.closes || reply.framing == .untilClose { lines.append("Connection: close") }
        lines += reply.headers.map { "\($0.name): \($0.value)" }
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        guard let pause else { return write(bytes) }
        for byte in bytes { guard write([byte]), ledger.pause(pause, socket) else { return false } }
        return true
    }

    private func write(body reply: FaultReply, path: String, pace: Int?) -> Bool {
        var sent = 0
        // Sending a tenth of a second's worth at a time keeps the rate even.
        let piece = pace.map { max(1, $0 / 10) } ?? 64 << 10
        let stops = reply.faults.compactMap(\.place).sorted()
        while sent < reply.body.count || stops.contains(sent) {
            for fault in reply.faults where fault.place == sent {
                switch fault {
                case .stall: guard ledger.waitForRelease(socket) else { return false }
                case .close: return false
                case .reset: return tear()
                default: break
                }
            }
            let end = min(sent + piece, stops.first { $0 > sent } ?? .max, reply.body.count)
            guard end > sent else { break }
            guard write(framed(reply.body[sent..<end], reply.framing)) else { return false }
            ledger.noteSent(end - sent, path: path)
            sent = end
            if pace != nil { guard ledger.pause(.milliseconds(100), socket) else { return false } }
        }
        while let piece = reply.more?() {
            guard write(framed(piece[...], reply.framing)) else { return false }
            ledger.noteSent(piece.count, path: path)
        }
        switch reply.framing {
        case .length(let length): return length == nil || length == reply.body.count
        case .chunked: return write(Array("0\r\n\r\n".utf8))
        case .untilClose: return false
        }
    }

    private func framed(_ bytes: ArraySlice<UInt8>, _ framing: FaultReply.Framing) -> [UInt8] {
        guard framing == .chunked else { return Array(bytes) }
        return Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
    }

    /// Resets the connection (RST). Always returns `false`.
    private func tear() -> Bool {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        return false
    }

    /// - Returns: `false` if the client has disconnected.
    private func write(_ bytes: [UInt8]) -> Bool { SocketWriting.send(bytes, to: socket) }
}

extension FaultReply.Fault {
    /// `nil` if the fault does not depend on the body.
    fileprivate var place: Int? {
        switch self {
        case .stall(let place), .close(let place), .reset(let place): place
        default: nil
        }
    }
}
