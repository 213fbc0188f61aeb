import CPlatform
import Glibc
import PlayCore

/// A line between a program on this machine and Janus that delays datagrams and loses some, on its own thread (`line`).
final class ImpairedLine: Sendable {
    struct Fault: Sendable {
        var delay: HostTime
        var jitter = HostTime.zero
        /// Percent.
        var loss = 0
        /// The receivers' bandwidth for all streams together, or `nil` for no limit.
        var downlink: Bottleneck?

        var outward: Fault { Fault(delay: delay, jitter: jitter, loss: loss) }

        /// A round trip of 20 ms.
        static let slow = Fault(delay: .milliseconds(10))
        static let bad = Fault(delay: .milliseconds(10), jitter: .milliseconds(20), loss: 2)
    }

    /// A line that several streams share, with a queue of 0.2 s. Any thread.
    final class Bottleneck: Sendable {
        private static let queue = HostTime.milliseconds(200)
        private let bitRate: Int
        private let free = Monitor(HostTime.zero)

        init(bitRate: Int) { self.bitRate = bitRate }

        func pass(_ bytes: Int, at now: HostTime) -> HostTime? {
            free.withLock { free in
                guard free - now < Self.queue else { return nil }
                free = max(free, now) + HostTime(nanoseconds: Int64(bytes * 8) * 1_000_000_000 / Int64(bitRate))
                return free
            }
        }
    }

    private struct Datagram {
        var due: HostTime
        var bytes: [UInt8]
        var isOutward: Bool
    }

    let port: Int
    private let cancel = CancelToken()
    private let thread: Monitor<WorkerThread?>

    init(to host: String, port far: Int, _ fault: Fault) throws {
        let (inner, outer) = (try Self.socket("127.0.0.1", 0, bind), try Self.socket(host, far, connect))
        var own = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &own) { bytes in
            _ = getsockname(inner, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        port = Int(UInt16(bigEndian: own.sin_port))
        thread = Monitor(
            WorkerThread(name: "line") { [cancel] in
                Self.run(inner, outer, fault, cancel)
                close(inner)
                close(outer)
            })
    }

    func end() {
        cancel.cancel()
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    private static func run(_ inner: Int32, _ outer: Int32, _ fault: Fault, _ cancel: CancelToken) {
        var near: sockaddr_in?
        var waiting: [Datagram] = []
        while !cancel.isCancelled {
            var descriptors = [inner, outer, cancel.pollDescriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let left = waiting.map { $0.due - SystemClock().now }.min() ?? .seconds(1)
            poll(&descriptors, 3, Int32(clamping: (max(0, left.nanoseconds) + 999_999) / 1_000_000))
            for isOutward in [true, false] {
                while let bytes = receive(isOutward ? inner : outer, from: &near, isOutward) {
                    guard Int.random(in: 0..<100) >= fault.loss else { continue }
                    let jitter = HostTime(nanoseconds: Int64.random(in: 0...fault.jitter.nanoseconds))
                    let now = SystemClock().now
                    var through: HostTime? = now
                    if let downlink = fault.downlink, !isOutward { through = downlink.pass(bytes.count, at: now) }
                    guard let through else { continue }
                    waiting.append(Datagram(due: through + fault.delay + jitter, bytes: bytes, isOutward: isOutward))
                }
            }
            let now = SystemClock().now
            // A datagram with a shorter delay overtakes others.
            for datagram in waiting.filter({ $0.due <= now }).sorted(by: { $0.due < $1.due }) {
                if datagram.isOutward {
                    Glibc.send(outer, datagram.bytes, datagram.bytes.count, 0)
                } else if var near {
                    withUnsafeBytes(of: &near) { address in
                        _ = sendto(
                            inner, datagram.bytes, datagram.bytes.count, 0,
                            address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
                    }
                }
            }
            waiting.removeAll { $0.due <= now }
        }
    }

    private static func receive(_ socket: Int32, from near: inout sockaddr_in?, _ isOutward: Bool) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 2048)
        var from = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutableBytes(of: &from) { address in
            recvfrom(
                socket, &bytes, 2048, 0, address.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard count >= 0 else { return nil }
        if isOutward { near = from }
        return Array(bytes.prefix(count))
    }

    private static func socket(
        _ host: String, _ port: Int, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let result = withUnsafeBytes(of: &address) { bytes in
            bytes.baseAddress.map { call(socket, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
        }
        guard socket >= 0, result == 0 else { throw BenchError("\(host):\(port): \(String(cString: strerror(errno)))") }
        return socket
    }
}
