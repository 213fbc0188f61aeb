import CPlatform
import Glibc
import PlayCore

/// A server of the files below a folder, on this machine. It counts requests, and answers each after a delay: one
/// per connection and without ranges, for streams whose segments are files.
final class LoopbackServer: Sendable {
    struct Tally: Sendable {
        var requests = 0
        var bytes = 0
    }

    let port: UInt16
    private let descriptor: Int32
    private let thread: WorkerThread
    private let tally: Monitor<Tally>

    init(folder: String, delay: HostTime) throws(BenchError) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw BenchError("no server on this machine: \(String(cString: strerror(errno)))") }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        let tally = Monitor(Tally())
        self.tally = tally
        thread = WorkerThread(name: "server") {
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                WorkerThread(name: "answer") { Self.answer(client, folder, delay, tally) }.detach()
            }
        }
    }

    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        thread.join()
        Glibc.close(descriptor)
    }

    func takeTally() -> Tally {
        tally.withLock { tally in
            defer { tally = Tally() }
            return tally
        }
    }

    private static func answer(_ client: Int32, _ folder: String, _ delay: HostTime, _ tally: Monitor<Tally>) {
        defer { Glibc.close(client) }
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(client, &piece, piece.count, 0)
            guard count > 0 else { return }
            head += piece[..<count]
        }
        let words = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return }
        _ = usleep(UInt32(max(0, delay.nanoseconds / 1000)))
        let path = String(words[1])
        let body = path.contains("..") ? nil : contents(folder + path)
        let status = body == nil ? "404 Not Found" : "200 OK"
        let bytes = body ?? []
        tally.update {
            $0.requests += 1
            $0.bytes += bytes.count
        }
        let reply =
            "HTTP/1.1 \(status)\r\nContent-Length: \(bytes.count)\r\nETag: \"1\"\r\nAccept-Ranges: bytes\r\n"
            + "Connection: close\r\n\r\n"
        var rest = (Array(reply.utf8) + bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func contents(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }
}
