import Glibc
import PlayCore

/// A non-blocking UDP socket of both address families. One thread.
final class DatagramSocket {
    let descriptor: Int32
    private let isIPv6: Bool
    private var buffer = [UInt8](repeating: 0, count: 2048)

    init() throws(WebRTCError) {
        for isIPv6 in [true, false] {
            let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let socket = Glibc.socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
            guard socket >= 0 else { continue }
            var no: Int32 = 0
            if isIPv6 { setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<Int32>.size)) }
            // Holds the burst of a key frame.
            var bytes: Int32 = 1 << 20
            for option in [SO_RCVBUF, SO_SNDBUF] {
                setsockopt(socket, SOL_SOCKET, option, &bytes, socklen_t(MemoryLayout<Int32>.size))
            }
            let any = SocketAddress(host: [UInt8](repeating: 0, count: isIPv6 ? 16 : 4), port: 0)
            guard any.withSocketAddress(isIPv6: isIPv6, { bind(socket, $0, $1) }) == 0 else {
                close(socket)
                continue
            }
            self.isIPv6 = isIPv6
            descriptor = socket
            return
        }
        throw WebRTCError(.system, operation: "open a socket", reason: String(cString: strerror(errno)))
    }

    deinit { close(descriptor) }

    var port: UInt16 { SocketAddress.read { getsockname(descriptor, $0, $1) }?.port ?? 0 }

    /// Sends without waiting. Datagrams that do not fit are lost, as on the network.
    func send(_ bytes: [UInt8], to address: SocketAddress) {
        _ = address.withSocketAddress(isIPv6: isIPv6) { sendto(descriptor, bytes, bytes.count, 0, $0, $1) }
    }

    func receive() -> (bytes: [UInt8], from: SocketAddress)? {
        // Ignores an error caused by an earlier datagram, which is reported once.
        for _ in 0..<8 {
            var count = -1
            let capacity = buffer.count
            let address = SocketAddress.read { address, length in
                count = recvfrom(descriptor, &buffer, capacity, 0, address, length)
                return count < 0 ? -1 : 0
            }
            if count >= 0, let address { return (Array(buffer.prefix(count)), address) }
            if errno == EAGAIN { return nil }
        }
        return nil
    }

    /// Returns this machine's addresses by its routes, IPv6 first, or loopback without any. Sends nothing.
    static func ownHosts() -> [[UInt8]] {
        // Documentation addresses (RFC 3849, RFC 5737).
        let far: [[UInt8]] = [[0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1], [192, 0, 2, 1]]
        let own = far.compactMap(ownHost)
        return own.isEmpty ? [[127, 0, 0, 1]] : own
    }

    private static func ownHost(to far: [UInt8]) -> [UInt8]? {
        let isIPv6 = far.count == 16
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        defer { if socket >= 0 { close(socket) } }
        let place = SocketAddress(host: far, port: 9)
        guard socket >= 0, place.withSocketAddress(isIPv6: isIPv6, { connect(socket, $0, $1) }) == 0 else { return nil }
        return SocketAddress.read { getsockname(socket, $0, $1) }?.host
    }
}

extension SocketAddress {
    /// - Parameter isIPv6: the socket's family; an address of the other one is mapped.
    fileprivate func withSocketAddress<R>(isIPv6: Bool, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        guard isIPv6 else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            let host = host.suffix(4)
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: host) }
            return Self.rebound(&address, body)
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        let isMapped = host.count == 4 && host != [0, 0, 0, 0]
        let host = isMapped ? [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + host : host
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: host.prefix(16)) }
        return Self.rebound(&address, body)
    }

    private static func rebound<Address, R>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
    ) -> R {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    /// Returns `nil` if the call failed, or returned another family's address.
    fileprivate static func read(_ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32)
        -> SocketAddress?
    {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
        guard result == 0 else { return nil }
        if Int32(address.sin6_family) == AF_INET6 {
            let host = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            let isMapped = host.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            return SocketAddress(
                host: isMapped ? Array(host.suffix(4)) : host, port: UInt16(bigEndian: address.sin6_port))
        }
        return withUnsafeBytes(of: address) { bytes in
            let address = bytes.loadUnaligned(as: sockaddr_in.self)
            let host = withUnsafeBytes(of: address.sin_addr) { Array($0) }
            return SocketAddress(host: host, port: UInt16(bigEndian: address.sin_port))
        }
    }
}
