import CPlatform
import Glibc
import Signalling

package enum FreePort {
    /// Ports below those of outgoing connections (ip_local_port_range: 32768 and above).
    static let range = 16_384..<32_768

    package static func any() -> Int? {
        for _ in 0..<100 {
            let port = Int.random(in: range)
            if isFree(port) { return port }
        }
        return nil
    }

    package static func isFree(_ port: Int) -> Bool {
        for isIPv6 in [false, true] {
            guard !isIPv6 || HostAddresses.hasIPv6 else { continue }
            guard let socket = listen(at: port, isIPv6: isIPv6) else { return false }
            close(socket)
        }
        return true
    }

    static func answers(_ port: Int) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        return loopback(port) { connect(socket, $0, $1) } == 0
    }

    private static func listen(at port: Int, isIPv6: Bool) -> Int32? {
        let socket = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        // Without this option, connections that ended a moment ago would still occupy the port.
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
        let bound =
            isIPv6 ? anywhere(port, { bind(socket, $0, $1) }) : address(port, INADDR_ANY, { bind(socket, $0, $1) })
        guard bound == 0, Glibc.listen(socket, 1) == 0 else {
            close(socket)
            return nil
        }
        return socket
    }

    private static func loopback(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        address(port, 0x7F00_0001, body)
    }

    private static func anywhere(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(clamping: port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    private static func address(
        _ port: Int, _ host: UInt32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
